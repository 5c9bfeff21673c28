/**
 * Why there is no reply:
 * - `connection`: it could not be made, its certificate was refused, or it broke off; `code` says more
 * - `timeout`: the time limit passed
 * - `reply-too-long`: the body is longer than the limit
 * - `too-many-requests`: the limit of concurrent requests is reached; the request was not sent
 * - `closed`: the client was destroyed
 * - `invalid-request`: Node refuses the headers, the path, or the certificates; the request was not sent
 */
export type HttpClientErrorReason =
  | 'connection'
  | 'timeout'
  | 'reply-too-long'
  | 'too-many-requests'
  | 'closed'
  | 'invalid-request'

/** Options for {@link HttpClientError}. */
export interface HttpClientErrorOptions {
  readonly reason: HttpClientErrorReason
  readonly code?: string | undefined
  readonly wasStale?: boolean
  readonly cause?: unknown
}

/** A request without a reply. Its message is that of Node where Node has one. */
export class HttpClientError extends Error {
  override readonly name = 'HttpClientError'
  readonly reason: HttpClientErrorReason
  /** The code of Node: `ECONNREFUSED`, `CERT_HAS_EXPIRED`; `ETIMEDOUT` for the time limit. */
  readonly code: string | undefined
  /** The request went over a kept connection that the server closed: the server may not have seen it. */
  readonly wasStale: boolean

  constructor(message: string, { reason, code, wasStale = false, cause }: HttpClientErrorOptions) {
    super(message, cause === undefined ? undefined : { cause })
    this.reason = reason
    this.code = code
    this.wasStale = wasStale
  }
}

/** An error of Node as one of the client. */
export function toHttpClientError(
  error: unknown,
  { reason, wasStale = false }: Pick<HttpClientErrorOptions, 'reason' | 'wasStale'>,
): HttpClientError {
  if (error instanceof HttpClientError) return error
  if (!(error instanceof Error)) return new HttpClientError(String(error), { reason, wasStale, cause: error })
  const { code } = error as NodeJS.ErrnoException
  // A host with several addresses fails with the errors of all of them and an empty message.
  const message = error.message === '' ? (code ?? error.name) : error.message
  return new HttpClientError(message, { reason, code, wasStale, cause: error })
}
