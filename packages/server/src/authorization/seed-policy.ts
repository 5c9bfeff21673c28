import {
  alreadyExists,
  formatTime,
  notFound,
  staleObject,
  type ApiObject,
  type Awaitable,
  type Clock,
  type GroupVersionResource,
  type ManagedFieldsEntry,
  type Random,
  type Release,
  type Vocabulary,
} from '@pinnace/meta'
import { defaultPolicy, reconcileDefaults, type DefaultsClient, type RbacResource } from '@pinnace/rbac'
import type { Store, StampedValue } from '@pinnace/store'
import { decodeStored } from '@pinnace/watch-cache'

/** A resource of roles or bindings, as it is stored. */
export interface PolicyStorage {
  readonly gvr: GroupVersionResource
  readonly apiVersion: string
  readonly kind: string
  readonly store: Store
  key(namespace: string, name: string): string
  encode(object: ApiObject): Awaitable<StampedValue>
  /** The managedFields entry of a new object. */
  ownerOf(object: ApiObject, time: string): ManagedFieldsEntry
}

/** Options for {@link seedPolicy}. */
export interface SeedPolicyOptions {
  readonly vocabulary: Vocabulary
  /** The emulated release. */
  readonly release: Release
  readonly clock: Clock
  readonly random: Random
  readonly storageOf: (resource: RbacResource) => PolicyStorage
}

/**
 * Creates missing default roles and bindings, and adds missing rules and subjects to existing ones. Writes to the store
 * directly, without validation and admission, so that a start takes milliseconds.
 */
export async function seedPolicy({ vocabulary, release, clock, random, storageOf }: SeedPolicyOptions): Promise<void> {
  const client: DefaultsClient = {
    async get(resource, namespace, name) {
      const { store, key } = storageOf(resource)
      const entry = await store.get(key(namespace, name))
      return entry === undefined ? undefined : (decodeStored(entry.value) as never)
    },
    async create(resource, object) {
      const { store, key, encode, ownerOf, gvr, apiVersion, kind } = storageOf(resource)
      const { name = '', namespace = '' } = object.metadata
      const time = formatTime(clock.now())
      const managedFields = [ownerOf({ ...object, apiVersion } as ApiObject, time)]
      const metadata = { ...object.metadata, uid: random.uid(), creationTimestamp: time, managedFields }
      const value = await encode({ ...object, kind, apiVersion, metadata } as ApiObject)
      const outcome = await store.put(key(namespace, name), value, { modRevision: 0n })
      if (!outcome.done) throw alreadyExists(gvr, name)
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
  await reconcileDefaults({ vocabulary, client, policy: defaultPolicy(vocabulary, release) })
}
