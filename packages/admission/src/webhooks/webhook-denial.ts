import { quote, StatusError, type StatusReason } from '@pinnace/meta'
import type { ReviewStatus } from '../admission-review.ts'

/** A webhook denied the request. */
export class WebhookDenial extends Error {
  override readonly name = 'WebhookDenial'
  readonly status: StatusError

  constructor(status: StatusError) {
    super(status.message)
    this.status = status
  }
}

/** The denial of a webhook, with its message. A code below 400 becomes 400. */
// upstream: apiserver/pkg/admission/plugin/webhook/errors/statuserror.go, ToStatusErr
export function denialOf(
  webhook: string,
  { code = 0, reason = '', message = '', details, status, metadata }: ReviewStatus = {},
): WebhookDenial {
  const prefix = `admission webhook ${quote(webhook)} denied the request`
  const why = message === '' ? reason : message
  return new WebhookDenial(
    // Any reason is passed on; an HTTP status has three digits at most.
    new StatusError(reason as StatusReason, why === '' ? `${prefix} without explanation` : `${prefix}: ${why}`, {
      code: code < 400 ? 400 : code > 999 ? 500 : code,
      ...(details === undefined ? {} : { details: details as NonNullable<StatusError['details']> }),
      sent: { ...(status === undefined || status === '' || status === 'Success' ? {} : { status }), metadata },
    }),
  )
}
