import type { RbacResource } from '@pinnace/rbac'
import type { TokenObjects } from '../authentication/index.ts'
import type { PolicyStorage } from '../authorization/index.ts'
import { ownManager } from '../request/loopback-scope.ts'
import { storageOf } from '../storage/served-resource.ts'
import { storeNewObject } from '../storage/store-new-object.ts'
import { ownerOf } from '../storage/owned-fields.ts'
import type { ServerState } from './facilities/server-state.ts'
import type { ServedResources } from '../storage/served-resources.ts'

/** The objects that tokens are verified with. */
export function tokenObjectsOf(resources: ServedResources): TokenObjects {
  return {
    get(resource, namespace, name) {
      const served = resources.find('', 'v1', resource)
      if (served === undefined) return undefined
      const storage = storageOf(served)
      const entry = storage.readNewest(storage.key(namespace, name))
      return entry instanceof Promise ? entry.then((found) => found?.object()) : entry?.object()
    },
  }
}

/** The storage of roles and bindings. */
export function policyStorageOf({
  resources,
  vocabulary,
  clock,
  random,
}: Pick<ServerState, 'resources' | 'vocabulary' | 'clock' | 'random'>): (resource: RbacResource) => PolicyStorage {
  const group = vocabulary.group('rbac.authorization')
  return (resource) => {
    const served = resources.find(group, 'v1', resource)
    if (served === undefined)
      throw new TypeError(`this server does not serve ${resource} of group ${JSON.stringify(group)}`)
    const { gvr, codec } = served
    const { store, key } = storageOf(served)
    return {
      gvr,
      store,
      key,
      encode: (object) => codec.encode(object),
      create: (object) =>
        storeNewObject({ clock, random }, served, {
          namespace: object.metadata.namespace ?? '',
          name: object.metadata.name ?? '',
          build: () => object,
          // The default policy, which all servers of a process share.
          ...(Object.isFrozen(object) ? { sharedBy: object } : {}),
          ownersOf: (named, time) => [ownerOf(named, ownManager(vocabulary), time)],
        }),
    }
  }
}
