/** One request and its answer. */
export interface RequestSummary {
  /** How the request came: over HTTP, or from a client in this process. */
  readonly transport: 'http' | 'in-process'
  readonly method: string
  /** Path and query, as the client sent them. */
  readonly target: string
  /** The HTTP status code of the answer. */
  readonly status: number
  /** Until the answer was known; a stream goes on after that. */
  readonly durationMs: number
}
