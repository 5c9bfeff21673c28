import type { ApiObject, GroupVersionKind, GroupVersionResource, Mutable, UserInfo } from '@pinnace/meta'

/** What a request does to an object, as admission names it. */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** What an admission plugin may look at. */
export interface AdmissionAttributes {
  readonly operation: Operation
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly subresource: string
  readonly namespace: string
  /** Empty for a create that leaves the name to the server. */
  readonly name: string
  readonly user: UserInfo
  /** What is about to be stored; absent on DELETE. A mutating plugin edits it in place. */
  readonly object: Mutable<ApiObject> | undefined
  /** Exactly what is stored; absent on CREATE and CONNECT. */
  readonly oldObject: ApiObject | undefined
  readonly dryRun: boolean
  /** Adds a Warning header to the answer. */
  warn(text: string): void
}
