import type { ServedResource } from './served-resource.ts'

/** The objects of a read, and its deadline. */
export interface ObjectScope {
  readonly served: ServedResource
  /** Empty for a cluster-scoped resource, and for a read across namespaces. */
  readonly namespace: string
  /** Empty for a collection. */
  readonly name: string
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal | undefined
  /** The deadline, milliseconds of the monotonic clock; undefined without one. */
  readonly deadlineMs: number | undefined
}
