import type { GroupResource, GroupVersionResource, Mutable } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { Store } from '@pinnace/store'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'

/** Objects of one custom resource. */
export interface CustomResourceObjects {
  readonly store: Store
  /** The prefix of their keys. */
  readonly prefix: string
  /** Deletes all of them, in all namespaces; those with finalizers stay until these are removed. */
  deleteAll(): Promise<void>
}

/** What CRDs need of the server. The server writes as itself, without authorization and admission. */
export interface CrdServer {
  /** Updates a CRD. `edit` changes a copy, and runs again after a conflict. Throws NotFound if it does not exist. */
  updateCrd(name: string, edit: (next: Mutable<CustomResourceDefinition>) => void): Promise<void>
  /** The objects of a custom resource; undefined if no CRD declares it. */
  findObjects(gvr: GroupVersionResource): CustomResourceObjects | undefined
}

/** The resources that the server has open. */
export interface OpenResources {
  /** Ends the watches of a resource whose schema has changed; `rereads` also reads all of its objects again. */
  renew(definition: ResourceDefinition, rereads: boolean): void
  /** Closes a resource that is no longer served. */
  drop(resource: GroupResource): void
}
