import { notFound, type ApiObject, type GroupResource } from '@pinnace/meta'
import type { ResourceLookup } from '../storage/resource-lookup.ts'
import { storageOf } from '../storage/served-resource.ts'

/** Reads stored objects, in the server's own name. */
export interface ObjectFinder {
  /** The newest state of an object. Throws 404. */
  read<T extends ApiObject>(resource: GroupResource, namespace: string, name: string): Promise<T>
}

/** Creates a finder of objects of the core group. */
export function createObjectFinder(server: ResourceLookup): ObjectFinder {
  return {
    async read<T extends ApiObject>(gr: GroupResource, namespace: string, name: string): Promise<T> {
      const served = server.findDeclared(gr.group, 'v1', gr.resource)
      if (served === undefined) throw notFound(gr, name)
      const storage = storageOf(served)
      const entry = await storage.readNewest(storage.key(namespace, name))
      if (entry === undefined) throw notFound(gr, name)
      return entry.object() as T
    },
  }
}
