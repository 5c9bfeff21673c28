import { createRbacIndex, type RbacIndex, type RbacObjects, type RbacResource } from '@pinnace/rbac'
import type { Vocabulary } from '@pinnace/meta'
import { storagePrefix } from '@pinnace/resources'
import type { Store, StoreEntry } from '@pinnace/store'
import { decodeStored } from '../outcome.ts'

/** The four resources that decisions are made of. */
const policyResources: readonly RbacResource[] = ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings']

/** Roles and bindings as they are stored now, and what lets go of the store again. */
export interface FollowedPolicy extends Disposable {
  readonly index: RbacIndex
  /** False once the store has ended a watch: what is known may be old, and has to be read again. */
  readonly isCurrent: boolean
}

/**
 * Reads the roles and bindings of a store and follows every change: over a store in this process a decision after a
 * write knows of it.
 */
export async function followPolicy(store: Store, vocabulary: Vocabulary): Promise<FollowedPolicy> {
  const index = createRbacIndex(vocabulary)
  const group = vocabulary.group('rbac.authorization')
  const watches: Disposable[] = []
  let isCurrent = true
  for (const resource of policyResources) {
    const prefix = storagePrefix({ storage: { group, resource } })
    const page = await store.list(prefix)
    for (const entry of page.entries) index.set(resource, objectOf(entry))
    const watch = await store.watch(prefix, page.revision, {
      onEvents(events) {
        for (const { type, entry } of events) {
          if (type === 'put') index.set(resource, objectOf(entry))
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
    index,
    get isCurrent() {
      return isCurrent
    },
    [Symbol.dispose]() {
      for (const watch of watches) watch[Symbol.dispose]()
    },
  }
}

function objectOf(entry: StoreEntry): RbacObjects[RbacResource] {
  return decodeStored(entry.value) as RbacObjects[RbacResource]
}

function remove(index: RbacIndex, resource: RbacResource, rest: string): void {
  const slash = rest.indexOf('/')
  if (slash < 0) index.remove(resource, '', rest)
  else index.remove(resource, rest.slice(0, slash), rest.slice(slash + 1))
}
