import type { ApiObject, GroupResource, Mutable } from '@pinnace/meta'

/** An object by its resource, namespace and name. */
export interface ObjectTarget {
  readonly resource: GroupResource
  /** Empty for cluster-scoped resources. */
  readonly namespace: string
  readonly name: string
}

/** An object to create. */
export interface CreatedObject {
  /** Builds the object for the time it is created at. */
  build(time: string): ApiObject
  /** Stands for everything in the object but the time: the object of the same one is encoded once in a process. */
  readonly sharedBy?: object
}

/**
 * The objects of the server, read and written in its own name: requests through it are neither authorized nor admitted,
 * audited or counted, and do not track field managers. A write that meets another one is repeated.
 */
export interface LoopbackObjects {
  /** The newest state of an object; undefined if it does not exist. */
  get(target: ObjectTarget): Promise<ApiObject | undefined>
  list(resource: GroupResource, namespace: string, labelSelector: string): Promise<readonly ApiObject[]>
  /** Creates an object without validation; for the start of a server. False if there is one of its name. */
  create(target: ObjectTarget, created: CreatedObject): Promise<boolean>
  /** Creates or updates an object. `change` returns what to store, given a copy of the stored object. */
  put(target: ObjectTarget, change: (live: ApiObject | undefined) => ApiObject): Promise<void>
  /** Updates the status of an object. `change` edits a copy of it. Throws NotFound if it does not exist. */
  updateStatus(target: ObjectTarget, change: (next: Mutable<ApiObject>) => void): Promise<void>
  /** Deletes an object if it exists. */
  delete(target: ObjectTarget): Promise<void>
}

/** The versions that CRDs of the server establish. */
export interface CrdVersions {
  /** The groups that have CRDs. */
  groups(): Iterable<string>
  /** The served versions of a group, of CRDs that are established. */
  established(group: string): readonly string[]
}

/** Certificates of the server. */
export interface ProxyCertificates {
  /** The authority that issues client certificates. */
  authority(): { readonly cert: string }
  /** The client certificate to use instead of an issued one; it may be replaced at any time. */
  givenClientCertificate?(): { readonly cert: string; readonly key: string }
  /** Issues a client certificate with that common name. PEM texts. */
  issueClientCertificate(request: { readonly username: string; readonly ttlMs: number }): {
    readonly cert: string
    readonly key: string
  }
}
