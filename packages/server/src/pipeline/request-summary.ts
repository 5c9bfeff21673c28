/** One request and its answer. */
export interface RequestSummary {
  /** `http`, or `in-process` for a client in this process. */
  readonly transport: 'http' | 'in-process'
  readonly method: string
  /** Path and query, as the client sent them. */
  readonly target: string
  /** The HTTP status code of the answer. */
  readonly status: number
  /** Milliseconds until the answer was known; for a stream, until it started. */
  readonly durationMs: number
}
