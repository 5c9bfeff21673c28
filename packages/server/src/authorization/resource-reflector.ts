import type { ApiObject } from '@pinnace/meta'
import { storagePrefix } from '@pinnace/resources'
import type { Store, StoreEvent } from '@pinnace/store'
import { decodeStored } from '@pinnace/watch-cache'
import type { Current } from './on-demand.ts'

/** An index of objects by resource. `namespace` is empty for cluster-scoped resources. */
export interface ResourceIndex<R extends string> {
  set(resource: R, object: ApiObject): void
  remove(resource: R, namespace: string, name: string): void
}

/** The size of an object, in bytes, that is parsed when the index is next needed: not in the turn that commits it. */
const largeBytes = 131_072

/** The most changes that wait until the index is needed: they keep the bytes of their objects. */
const maxWaiting = 16

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
  let waiting: (() => void)[] = []
  const catchUp = (): void => {
    const changes = waiting
    waiting = []
    for (const change of changes) change()
  }
  const dispose = (): void => {
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
            if (waiting.length === 0 && !isLarge) apply({ type, entry })
            else if (waiting.push(() => apply({ type, entry })) > maxWaiting) catchUp()
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
      if (waiting.length > 0) catchUp()
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
