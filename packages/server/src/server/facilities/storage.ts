import {
  noMetrics,
  type ApiObject,
  type GroupResource,
  type Metrics,
  type UserInfo,
  type Vocabulary,
  withErrorCode,
} from '@pinnace/meta'
import { meteredStore } from '@pinnace/metrics'
import { storagePrefix, type ResourceDefinition } from '@pinnace/resources'
import type { Store } from '@pinnace/store'
import { createMemoryStore, type ForkableStore } from '@pinnace/store/memory'
import { createObjectCache } from '@pinnace/watch-cache'
import { createIdentity } from '../bootstrap/identity-lease.ts'
import { openRegistry } from '../built-in-registry.ts'
import type { ServerOptions } from '../server-options.ts'
import { createEncryptionMetrics } from '../../storage/encryption-metrics.ts'
import { sharedReservations } from '../../storage/shared-reservations.ts'
import { createServedResources, type ServedResources } from '../../storage/served-resources.ts'
import { formedStore } from '../../storage/stored-form/formed-store.ts'
import type { WrittenForm } from '../../storage/stored-form/stored-form.ts'
import { createStoredForms, type StoredFormsOptions } from '../../storage/stored-form/stored-forms.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

const noUser: UserInfo = Object.freeze({ username: '', groups: [], extra: {} })

/** The maximum number of parsed objects cached for reads and writes. */
const objectCacheSize = 4096

/** The store, the resources served from it, and their watch caches. */
export const storage: CreateFacility = async (server, options) => {
  const { vocabulary, clock, random, metrics } = server
  const byPrefix = new Map<string, GroupResource>()
  const resourceOf = (prefix: string): GroupResource | undefined => {
    // Forks of this server have the same built-in resources; those of CRDs come and go.
    if (byPrefix.size === 0) for (const each of registry.all) byPrefix.set(storagePrefix(each), each.storage)
    return byPrefix.get(prefix) ?? registry.all.find((each) => storagePrefix(each) === prefix)?.storage
  }
  const given = options.store ?? createMemoryStore({ clock })
  const withLayers: WithLayers = (engine, counters) =>
    withForms(
      counters === noMetrics ? engine : meteredStore({ store: engine, metrics: counters, clock, resourceOf }),
      options,
      {
        registry: () => registry,
        normalize: (definition, object) => normalized(server, resources, definition, object),
        vocabulary,
      },
    )
  const store = withLayers(given, metrics)
  const registry = await openRegistry(server, options)
  const objectCache = createObjectCache(objectCacheSize)
  const newest = given.revision()
  // A store that cannot be reached is an error of the start.
  if (newest instanceof Promise) await newest
  const resources = createServedResources({
    registry,
    store,
    // Other processes may write too; encrypted values may have to be waited for.
    isRemote: given.replicated === true || newest instanceof Promise || options.encryption !== undefined,
    reservationsOf: sharedReservations(given),
    vocabulary,
    clock,
    random,
    objectCache,
  })
  const stopObserving =
    metrics === noMetrics
      ? undefined
      : options.encryption?.observe?.(
          createEncryptionMetrics({ metrics, clock, serverId: createIdentity(random, options.hostname).leaseName }),
        )
  return storageFacility({ engine: given, withLayers, store, registry, resources, stopObserving })
}

/** The store that a server uses: counted, and with the forms in which objects are stored. */
type WithLayers = (engine: Store, metrics: Metrics) => Store

/** A new store in memory contains only what this server writes: without other options, nothing is translated. */
function withForms(
  store: Store,
  { store: given, encryption, storageMediaType }: ServerOptions,
  { vocabulary, ...forms }: Pick<StoredFormsOptions, 'registry' | 'normalize'> & { readonly vocabulary: Vocabulary },
): Store {
  const written = writtenForm(storageMediaType, vocabulary) ?? (store.bytesOnly ? 'json' : 'stamped-json')
  if (given === undefined && encryption === undefined && written === 'stamped-json') return store
  return formedStore(store, createStoredForms({ ...forms, encryption, written }))
}

// upstream: kubeapiserver/options/storage.go and apiserver/pkg/server/options/etcd.go, Validate
function writtenForm(mediaType: string | undefined, { protobufMediaType }: Vocabulary): WrittenForm | undefined {
  switch (mediaType) {
    case undefined:
      return undefined
    case 'application/json':
      return 'json'
    case protobufMediaType:
      return 'protobuf'
    case 'application/yaml':
      return 'yaml'
    default:
      throw new TypeError(
        `storageMediaType ${JSON.stringify(mediaType)} invalid, allowed values: application/json, ${protobufMediaType}, application/yaml`,
      )
  }
}

// upstream: apimachinery/pkg/runtime/serializer/versioning, Decode – what is read from the store gets the defaults too.
function normalized(
  { vocabulary, clock, random }: ServerState,
  resources: ServedResources,
  { group, version, resource, strategy }: ResourceDefinition,
  object: Record<string, unknown>,
): ApiObject {
  const served = resources.find(group, version, resource)
  if (served === undefined) throw new TypeError(`${resource} of ${group}/${version} cannot be decoded`)
  const decoded = served.codec.decode(object, undefined)
  const { namespace = '' } = decoded.metadata
  strategy.defaults?.(decoded, { vocabulary, clock, random, user: noUser, namespace, dryRun: false, warn: () => {} })
  return decoded as ApiObject
}

interface Stored extends Pick<ServerState, 'store' | 'registry' | 'resources'> {
  /** The store of the host, below the layers. */
  readonly engine: Store
  readonly withLayers: WithLayers
  readonly stopObserving?: (() => void) | undefined
}

function storageFacility({ engine, withLayers, store, registry, resources, stopObserving }: Stored): Facility {
  return {
    provides: {
      store,
      registry,
      resources,
      find(group, version, resource) {
        const found = resources.find(group, version, resource)
        return found?.definition.served === false ? undefined : found
      },
      findDeclared: resources.find,
      bodyResource: resources.bodyResource,
    },
    fork({ metrics }) {
      if (!('fork' in engine)) {
        throw withErrorCode(new TypeError('the store of this server does not support forks'), 'server-use')
      }
      const copy = (engine as ForkableStore).fork()
      const ofFork = { store: withLayers(copy, metrics), registry: registry.fork() }
      return storageFacility({
        engine: copy,
        withLayers,
        ...ofFork,
        resources: resources.fork(ofFork.store, ofFork.registry),
      })
    },
    dispose() {
      stopObserving?.()
      return resources.close()
    },
  }
}
