import type { AdmissionObjects } from '@pinnace/admission'
import { thenMaybe, type ApiObject, type GroupResource } from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { storageOf, type ServedResource } from '../storage/served-resource.ts'
import type { ServedResources } from '../storage/served-resources.ts'
import { createCachedLists } from './cached-lists.ts'

/** Options for {@link createAdmissionObjects}. */
export interface AdmissionObjectsOptions {
  readonly registry: Registry
  readonly resources: ServedResources
  readonly updateStatus: AdmissionObjects['updateStatus']
}

/** Stored objects for plugins, as they are now. A resource this server does not know has none. */
export function createAdmissionObjects({
  registry,
  resources,
  updateStatus,
}: AdmissionObjectsOptions): AdmissionObjects {
  const cached = createCachedLists()
  // By the object that names it, which plugins keep: what is built in stays what it is, and is looked for once.
  const found = new WeakMap<GroupResource, ServedResource>()
  const find = (name: GroupResource): ServedResource | undefined => {
    const before = found.get(name)
    if (before !== undefined) return before
    const { group, resource } = name
    // Also what nobody can ask for: a group that is turned off still has its objects.
    const [preferred] = registry.versionsOf({ storage: { group, resource } })
    if (preferred === undefined) return undefined
    const served = resources.find(preferred.group, preferred.version, preferred.resource)
    if (served?.definition.builtIn === true) found.set(name, served)
    return served
  }
  return {
    get<T extends ApiObject>(resource: GroupResource, namespace: string, name: string) {
      const served = find(resource)
      if (served === undefined) return undefined
      const storage = storageOf(served)
      return thenMaybe(storage.readNewest(storage.key(namespace, name)), (entry) => entry?.object() as T | undefined)
    },
    list<T extends ApiObject>(resource: GroupResource, namespace: string) {
      const served = find(resource)
      if (served === undefined) return []
      const storage = storageOf(served)
      const known = cached.get(storage, namespace)
      if (known !== undefined) return known as readonly T[]
      return thenMaybe(storage.cache.list({ prefix: storage.scope(namespace) }), ({ entries, contentRevision }) => {
        const objects = entries.map((entry) => entry.object() as T)
        cached.set(storage, namespace, objects, Number(contentRevision))
        return objects
      })
    },
    updateStatus,
  }
}
