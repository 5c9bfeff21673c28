/** One request and how it was answered. */
export interface RequestSummary {
  readonly method: string
  /** As it stood on the wire. */
  readonly target: string
  readonly status: number
  /** Until the answer was known; a stream goes on after it. */
  readonly durationMs: number
}
