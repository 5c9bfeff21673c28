import { quote, StatusError, statusCodes, type Status, type StatusDetails, type StatusReason } from '@pinnace/meta'

// upstream: apimachinery/pkg/api/errors/errors.go, NewGenericServerResponse – the message for a reply that is not a Status
const generic: Readonly<Record<number, { readonly reason: StatusReason; readonly message: string }>> = {
  400: { reason: 'BadRequest', message: 'the server rejected our request for an unknown reason' },
  401: { reason: 'Unauthorized', message: 'the server has asked for the client to provide credentials' },
  403: { reason: 'Forbidden', message: 'the server does not allow access to the requested resource' },
  404: { reason: 'NotFound', message: 'the server could not find the requested resource' },
  405: { reason: 'MethodNotAllowed', message: 'the server does not allow this method on the requested resource' },
  406: {
    reason: 'NotAcceptable',
    message: 'the server was unable to respond with a content type that the client supports',
  },
  409: { reason: 'Conflict', message: 'the server reported a conflict' },
  410: { reason: 'Gone', message: 'the server reported that the requested resource is gone' },
  413: { reason: 'RequestEntityTooLarge', message: 'the request was too large' },
  415: {
    reason: 'UnsupportedMediaType',
    message: 'the server was unable to process the request due to the media type of the body',
  },
  422: { reason: 'Invalid', message: 'the server rejected our request due to an error in our request' },
  429: {
    reason: 'TooManyRequests',
    message: 'the server has received too many requests and has asked us to try again later',
  },
  503: { reason: 'ServiceUnavailable', message: 'the server is currently unable to handle the request' },
  504: {
    reason: 'Timeout',
    message: 'the server was unable to return a response in the time allotted, but may still be processing the request',
  },
}

/** Whether a value is a Status of a failure. */
export function isFailure(value: unknown): value is Status {
  return isStatus(value) && value.status === 'Failure'
}

/** The error of a reply: its Status, or a generic one for its code. */
export function toReplyError(code: number, body: unknown, text: string): StatusError {
  if (isStatus(body) && typeof body.message === 'string') return fromStatus(body, code)
  const known = generic[code]
  if (known !== undefined) {
    const detail = code === 403 && text !== '' && text.length < 1024 ? text.trim() : known.message
    return new StatusError(known.reason, detail, { code })
  }
  const message =
    code >= 500
      ? `an error on the server (${quote(text.slice(0, 1024))}) has prevented the request from succeeding`
      : `the server responded with the status code ${code} but did not return more information`
  return new StatusError('InternalError', message, { code })
}

function isStatus(value: unknown): value is Status {
  return typeof value === 'object' && value !== null && (value as { readonly kind?: unknown }).kind === 'Status'
}

/** A Status as a StatusError. */
export function fromStatus(status: Partial<Status>, code = 500): StatusError {
  const reason = status.reason !== undefined && Object.hasOwn(statusCodes, status.reason) ? status.reason : undefined
  // kube-apiserver leaves the reason out of a failure that it does not classify.
  const known = (reason ?? generic[status.code ?? code]?.reason ?? status.reason ?? '') as StatusReason
  const next = status.metadata?.continue
  const details = detailsOf(status.details)
  return new StatusError(known, typeof status.message === 'string' ? status.message : '', {
    code: typeof status.code === 'number' ? status.code : code,
    ...(details === undefined ? {} : { details }),
    ...(typeof next !== 'string' || next === '' ? {} : { continue: next }),
  })
}

// INVARIANT: the details of an error have their type: a remote server may send anything.
function detailsOf(details: unknown): StatusDetails | undefined {
  if (!isObject(details)) return undefined
  const { causes, ...others } = details as StatusDetails
  return Array.isArray(causes) ? { ...others, causes: causes.filter(isObject) } : others
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
