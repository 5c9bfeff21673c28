import { errorReference } from './error-codes.ts'

/** A cause of a failure, with the path of the field if there is one. */
export interface StatusCause {
  readonly reason?: string
  readonly message?: string
  readonly field?: string
}

/** Machine-readable details of a failure. */
export interface StatusDetails {
  readonly name?: string
  readonly group?: string
  /** The kind for Invalid, otherwise the resource. */
  readonly kind?: string
  readonly uid?: string
  readonly causes?: readonly StatusCause[]
  readonly retryAfterSeconds?: number
}

/** The Status object of a failure or success. */
export interface Status {
  readonly kind: 'Status'
  readonly apiVersion: 'v1'
  readonly metadata: { readonly continue?: string; readonly remainingItemCount?: number }
  readonly status: 'Success' | 'Failure'
  readonly message?: string
  readonly reason?: string
  readonly details?: StatusDetails
  readonly code: number
}

/** The reasons of failures, with their HTTP status codes. */
export const statusCodes = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServiceUnavailable: 503,
  ServerTimeout: 500,
  Timeout: 504,
  StoreReadError: 500,
} as const

/** The reason of a failure. */
export type StatusReason = keyof typeof statusCodes

/** Options for a {@link StatusError}. */
export interface StatusErrorOptions {
  /** The HTTP status code. @default the code of the reason */
  readonly code?: number
  readonly details?: StatusDetails
  /** For Expired: a token that continues the list at another revision. */
  readonly continue?: string
  /** The other members of a Status that another server has sent. @default those of a failure */
  readonly sent?: { readonly status?: string; readonly metadata?: unknown }
  readonly cause?: unknown
}

/** A failure for the client: thrown anywhere, sent as its Status. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly reason: StatusReason
  readonly code: number
  readonly details: StatusDetails | undefined
  /** Where the documents explain the reason; it is not part of the Status. */
  readonly see: string
  readonly #continue: string | undefined
  readonly #sent: StatusErrorOptions['sent']

  constructor(reason: StatusReason, message: string, options: StatusErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.reason = reason
    this.code = options.code ?? statusCodes[reason]
    this.details = options.details
    this.see = errorReference(reason)
    this.#continue = options.continue
    this.#sent = options.sent
  }

  /** Returns the Status to send. */
  toStatus(): Status {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {
        ...(this.#sent?.metadata as Status['metadata']),
        ...(this.#continue === undefined ? {} : { continue: this.#continue }),
      },
      status: (this.#sent?.status ?? 'Failure') as Status['status'],
      message: this.message,
      // A webhook may deny a request without a reason.
      ...((this.reason as string) === '' ? {} : { reason: this.reason }),
      ...(this.details === undefined ? {} : { details: this.details }),
      code: this.code,
    }
  }
}
