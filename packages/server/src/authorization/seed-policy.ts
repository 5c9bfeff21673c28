import {
  alreadyExists,
  notFound,
  staleObject,
  type ApiObject,
  type Awaitable,
  type GroupVersionResource,
  type Release,
  type Vocabulary,
} from '@pinnace/meta'
import { defaultPolicy, reconcileDefaults, type DefaultsClient, type RbacResource } from '@pinnace/rbac'
import type { Store, StampedValue } from '@pinnace/store'
import { decodeStored } from '@pinnace/watch-cache'

/** A resource of roles or bindings, as it is stored. */
export interface PolicyStorage {
  readonly gvr: GroupVersionResource
  readonly store: Store
  key(namespace: string, name: string): string
  encode(object: ApiObject): Awaitable<StampedValue>
  /** Stores a new object; false if there is one of its name. */
  create(object: ApiObject): Promise<boolean>
}

/** Options for {@link seedPolicy}. */
export interface SeedPolicyOptions {
  readonly vocabulary: Vocabulary
  /** The emulated release. */
  readonly release: Release
  /** Whether a feature gate is on. */
  readonly isEnabled: (gate: string) => boolean
  readonly storageOf: (resource: RbacResource) => PolicyStorage
}

/**
 * Creates missing default roles and bindings, and adds missing rules and subjects to existing ones. Writes to the store
 * directly, without validation and admission, so that a start takes milliseconds.
 */
export async function seedPolicy({ vocabulary, release, isEnabled, storageOf }: SeedPolicyOptions): Promise<void> {
  const client: DefaultsClient = {
    async get(resource, namespace, name) {
      const { store, key } = storageOf(resource)
      const entry = await store.get(key(namespace, name))
      return entry === undefined ? undefined : (decodeStored(entry.value) as never)
    },
    async create(resource, object) {
      const { create, gvr } = storageOf(resource)
      if (!(await create(object))) throw alreadyExists(gvr, object.metadata.name ?? '')
    },
    async update(resource, object) {
      const { store, key, encode, gvr } = storageOf(resource)
      const { name = '', namespace = '', resourceVersion = '0' } = object.metadata
      const condition = { modRevision: BigInt(resourceVersion) }
      const outcome = await store.put(key(namespace, name), await encode(object), condition)
      if (!outcome.done) throw staleObject(gvr, name)
    },
    async delete(resource, namespace, name, uid) {
      const { store, key, encode, gvr } = storageOf(resource)
      const entry = await store.get(key(namespace, name))
      if (entry === undefined) throw notFound(gvr, name)
      const object = decodeStored(entry.value)
      if (object.metadata.uid !== uid) throw staleObject(gvr, name)
      await store.delete(key(namespace, name), await encode(object), { modRevision: entry.modRevision })
    },
  }
  await reconcileDefaults({ vocabulary, client, policy: defaultPolicy(vocabulary, { release, isEnabled }) })
}
