import { builtInResources } from '@pinnace/kinds'
import { noMetrics } from '@pinnace/meta'
import { meteredStore } from '@pinnace/metrics'
import { createLiveRegistry, type LiveRegistry, type ResourceDefinition } from '@pinnace/resources'
import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'
import { applyRuntimeConfig } from '@pinnace/versioning'
import { createObjectCache } from '@pinnace/watch-cache'
import { checkExpressionWith } from '../../admission/check-expression.ts'
import { runtimeConfigOf, type ServerOptions } from '../server-options.ts'
import { createServedResources, type ServedResources } from '../../storage/served-resources.ts'
import { virtualHandlerOf } from '../../verbs/virtual-resources.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** The maximum number of parsed objects cached for reads and writes. */
const objectCacheSize = 4096

/** The store, the resources served from it, and their watch caches. */
export const storage: CreateFacility = async (server, options) => {
  const { vocabulary, clock, random, metrics } = server
  const given = options.store ?? createMemoryStore({ clock })
  const store = metrics === noMetrics ? given : meteredStore({ store: given, metrics, clock })
  const definitions = await definitionsOf(server, options, (group) => registry.claimed(group))
  const registry: LiveRegistry = createLiveRegistry(
    applyRuntimeConfig(definitions, runtimeConfigOf(options)),
    vocabulary,
  )
  const objectCache = createObjectCache(objectCacheSize)
  return storageFacility(
    { store, registry },
    createServedResources({ registry, store, vocabulary, clock, random, objectCache }),
  )
}

function storageFacility(stored: Pick<ServerState, 'store' | 'registry'>, resources: ServedResources): Facility {
  return {
    provides: {
      ...stored,
      resources,
      find(group, version, resource) {
        const found = resources.find(group, version, resource)
        return found?.definition.served === false ? undefined : found
      },
      findDeclared: resources.find,
      bodyResource: resources.bodyResource,
    },
    fork() {
      if (!('fork' in stored.store)) throw new TypeError('the store of this server does not support forks')
      const store = (stored.store as MemoryStore).fork()
      const registry = stored.registry.fork()
      return storageFacility({ store, registry }, resources.fork(store, registry))
    },
    dispose: () => resources.close(),
  }
}

async function definitionsOf(
  { vocabulary, features }: ServerState,
  options: ServerOptions,
  claimedNames: LiveRegistry['claimed'],
): Promise<readonly ResourceDefinition[]> {
  const builtIn = await builtInResources(vocabulary, {
    isEnabled: (gate) => features.isEnabled(gate),
    claimedNames,
    ...(options.serviceCidr === undefined ? {} : { serviceCidr: options.serviceCidr }),
    ...(options.builtInKinds === undefined ? {} : { kinds: options.builtInKinds }),
    ...checkExpressionWith(options.admissionControl?.expressions),
  })
  // Objects that are created and never stored are served if the server can answer them.
  return [
    ...builtIn.filter(({ virtual, resource }) => virtual !== true || virtualHandlerOf(resource) !== undefined),
    ...((options.resources ?? []) as readonly unknown[] as readonly ResourceDefinition[]),
  ]
}
