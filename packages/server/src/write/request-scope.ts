import type { AuditContext } from '@pinnace/audit'
import type { UserInfo } from '@pinnace/meta'
import type { ServedResource } from '../served-resource.ts'

/** An authorized request for a resource, free of HTTP: what a verb is called with, by the line or by a client in process. */
export interface RequestScope {
  readonly served: ServedResource
  readonly user: UserInfo
  /** Empty for a cluster-scoped resource, and for a read across namespaces. */
  readonly namespace: string
  /** Empty for a collection. */
  readonly name: string
  readonly subresource: string
  /** First part of the client's user agent: the field manager of one that did not say. */
  readonly userAgent: string
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal | undefined
  /** When the request must be over, by the monotonic clock; absent where nobody waits. */
  readonly deadlineMs: number | undefined
  /** Where it is written down what is done; absent where nothing is. */
  readonly auditContext: AuditContext | undefined
  /** Adds a Warning header to the answer. */
  warn(text: string): void
  /** Throws the 403 where the caller may not do this too (`create` for an update that makes the object). */
  authorize(verb: string): Promise<void>
}
