import type { AdmissionLookupOptions, AdmissionObjects } from '@pinnace/admission'
import { thenMaybe, type ApiObject, type GroupResource } from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { storageOf, type ServedResource } from '../storage/served-resource.ts'
import type { ServedResources } from '../storage/served-resources.ts'
import { createCachedLists } from './cached-lists.ts'

/** Options for {@link createAdmissionObjects}. */
export interface AdmissionObjectsOptions {
  readonly registry: Registry
  readonly resources: ServedResources
  readonly create: AdmissionObjects['create']
  readonly updateStatus: AdmissionObjects['updateStatus']
}

/** Reads the current stored objects, for plugins. A resource that the server does not have is empty. */
export function createAdmissionObjects({
  registry,
  resources,
  create,
  updateStatus,
}: AdmissionObjectsOptions): AdmissionObjects {
  const cached = createCachedLists()
  // Cached by the plugin's GroupResource object. Built-in resources do not change, so each is looked up once.
  const found = new WeakMap<GroupResource, ServedResource>()
  const find = (name: GroupResource): ServedResource | undefined => {
    const before = found.get(name)
    if (before !== undefined) return before
    const { group, resource } = name
    // Includes resources that are not served to clients: a disabled group still has its objects.
    const [preferred] = registry.versionsOf({ storage: { group, resource } })
    if (preferred === undefined) return undefined
    const served = resources.find(preferred.group, preferred.version, preferred.resource)
    if (served?.definition.builtIn === true) found.set(name, served)
    return served
  }
  return {
    get<T extends ApiObject>(
      resource: GroupResource,
      namespace: string,
      name: string,
      options?: AdmissionLookupOptions,
    ) {
      const served = find(resource)
      if (served === undefined) return undefined
      const storage = storageOf(served)
      const key = storage.key(namespace, name)
      const entry = options?.consistent === true ? storage.readNewest(key) : storage.readRecent(key)
      return thenMaybe(entry, (read) => read?.object() as T | undefined)
    },
    list<T extends ApiObject>(resource: GroupResource, namespace: string, options?: AdmissionLookupOptions) {
      const served = find(resource)
      if (served === undefined) return []
      const storage = storageOf(served)
      const known = cached.get(storage, namespace)
      if (known !== undefined) return known as readonly T[]
      const page =
        options?.consistent === true
          ? storage.cache.list({ prefix: storage.scope(namespace) })
          : storage.listRecent(namespace)
      return thenMaybe(page, ({ entries, contentRevision }) => {
        const objects = entries.map((entry) => entry.object() as T)
        cached.set(storage, namespace, objects, Number(contentRevision))
        return objects
      })
    },
    create,
    updateStatus,
  }
}
