import type { ApiObject, GroupVersionKind, GroupVersionResource, Mutable, StatusReason, UserInfo } from '@pinnace/meta'
import type { AdmissionObjects } from '../plugin-context.ts'
import type { Operation, OperationOptions } from '../admission-attributes.ts'

/** Options for `deny`. */
export interface DenialOptions {
  /** HTTP status, 400 to 599. @default 403 */
  readonly code?: number
  /** @default 'Forbidden' */
  readonly reason?: StatusReason
}

/** The request passed to a handler. */
export interface AdmissionRequest<T extends ApiObject = ApiObject> {
  readonly operation: Operation
  /** The kind of the matching rule; with match policy `Equivalent`, objects are converted to it. */
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly subresource: string
  /** The kind of the client's request. */
  readonly requestKind: GroupVersionKind
  readonly requestResource: GroupVersionResource
  /** Empty for cluster-scoped resources; the name of a Namespace for itself. */
  readonly namespace: string
  /** Empty for a create with `generateName`. */
  readonly name: string
  readonly user: UserInfo
  /** The stored object, frozen; undefined on CREATE and CONNECT. */
  readonly oldObject: T | undefined
  /** Undefined on CONNECT. */
  readonly options: OperationOptions | undefined
  /** Nothing will be stored; a handler must not have side effects. */
  readonly dryRun: boolean
  /** Other stored objects; undefined in a plugin that runs as a webhook. */
  readonly objects: AdmissionObjects | undefined
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal | undefined
  /** Adds a Warning header to the response. */
  warn(this: void, text: string): void
  /** Adds an annotation to the audit event; the key is prefixed with the name of the plugin. */
  annotate(this: void, key: string, value: string): void
  /** Refuses the request by throwing. */
  deny(this: void, message: string, options?: DenialOptions): never
}

/** The request passed to `mutate`. */
export interface MutationRequest<T extends ApiObject = ApiObject> extends AdmissionRequest<T> {
  /** A draft of the object to be stored; edit it in place. */
  readonly draft: Mutable<T>
}

/** The request passed to `validate`. */
export interface ValidationRequest<T extends ApiObject = ApiObject> extends AdmissionRequest<T> {
  /** The object to be stored, or the options of a CONNECT. */
  readonly object: T
}

/** The request passed to `validateDelete`. */
export interface DeletionRequest<T extends ApiObject = ApiObject> extends AdmissionRequest<T> {
  readonly oldObject: T
}
