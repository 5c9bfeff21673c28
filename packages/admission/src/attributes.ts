import type { ApiObject, GroupVersionKind, GroupVersionResource, Mutable, UserInfo } from '@pinnace/meta'
import type { Reinvocation } from './reinvocation.ts'

/** What a request does to an object, as admission names it. */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** From which audit level on an annotation is written down. */
export type AnnotationLevel = 'Metadata' | 'Request' | 'RequestResponse'

/** The options of the request as an object: `CreateOptions`, `UpdateOptions`, `PatchOptions` or `DeleteOptions`. */
export interface OperationOptions {
  readonly kind: string
  readonly apiVersion: string
  readonly [field: string]: unknown
}

/** What an admission plugin may look at. */
export interface AdmissionAttributes {
  readonly operation: Operation
  /** Of the object, in the version of the request: `Scale` for the scale of a deployment. */
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly subresource: string
  /** Empty for what belongs to the cluster; a Namespace is in itself. */
  readonly namespace: string
  /** Empty for a create that leaves the name to the server. */
  readonly name: string
  readonly user: UserInfo
  /** What is about to be stored; absent on DELETE. A mutating plugin edits it in place. */
  readonly object: Mutable<ApiObject> | undefined
  /** Exactly what is stored, frozen; absent on CREATE and CONNECT. */
  readonly oldObject: ApiObject | undefined
  /** Absent on CONNECT. */
  readonly options: OperationOptions | undefined
  readonly dryRun: boolean
  /** When the request must be over, by the monotonic clock; absent where nobody waits for an answer. */
  readonly deadlineMs: number | undefined
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal | undefined
  /** Of the mutating plugins: whether this is their second time, and how to ask for one. */
  readonly reinvocation: Reinvocation
  /** Adds a Warning header to the answer. */
  warn(text: string): void
  /** Writes an annotation into the audit record. The first value of a key stays. @param level @default 'Metadata' */
  annotate(key: string, value: string, level?: AnnotationLevel): void
  /** Whether an annotation of that level would be written down: what is costly to say is said only then. */
  isAudited(level: AnnotationLevel): boolean
}
