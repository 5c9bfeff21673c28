import type { ApiObject } from '@pinnace/meta'
import { storagePrefix } from '@pinnace/resources'
import type { Store, StoreEvent } from '@pinnace/store'
import { decodeStored } from '@pinnace/watch-cache'
import type { Current } from './on-demand.ts'
import { WaitingChanges } from './waiting-changes.ts'

/** An index of objects by resource. `namespace` is empty for cluster-scoped resources. */
export interface ResourceIndex<R extends string> {
  set(resource: R, object: ApiObject): void
  remove(resource: R, namespace: string, name: string): void
}

/** The size of an object, in bytes, that is parsed in a turn of its own after its commit, or when the index is needed. */
const largeBytes = 131_072

/**
 * Lists and watches resources, and indexes them. With a store in memory, the index includes every completed write when
 * `isCurrent` has been asked. It is no longer current once the store has ended a watch.
 */
export async function startResourceReflector<R extends string>(
  store: Store,
  resources: readonly { readonly group: string; readonly resource: R }[],
  index: ResourceIndex<R>,
): Promise<Current> {
  const watches: Disposable[] = []
  let isCurrent = true
  // What cannot be parsed fails the request that reads everything again.
  const waiting = new WaitingChanges(() => (isCurrent = false))
  const dispose = (): void => {
    waiting.clear()
    for (const watch of watches) watch[Symbol.dispose]()
  }
  try {
    for (const storage of resources) {
      const { resource } = storage
      const prefix = storagePrefix({ builtIn: true, storage })
      const apply = ({ type, entry }: Pick<StoreEvent, 'type' | 'entry'>): void => {
        if (type === 'put') index.set(resource, decodeStored(entry.value))
        else remove(index, resource, entry.key.slice(prefix.length))
      }
      const page = await store.list(prefix)
      for (const entry of page.entries) index.set(resource, decodeStored(entry.value))
      const watch = await store.watch(prefix, page.revision, {
        onEvents(events) {
          for (const { type, entry } of events) {
            const isLarge = type === 'put' && entry.value.byteLength >= largeBytes
            // Changes keep their order.
            if (waiting.isEmpty && !isLarge) apply({ type, entry })
            else waiting.add(() => apply({ type, entry }))
          }
        },
        onEnd() {
          isCurrent = false
        },
      })
      watches.push(watch)
    }
  } catch (error) {
    dispose()
    throw error
  }
  return {
    get isCurrent() {
      waiting.applyAll()
      return isCurrent
    },
    [Symbol.dispose]: dispose,
  }
}

function remove<R extends string>(index: ResourceIndex<R>, resource: R, path: string): void {
  const slash = path.indexOf('/')
  if (slash < 0) index.remove(resource, '', path)
  else index.remove(resource, path.slice(0, slash), path.slice(slash + 1))
}
