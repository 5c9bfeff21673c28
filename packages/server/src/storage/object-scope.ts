import type { ServedResource } from './served-resource.ts'

/** The objects a read is about, and how long its caller waits. */
export interface ObjectScope {
  readonly served: ServedResource
  /** Empty for a cluster-scoped resource, and for a read across namespaces. */
  readonly namespace: string
  /** Empty for a collection. */
  readonly name: string
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal | undefined
  /** When the request must be over, by the monotonic clock; undefined if nothing waits for it. */
  readonly deadlineMs: number | undefined
}
