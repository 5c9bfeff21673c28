import { HttpClientError } from '@pinnace/http-client'
import { errorReference } from '@pinnace/meta'

/** The server could not be reached, or broke off: a failure of the connection, not an answer. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** The code of Node, such as `ECONNREFUSED`; `ETIMEDOUT` for a time limit. */
  readonly code: string | undefined
  /** The request went over a kept connection that the server closed: the server may not have seen it. */
  readonly wasStale: boolean
  /** Where the documents explain the error. */
  readonly see: string = errorReference('ConnectionError')

  constructor(
    message: string,
    options: { readonly code?: string | undefined; readonly wasStale: boolean; readonly cause: unknown },
  ) {
    super(message, { cause: options.cause })
    this.code = options.code
    this.wasStale = options.wasStale
  }
}

/**
 * A failed request as a {@link ConnectionError} that says where it was; `late` is the message of a time limit. Errors
 * that are not of the connection, such as the reason of a signal, stay as they are.
 */
export function toConnectionError(where: string, error: unknown, late = 'no reply in time'): unknown {
  if (!(error instanceof HttpClientError)) return error
  const { message, reason, code, wasStale, cause } = error
  const detail = reason === 'timeout' ? late : message
  return new ConnectionError(`${where}: ${detail}`, { code, wasStale, cause: cause ?? error })
}
