import type { ApiObject, GroupVersionKind, GroupVersionResource, Mutable, StatusReason, UserInfo } from '@pinnace/meta'
import type { AdmissionObjects } from '../plugin-context.ts'
import type { Operation, OperationOptions } from '../attributes.ts'

/** What a refusal is answered with beside its message. */
export interface DenialOptions {
  /** HTTP status, 400 to 599. @default 403 */
  readonly code?: number
  /** @default 'Forbidden' */
  readonly reason?: StatusReason
}

/** What a handler of a plugin is asked. */
export interface AdmissionRequest<T extends ApiObject = ApiObject> {
  readonly operation: Operation
  /** As the matching rule has it; with `Equivalent`, objects are converted to it. */
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly subresource: string
  /** As the client asked for it. */
  readonly requestKind: GroupVersionKind
  readonly requestResource: GroupVersionResource
  /** Empty for what belongs to the cluster; a Namespace is in itself. */
  readonly namespace: string
  /** Empty for a create that leaves the name to the server. */
  readonly name: string
  readonly user: UserInfo
  /** Exactly what is stored, frozen; absent where nothing is. */
  readonly oldObject: T | undefined
  /** Absent on CONNECT. */
  readonly options: OperationOptions | undefined
  /** Nothing will be stored: leave no trace elsewhere. */
  readonly dryRun: boolean
  /** What else is stored. A plugin that runs as a webhook has none. */
  readonly objects: AdmissionObjects | undefined
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal | undefined
  /** Adds a Warning header to the answer. */
  warn(this: void, text: string): void
  /** Adds an annotation to the audit record, under the name of the plugin. */
  annotate(this: void, key: string, value: string): void
  /** Refuses the request; nothing after it runs. */
  deny(this: void, message: string, options?: DenialOptions): never
}

/** What `mutate` is asked. */
export interface MutationRequest<T extends ApiObject = ApiObject> extends AdmissionRequest<T> {
  /** What is about to be stored, to be changed as if it were one's own. */
  readonly draft: Mutable<T>
}

/** What `validate` is asked. */
export interface ValidationRequest<T extends ApiObject = ApiObject> extends AdmissionRequest<T> {
  /** What is about to be stored, or the options of a connection. */
  readonly object: T
}

/** What `validateDelete` is asked. */
export interface DeletionRequest<T extends ApiObject = ApiObject> extends AdmissionRequest<T> {
  readonly oldObject: T
}
