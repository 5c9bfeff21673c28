import { BoundedMap, type ApiObject } from '@pinnace/meta'
import type { ResourceStorage } from '../storage/resource-storage.ts'

/** A cache of short lists of objects that rarely change (webhook configurations, classes, quotas), by namespace. */
export interface CachedLists {
  /** The current list; undefined if it is not cached, or has changed. */
  get(storage: ResourceStorage, namespace: string): readonly ApiObject[] | undefined
  /** @param change the revision of the last change in the list */
  set(storage: ResourceStorage, namespace: string, objects: readonly ApiObject[], change: number): void
}

interface ListsOfResource {
  readonly change: number
  readonly byNamespace: BoundedMap<string, readonly ApiObject[]>
}

/** Longer lists are not cached: their objects are in the bounded cache of parsed objects. */
const maxListLength = 32

/** Cached namespaces of one resource; the oldest is evicted first. */
const maxNamespaces = 1024

/** Creates an empty cache. */
export function createCachedLists(): CachedLists {
  const byStorage = new WeakMap<ResourceStorage, ListsOfResource>()
  return {
    get(storage, namespace) {
      const lists = byStorage.get(storage)
      return lists !== undefined && lists.change === storage.cache.newestChange()
        ? lists.byNamespace.get(namespace)
        : undefined
    },
    set(storage, namespace, objects, change) {
      if (objects.length > maxListLength) return
      let lists = byStorage.get(storage)
      if (lists === undefined || lists.change !== change) {
        lists = { change, byNamespace: new BoundedMap({ maxEntries: maxNamespaces, evict: 'oldest' }) }
        byStorage.set(storage, lists)
      }
      lists.byNamespace.set(namespace, objects)
    },
  }
}
