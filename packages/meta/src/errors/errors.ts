import { formatGroupResource, type GroupResource } from '../objects/group-version.ts'
import { quote } from '../text/quote.ts'
import { StatusError, type Status, type StatusDetails, type StatusReason } from './status.ts'

// upstream: apimachinery/pkg/api/errors/errors.go – messages, codes and details of all factories, unless another
// source is named.

/** 404: the object does not exist. */
export function notFound(groupResource: GroupResource, name: string): StatusError {
  return new StatusError('NotFound', `${named(groupResource, name)} not found`, {
    details: details(groupResource, name),
  })
}

/** 409: the object exists. */
export function alreadyExists(groupResource: GroupResource, name: string, isBeingDeleted = false): StatusError {
  const state = isBeingDeleted ? 'object is being deleted: ' : ''
  return new StatusError('AlreadyExists', `${state}${named(groupResource, name)} already exists`, {
    details: details(groupResource, name),
  })
}

/** 409: the write conflicts with the stored object; `message` has the reason. */
export function conflict(groupResource: GroupResource, name: string, message: string): StatusError {
  return new StatusError('Conflict', `Operation cannot be fulfilled on ${named(groupResource, name)}: ${message}`, {
    details: details(groupResource, name),
  })
}

/** The {@link conflict} of an update whose resourceVersion is not the stored one. */
// upstream: apiserver/pkg/registry/generic/registry/store.go, OptimisticLockErrorMsg
export function staleObject(groupResource: GroupResource, name: string): StatusError {
  return conflict(
    groupResource,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  )
}

/** A precondition of a write that the stored object does not meet. */
export interface FailedPrecondition {
  readonly field: 'UID' | 'ResourceVersion'
  /** The value the client sent. */
  readonly expected: string
  /** The value of the stored object. */
  readonly actual: string | undefined
}

/** The {@link conflict} of a delete whose uid or resourceVersion precondition does not hold. It names the kind. */
// upstream: apiserver/pkg/registry/rest/delete.go, BeforeDelete
export function preconditionFailed(
  { group, kind }: { readonly group: string; readonly kind: string },
  name: string,
  { field, expected, actual }: FailedPrecondition,
): StatusError {
  const changed = field === 'UID' ? 'deleted and then recreated' : 'modified'
  return conflict(
    { group, resource: kind },
    name,
    `the ${field} in the precondition (${expected}) does not match the ${field} in record (${actual}). The object might have been ${changed}`,
  )
}

/** How an update is for another object than the stored one. */
export interface OtherObject {
  /** The key of the object in the store. */
  readonly key: string
  /** @default UID */
  readonly field?: FailedPrecondition['field']
  readonly expected: string
  readonly actual: string | undefined
}

/** The {@link conflict} of an update for another object than the stored one, under its key in the store. */
// upstream: apiserver/pkg/storage/interfaces.go, Preconditions.Check, and errors.go, NewInvalidObjError
export function otherObject(
  groupResource: GroupResource,
  name: string,
  { key, field = 'UID', expected, actual }: OtherObject,
): StatusError {
  return conflict(
    groupResource,
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${field} in precondition: ${expected}, ${field} in object meta: ${actual}`,
  )
}

/**
 * 403. Without a name the message names the resource only, and without a resource neither (`forbidden: <reason>`, for
 * non-resource requests).
 */
export function forbidden(groupResource: GroupResource, name: string, reason: string): StatusError {
  const subject = name === '' ? formatGroupResource(groupResource) : named(groupResource, name)
  const message = groupResource.resource === '' ? `forbidden: ${reason}` : `${subject} is forbidden: ${reason}`
  return new StatusError('Forbidden', message, { details: details(groupResource, name) })
}

/** 401. The message is the same for every cause, so that it discloses nothing to unauthenticated clients. */
export function unauthorized(): StatusError {
  return new StatusError('Unauthorized', 'Unauthorized')
}

/** 400. */
export function badRequest(message: string): StatusError {
  return new StatusError('BadRequest', message)
}

/** 405 for a built-in resource. Only the `cause`, for the log, names the resource and the verb. */
// upstream: apiserver/pkg/server/genericapiserver.go, serviceErrorHandler – the response for a route without the method.
export function methodNotSupported(groupResource: GroupResource, verb: string): StatusError {
  return new StatusError('MethodNotAllowed', 'the server does not allow this method on the requested resource', {
    details: {},
    cause: `${verb} is not served on ${formatGroupResource(groupResource)}`,
  })
}

/** 405 for a custom resource, which the message names. */
// upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go, ServeHTTP
export function verbNotSupported(groupResource: GroupResource, verb: string): StatusError {
  return new StatusError(
    'MethodNotAllowed',
    `${verb} is not supported on resources of kind ${quote(formatGroupResource(groupResource))}`,
    { details: details(groupResource, '') },
  )
}

/** 404 for a group, version or resource that is not served. */
// upstream: apiserver/pkg/server/genericapiserver.go, serviceErrorHandler – details are present and empty.
export function unknownResource(): StatusError {
  return new StatusError('NotFound', 'the server could not find the requested resource', { details: {} })
}

/** 406, with the media types of possible responses. */
// upstream: apiserver/pkg/endpoints/handlers/negotiation/errors.go, errNotAcceptable
export function notAcceptable(acceptedTypes: readonly string[]): StatusError {
  return new StatusError('NotAcceptable', `only the following media types are accepted: ${acceptedTypes.join(', ')}`)
}

/** 415, with the supported media types. The `cause`, for the log, has the content type of the request. */
// upstream: apiserver/pkg/endpoints/handlers/negotiation/errors.go, errUnsupportedMediaType
export function unsupportedMediaType(contentType: string, supported: readonly string[]): StatusError {
  return new StatusError(
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${supported.join(', ')}`,
    { cause: `the content type was ${quote(contentType)}` },
  )
}

