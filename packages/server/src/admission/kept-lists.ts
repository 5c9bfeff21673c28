import type { ApiObject } from '@pinnace/meta'
import type { ResourceStorage } from '../storage/resource-storage.ts'

/** Short lists of what changes rarely (webhook configurations, classes, quotas), kept until something changes. */
export interface KeptLists {
  /** The list as it is now; undefined where it is not known. */
  find(storage: ResourceStorage, namespace: string): readonly ApiObject[] | undefined
  /** @param change what the list was made at */
  keep(storage: ResourceStorage, namespace: string, objects: readonly ApiObject[], change: number): void
}

interface Kept {
  readonly change: number
  readonly byNamespace: Map<string, readonly ApiObject[]>
}

/** Objects of longer lists are left to the cache of parsed objects, which is bounded. */
const longestList = 32

/** Namespaces of one resource; at the bound all are forgotten. */
const maxNamespaces = 1024

/** Nothing is kept yet. */
export function createKeptLists(): KeptLists {
  const byStorage = new WeakMap<ResourceStorage, Kept>()
  return {
    find(storage, namespace) {
      const kept = byStorage.get(storage)
      return kept !== undefined && kept.change === storage.cache.newestChange()
        ? kept.byNamespace.get(namespace)
        : undefined
    },
    keep(storage, namespace, objects, change) {
      if (objects.length > longestList) return
      let kept = byStorage.get(storage)
      if (kept === undefined || kept.change !== change || kept.byNamespace.size >= maxNamespaces) {
        byStorage.set(storage, (kept = { change, byNamespace: new Map() }))
      }
      kept.byNamespace.set(namespace, objects)
    },
  }
}
