/** One reason a request failed, pointing at a field where there is one. */
export interface StatusCause {
  readonly reason?: string
  readonly message?: string
  readonly field?: string
}

/** Machine-readable detail of a failure. */
export interface StatusDetails {
  readonly name?: string
  readonly group?: string
  /** The kind for Invalid, the resource for everything else. */
  readonly kind?: string
  readonly uid?: string
  readonly causes?: readonly StatusCause[]
  readonly retryAfterSeconds?: number
}

/** The failure (or plain success) object of the wire. */
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

/** Every reason a refusal can have, with the HTTP status it is sent as. */
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

/** A reason of the wire. */
export type StatusReason = keyof typeof statusCodes

/** What a {@link StatusError} may carry beside reason and message. */
export interface StatusErrorOptions {
  /** Overrides the reason's usual HTTP status. */
  readonly code?: number
  readonly details?: StatusDetails
  /** For Expired: a token that goes on with the list, at another version. */
  readonly continue?: string
  readonly cause?: unknown
}

/** A refusal: thrown anywhere, answered as its Status. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly reason: StatusReason
  readonly code: number
  readonly details: StatusDetails | undefined
  readonly #continue: string | undefined

  constructor(reason: StatusReason, message: string, options: StatusErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.reason = reason
    this.code = options.code ?? statusCodes[reason]
    this.details = options.details
    this.#continue = options.continue
  }

  /** The Status as it is sent. */
  toStatus(): Status {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: this.#continue === undefined ? {} : { continue: this.#continue },
      status: 'Failure',
      message: this.message,
      // A webhook may refuse without one.
      ...((this.reason as string) === '' ? {} : { reason: this.reason }),
      ...(this.details === undefined ? {} : { details: this.details }),
      code: this.code,
    }
  }
}