/** 413 for a body over `limit` bytes. */
// upstream: apiserver/pkg/endpoints/handlers/rest.go, limitedReadBody
export function requestTooLarge(limit: number): StatusError {
  return new StatusError('RequestEntityTooLarge', `Request entity too large: limit is ${limit}`)
}

/** 429. */
export function tooManyRequests(message: string, retryAfterSeconds: number): StatusError {
  return new StatusError('TooManyRequests', message, { details: retry(retryAfterSeconds) })
}

/** 504: the request may or may not have been done. */
export function timeout(message: string, retryAfterSeconds: number): StatusError {
  return new StatusError('Timeout', `Timeout: ${message}`, { details: retry(retryAfterSeconds) })
}

/** 500 for an operation that was not done, and can be retried. */
export function serverTimeout(groupResource: GroupResource, operation: string, retryAfterSeconds: number): StatusError {
  return new StatusError(
    'ServerTimeout',
    `The ${operation} operation against ${formatGroupResource(groupResource)} could not be completed at this time, please try again.`,
    { details: { ...details(groupResource, operation), ...retry(retryAfterSeconds) } },
  )
}

/** The {@link timeout} of a read at a future revision. */
// upstream: apiserver/pkg/storage/errors.go, NewTooLargeResourceVersionError
export function tooLargeResourceVersion(requested: bigint, current: bigint, retryAfterSeconds: number): StatusError {
  const message = `Timeout: Too large resource version: ${requested}, current: ${current}`
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }]
  return new StatusError('Timeout', message, { details: { causes, ...retry(retryAfterSeconds) } })
}

/** 410 for a compacted revision or continue token; `continueToken` continues the list at another revision. */
export function expired(message: string, continueToken?: string): StatusError {
  return new StatusError('Expired', message, continueToken === undefined ? {} : { continue: continueToken })
}

/** 410 with the legacy reason. Watches of a compacted revision get {@link expired}. */
export function gone(message: string): StatusError {
  return new StatusError('Gone', message)
}

/** 500. The message is sent to the client, and must not disclose internals. */
export function internalError(error: Error | string): StatusError {
  const text = typeof error === 'string' ? error : error.message
  return new StatusError('InternalError', `Internal error occurred: ${text}`, {
    details: { causes: [{ message: text }] },
    ...(typeof error === 'string' ? {} : { cause: error }),
  })
}

/** 500 without a reason: a failure that kube-apiserver does not classify. The message is sent to the client. */
// upstream: apiserver/pkg/endpoints/handlers/responsewriters/status.go, ErrorToAPIStatus – any error that is not a Status.
export function unclassifiedError(message: string): StatusError {
  return new StatusError('' as StatusReason, message, { code: 500 })
}

/** 503. */
export function serviceUnavailable(message: string): StatusError {
  return new StatusError('ServiceUnavailable', message)
}

/**
 * Converts a thrown value: a StatusError is returned unchanged, anything else becomes a 500 without details for the
 * client, and with the value as its `cause`.
 */
export function toStatusError(error: unknown): StatusError {
  if (error instanceof StatusError) return error
  const text = 'the server failed to handle the request; its log says why'
  return new StatusError('InternalError', `Internal error occurred: ${text}`, {
    details: { causes: [{ message: text }] },
    cause: error,
  })
}

/** The Status of a success. */
export type SuccessStatus = Omit<Status, 'code' | 'message' | 'reason'>

/** The response to a delete that removed the object. It has no code, as in Kubernetes. */
// upstream: apiserver/pkg/registry/generic/registry/store.go, finalizeDelete
export function successStatus(details?: StatusDetails): SuccessStatus {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    ...(details === undefined ? {} : { details }),
  }
}

function named(groupResource: GroupResource, name: string): string {
  return `${formatGroupResource(groupResource)} ${quote(name)}`
}

// INVARIANT: empty members are omitted, as in Kubernetes.
function details({ group, resource }: GroupResource, name: string): StatusDetails {
  return {
    ...(name === '' ? {} : { name }),
    ...(group === '' ? {} : { group }),
    ...(resource === '' ? {} : { kind: resource }),
  }
}

function retry(retryAfterSeconds: number): StatusDetails {
  return retryAfterSeconds === 0 ? {} : { retryAfterSeconds }
}
