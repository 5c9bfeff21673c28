import { createWatchCache, type ObjectCache } from '@pinnace/watch-cache'
import {
  formatGroupVersion,
  type ApiObject,
  type Clock,
  type GroupResource,
  type GroupVersionKind,
  type Random,
  type Vocabulary,
} from '@pinnace/meta'
import { storageId, storagePrefix, type Registry, type ResourceDefinition } from '@pinnace/resources'
import type { ObjectSchema } from '@pinnace/schema'
import type { Store } from '@pinnace/store'
import type { Converter } from '@pinnace/versioning'
import { builtInKindsOf, type BuiltInKinds } from './built-in-kinds.ts'
import { createConverters } from './converters.ts'
import { decodeObject } from './decode-object.ts'
import { serveDefinition } from './serve-definition.ts'
import type { ServedResource } from './served-resource.ts'
import { createDescriber, noteFieldsOf } from './object-note.ts'
import { createReservations } from './shared-reservations.ts'
import { createResourceStorage, type Reservations, type ResourceStorage } from './resource-storage.ts'

/** The resources of one server, with their storage. */
export interface ServedResources {
  /** The resource, also if it is not served to clients. */
  find(group: string, version: string, resource: string): ServedResource | undefined
  bodyResource(parent: ServedResource, kind: GroupVersionKind, schema: () => ObjectSchema): ServedResource
  /** The same resources over a fork of the store, in constant time. */
  fork(store: Store, registry: Registry): ServedResources
  /**
   * Call it when the definition of stored objects has changed. Ends their watches; with `readsAgain`, because
   * selectable fields have changed, the watch cache is also rebuilt.
   */
  renew(definition: ResourceDefinition, readsAgain: boolean): void
  /** Closes the storage of a resource that is no longer served. */
  drop(storage: GroupResource): void
  /** Ends all watches. */
  close(): void
}

/** Options for {@link createServedResources}. */
export interface ServedResourcesOptions {
  readonly registry: Registry
  readonly store: Store
  /** Whether the store answers asynchronously. */
  readonly isRemote: boolean
  /** The reservations of a resource, which all servers of this process over the same store share. */
  readonly reservationsOf: (resource: GroupResource) => Reservations
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly objectCache: ObjectCache
}

/** Creates storage and codecs for the definitions of a registry. Versions of one resource share their storage. */
export function createServedResources(options: ServedResourcesOptions): ServedResources {
  return build(options, new Map())
}

function build(options: ServedResourcesOptions, storages: Map<string, ResourceStorage>): ServedResources {
  const { registry, vocabulary, clock } = options
  const served = new WeakMap<ResourceDefinition, ServedResource>()
  const bodies = new Map<string, ServedResource>()
  const converterFor = createConverters(registry, clock)

  const storageFor = (definition: ResourceDefinition): ResourceStorage => {
    const id = storageId(definition)
    let storage = storages.get(id)
    if (storage === undefined) storages.set(id, (storage = openStorage(options, definition, converterFor(definition))))
    return storage
  }
  const builtInKinds: BuiltInKinds = (group) => builtInKindsOf(vocabulary)(group)
  const definitionOf = (kind: GroupVersionKind): ResourceDefinition | undefined => registry.byGvk(kind)
  const serve = (definition: ResourceDefinition, storage: ResourceStorage | undefined): ServedResource => {
    const converter = storage === undefined ? undefined : converterFor(definition)
    const versions = converter === undefined ? [definition] : registry.versionsOf(definition)
    return serveDefinition({
      definition,
      versions,
      converter,
      storage,
      vocabulary,
      clock,
      builtInKinds,
      definitionOf,
    })
  }
  return {
    find(group, version, resource) {
      const definition = registry.declared(group, version, resource)
      if (definition === undefined) return undefined
      let found = served.get(definition)
      if (found === undefined) {
        found = serve(definition, definition.virtual === true ? undefined : storageFor(definition))
        served.set(definition, found)
      }
      return found
    },
    bodyResource(parent, kind, schema) {
      const id = `${formatGroupVersion(kind)}/${kind.kind}`
      let found = bodies.get(id)
      if (found === undefined)
        bodies.set(id, (found = serve(bodyDefinition(parent.definition, kind, schema), undefined)))
      return found
    },
    renew(definition, readsAgain) {
      const id = storageId(definition)
      if (!readsAgain) {
        storages.get(id)?.endWatches()
        return
      }
      storages.get(id)?.close()
      storages.delete(id)
    },
    drop(storage) {
      const id = storageId({ storage })
      storages.get(id)?.close()
      storages.delete(id)
    },
    fork(forked, ofFork) {
      const copies = new Map<string, ResourceStorage>()
      for (const [id, storage] of storages) copies.set(id, storage.fork(forked))
      return build({ ...options, store: forked, reservationsOf: createReservations(), registry: ofFork }, copies)
    },
    close() {
      for (const storage of storages.values()) storage.close()
    },
  }
}

function openStorage(
  { registry, store, isRemote, reservationsOf, vocabulary, clock, random, objectCache }: ServedResourcesOptions,
  definition: ResourceDefinition,
  converter: Converter | undefined,
): ResourceStorage {
  const versions = converter === undefined ? [definition] : registry.versionsOf(definition)
  const describe = createDescriber(versions, converter)
  return createResourceStorage({
    store,
    isRemote,
    reserved: reservationsOf(definition.storage),
    prefix: storagePrefix(definition),
    namespaced: definition.scope === 'Namespaced',
    createCache: (from, prefix) =>
      createWatchCache<ApiObject>({
        store: from,
        prefix,
        decode: decodeObject,
        describe,
        ...(definition.stored === undefined ? {} : { noteFields: noteFieldsOf(versions) }),
        continueVersion: `${vocabulary.group('meta')}/v1`,
        clock,
        random,
        objectCache,
      }),
  })
}

function bodyDefinition(
  parent: ResourceDefinition,
  kind: GroupVersionKind,
  schema: () => ObjectSchema,
): ResourceDefinition {
  return {
    ...parent,
    ...kind,
    listKind: `${kind.kind}List`,
    schema,
    strategy: {},
    columns: [],
    selectableFields: {},
    subresources: {},
    builtIn: true,
    virtual: true,
  }
}
