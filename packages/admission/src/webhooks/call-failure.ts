import { internalError, quote, StatusError, type StatusReason } from '@pinnace/meta'
import type { ReviewStatus } from '../admission-review.ts'

/** A webhook could not be asked, or did not answer as it must: its failure policy says what that means. */
// upstream: apiserver/pkg/util/webhook/error.go, ErrCallingWebhook
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  /** As metrics count it. */
  readonly code: number
  /** The caller is gone: nobody is to blame. */
  readonly isCanceled: boolean

  constructor(webhook: string, reason: string, options: { code?: number; isCanceled?: boolean; cause?: unknown } = {}) {
    const { code = 503, isCanceled = false, cause } = options
    super(`failed calling webhook ${quote(webhook)}: ${reason}`, cause === undefined ? undefined : { cause })
    this.code = code
    this.isCanceled = isCanceled
  }

  /** What the client is told where the failure counts. */
  toStatusError(): StatusError {
    return internalError(this)
  }
}

/** A webhook said no. */
export class WebhookDenial extends Error {
  override readonly name = 'WebhookDenial'
  readonly status: StatusError

  constructor(status: StatusError) {
    super(status.message)
    this.status = status
  }
}

/** The refusal of a webhook, in its words: never with a code under 400. */
// upstream: apiserver/pkg/admission/plugin/webhook/errors/statuserror.go, ToStatusErr
export function denialOf(
  webhook: string,
  { code = 0, reason = '', message = '', details }: ReviewStatus = {},
): WebhookDenial {
  const said = `admission webhook ${quote(webhook)} denied the request`
  const why = message === '' ? reason : message
  return new WebhookDenial(
    // A reason of the webhook's own is passed on as it is; no HTTP answer has more than three digits.
    new StatusError(reason as StatusReason, why === '' ? `${said} without explanation` : `${said}: ${why}`, {
      code: code < 400 ? 400 : code > 999 ? 500 : code,
      ...(details === undefined ? {} : { details: details as NonNullable<StatusError['details']> }),
    }),
  )
}
