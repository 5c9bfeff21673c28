import {
  alreadyExists,
  formatTime,
  notFound,
  staleObject,
  type ApiObject,
  type Clock,
  type Random,
  type Vocabulary,
} from '@pinnace/meta'
import { reconcileDefaults, type DefaultsClient } from '@pinnace/rbac'
import { decodeStored } from '../storage/outcome.ts'
import { storageOf, type ServedResource } from '../served-resource.ts'
import type { ServedResources } from '../served-resources.ts'

/** What {@link seedPolicy} writes with. */
export interface SeedPolicyOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly resources: ServedResources
}

/**
 * Makes the default roles and bindings where they are missing and mends those that lack something. They are the
 * server's own and right as they are, so they go to the store directly: a start costs milliseconds.
 */
export async function seedPolicy({ vocabulary, clock, random, resources }: SeedPolicyOptions): Promise<void> {
  const group = vocabulary.group('rbac.authorization')
  const served = (resource: string): ServedResource => resources.find(group, 'v1', resource)!
  const client: DefaultsClient = {
    async get(resource, namespace, name) {
      const storage = storageOf(served(resource))
      const entry = await storage.store.get(storage.key(namespace, name))
      return entry === undefined ? undefined : (decodeStored(entry.value) as never)
    },
    async create(resource, object) {
      const { codec, gvk, gvr, apiVersion } = served(resource)
      const storage = storageOf(served(resource))
      const { name = '', namespace = '' } = object.metadata
      const metadata = { ...object.metadata, uid: random.uid(), creationTimestamp: formatTime(clock.now()) }
      const value = await codec.encode({ ...object, kind: gvk.kind, apiVersion, metadata } as ApiObject)
      const outcome = await storage.store.put(storage.key(namespace, name), value, { modRevision: 0n })
      if (!outcome.done) throw alreadyExists(gvr, name)
    },
    async update(resource, object) {
      const { codec, gvr } = served(resource)
      const storage = storageOf(served(resource))
      const { name = '', namespace = '', resourceVersion = '0' } = object.metadata
      const condition = { modRevision: BigInt(resourceVersion) }
      const outcome = await storage.store.put(storage.key(namespace, name), await codec.encode(object), condition)
      if (!outcome.done) throw staleObject(gvr, name)
    },
    async delete(resource, namespace, name, uid) {
      const { codec, gvr } = served(resource)
      const storage = storageOf(served(resource))
      const entry = await storage.store.get(storage.key(namespace, name))
      if (entry === undefined) throw notFound(gvr, name)
      const object = decodeStored(entry.value)
      if (object.metadata.uid !== uid) throw staleObject(gvr, name)
      await storage.store.delete(storage.key(namespace, name), await codec.encode(object), {
        modRevision: entry.modRevision,
      })
    },
  }
  await reconcileDefaults({ vocabulary, client })
}
