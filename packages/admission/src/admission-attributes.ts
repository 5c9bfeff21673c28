import type { ApiObject, Awaitable, GroupVersionKind, GroupVersionResource, Mutable, UserInfo } from '@pinnace/meta'
import type { Reinvocation } from './reinvocation.ts'

/** The operation of a request in admission. */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** The lowest audit level at which an annotation is recorded. */
export type AnnotationLevel = 'Metadata' | 'Request' | 'RequestResponse'

/** The options of a request as an object: `CreateOptions`, `UpdateOptions`, `PatchOptions` or `DeleteOptions`. */
export interface OperationOptions {
  readonly kind: string
  readonly apiVersion: string
  readonly [field: string]: unknown
}

/** The request as admission plugins see it. */
export interface AdmissionAttributes {
  readonly operation: Operation
  /** The kind of the object, in the version of the request: `Scale` for the scale of a deployment. */
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly subresource: string
  /** Empty for cluster-scoped resources; the name of a Namespace for itself. */
  readonly namespace: string
  /** Empty for a create with `generateName`. */
  readonly name: string
  readonly user: UserInfo
  /** The object to be stored; undefined on DELETE. Mutating plugins edit it in place. */
  readonly object: Mutable<ApiObject> | undefined
  /** The stored object, frozen; undefined on CREATE and CONNECT. */
  readonly oldObject: ApiObject | undefined
  /** Undefined on CONNECT. */
  readonly options: OperationOptions | undefined
  readonly dryRun: boolean
  /** The deadline of the request on the monotonic clock, in milliseconds; undefined without one. */
  readonly deadlineMs: number | undefined
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal | undefined
  /** The reinvocation state of the mutating plugins. */
  readonly reinvocation: Reinvocation
  /** Adds a Warning header to the response. */
  warn(text: string): void
  /** Adds an annotation to the audit event. The first value of a key is kept. @param level @default 'Metadata' */
  annotate(key: string, value: string, level?: AnnotationLevel): void
  /** Whether an annotation of that level would be recorded; check it before computing an expensive one. */
  isAudited(level: AnnotationLevel): boolean
  /** Called after each plugin, for test suites. @default not called */
  readonly onStep?: ((step: AdmissionStep) => void) | undefined
  /** Awaited before a webhook is connected to, within the timeout of the call, for test suites. @default not called */
  readonly beforeWebhook?: ((webhook: CalledWebhook) => Awaitable<void>) | undefined
}

/** An admission webhook that is about to be called. */
export interface CalledWebhook {
  /** The name in its configuration: `pods.example.com` */
  readonly name: string
  /** The name of the configuration. */
  readonly configuration: string
  readonly phase: 'admit' | 'validate'
  /** How long the call may take, milliseconds. */
  readonly timeoutMs: number
}

/** One phase of a plugin that a request has gone through. */
export interface AdmissionStep {
  readonly plugin: string
  readonly phase: 'admit' | 'validate'
  /** What the plugin has thrown: it has refused the request. */
  readonly error?: unknown
}
