import type { AdmissionObjects } from '@pinnace/admission'
import { chain, type ApiObject, type GroupResource } from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { storageOf, type ServedResource } from '../served-resource.ts'
import type { ServedResources } from '../served-resources.ts'

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
  const find = ({ group, resource }: GroupResource): ServedResource | undefined => {
    // Also what nobody can ask for: a group that is turned off still has its objects.
    const [preferred] = registry.versionsOf({ storage: { group, resource } })
    return preferred === undefined ? undefined : resources.find(preferred.group, preferred.version, preferred.resource)
  }
  return {
    get<T extends ApiObject>(resource: GroupResource, namespace: string, name: string) {
      const served = find(resource)
      if (served === undefined) return undefined
      const storage = storageOf(served)
      return chain(storage.readNewest(storage.key(namespace, name)), (entry) => entry?.object() as T | undefined)
    },
    list<T extends ApiObject>(resource: GroupResource, namespace: string) {
      const served = find(resource)
      if (served === undefined) return []
      const storage = storageOf(served)
      return chain(storage.cache.list({ prefix: storage.scope(namespace) }), ({ entries }) =>
        entries.map((entry) => entry.object() as T),
      )
    },
    updateStatus,
  }
}
