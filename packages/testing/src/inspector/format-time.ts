/** A wall time, RFC 3339. */
export function formatTime(wallMs: number): string {
  return new Date(wallMs).toISOString()
}
