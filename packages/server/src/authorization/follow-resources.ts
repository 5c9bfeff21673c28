import type { ApiObject } from '@pinnace/meta'
import { storagePrefix } from '@pinnace/resources'
import type { Store } from '@pinnace/store'
import { decodeStored } from '../storage/outcome.ts'

/** Where what is read goes, by resource. `namespace` is empty for what belongs to the cluster. */
export interface FollowedIndex<R extends string> {
  set(resource: R, object: ApiObject): void
  remove(resource: R, namespace: string, name: string): void
}

/** What lets go of the store again. */
export interface Following extends Disposable {
  /** False once the store has ended a watch: what is known may be old, and has to be read again. */
  readonly isCurrent: boolean
}

/**
 * Reads resources of a store and follows every change: over a store in this process a decision after a write knows of
 * it.
 */
export async function followResources<R extends string>(
  store: Store,
  resources: readonly { readonly group: string; readonly resource: R }[],
  index: FollowedIndex<R>,
): Promise<Following> {
  const watches: Disposable[] = []
  let isCurrent = true
  for (const storage of resources) {
    const { resource } = storage
    const prefix = storagePrefix({ storage })
    const page = await store.list(prefix)
    for (const entry of page.entries) index.set(resource, decodeStored(entry.value))
    const watch = await store.watch(prefix, page.revision, {
      onEvents(events) {
        for (const { type, entry } of events) {
          if (type === 'put') index.set(resource, decodeStored(entry.value))
          else remove(index, resource, entry.key.slice(prefix.length))
        }
      },
      onEnd() {
        isCurrent = false
      },
    })
    watches.push(watch)
  }
  return {
    get isCurrent() {
      return isCurrent
    },
    [Symbol.dispose]() {
      for (const watch of watches) watch[Symbol.dispose]()
    },
  }
}

function remove<R extends string>(index: FollowedIndex<R>, resource: R, rest: string): void {
  const slash = rest.indexOf('/')
  if (slash < 0) index.remove(resource, '', rest)
  else index.remove(resource, rest.slice(0, slash), rest.slice(slash + 1))
}
