import { internalError, quote, type StatusError } from '@pinnace/meta'

/** A call of a webhook failed, or its response is invalid. The failure policy decides about the request. */
// upstream: apiserver/pkg/util/webhook/error.go, ErrCallingWebhook
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  /** The status code for metrics. */
  readonly code: number
  /** The client has canceled the request. */
  readonly isCanceled: boolean

  constructor(webhook: string, reason: string, options: { code?: number; isCanceled?: boolean; cause?: unknown } = {}) {
    const { code = 503, isCanceled = false, cause } = options
    super(`failed calling webhook ${quote(webhook)}: ${reason}`, cause === undefined ? undefined : { cause })
    this.code = code
    this.isCanceled = isCanceled
  }

  /** The error for the client under failure policy Fail. */
  toStatusError(): StatusError {
    return internalError(this)
  }
}
