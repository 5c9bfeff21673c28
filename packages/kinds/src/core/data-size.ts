/** The most bytes all values of a config map or a secret may have together. */
export const maxDataBytes = 1_048_576

/** Bytes of what base64 text says. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.floor((text.length * 3) / 4) - padding
}
