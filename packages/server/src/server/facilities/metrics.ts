import { countServiceAllocations, defaultServiceCidr } from '@pinnace/kinds'
import type { GroupResource } from '@pinnace/meta'
import {
  addAllocationGauges,
  addServerGauges,
  type AllocationSource,
  isReadable,
  resolveMetrics,
  type ServerGaugeSource,
} from '@pinnace/metrics'
import { storagePrefix } from '@pinnace/resources'
import type { Service } from '@pinnace/types/core-v1'
import type { ServiceCIDR } from '@pinnace/types/networking-v1'
import { createExpressionObserver } from '../../write/expression-metrics.ts'
import type { CreateFacility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** Metrics, and the gauges that are computed when they are read. Forks count into the same metrics. */
export const metrics: CreateFacility = async (server, options) => {
  const resolved = await resolveMetrics(options.metrics)
  if (isReadable(resolved)) {
    addServerGauges(resolved, () => gaugeSourceOf(server))
    const serviceCidr = options.serviceCidr ?? defaultServiceCidr
    addAllocationGauges(resolved, server.vocabulary.componentPrefix, () => allocationsOf(server, serviceCidr))
  }
  return { provides: { metrics: resolved, expressionObserver: createExpressionObserver(resolved, server.clock) } }
}

/** Undefined for a server without services. */
async function allocationsOf(
  { find, vocabulary }: ServerState,
  serviceCidr: string,
): Promise<AllocationSource | undefined> {
  const services = find('', 'v1', 'services')?.storage
  if (services === undefined) return undefined
  const { entries } = await services.listRecent('')
  const ranges = await find(vocabulary.group('networking'), 'v1', 'servicecidrs')?.storage?.listRecent('')
  return countServiceAllocations(
    entries.map((entry) => entry.object() as Service),
    ranges?.entries.flatMap((entry) => (entry.object() as ServiceCIDR).spec?.cidrs ?? []) ?? serviceCidr.split(','),
  )
}

function gaugeSourceOf({ seats, store, registry, find }: ServerState): ServerGaugeSource {
  const storages = new Map<string, GroupResource>()
  const caches = new Map<string, readonly [GroupResource, { readonly revision: bigint }]>()
  for (const definition of registry.all) {
    if (definition.virtual === true) continue
    storages.set(storagePrefix(definition), definition.storage)
    const cache = find(definition.group, definition.version, definition.resource)?.storage?.openedCache
    if (cache !== undefined) caches.set(storagePrefix(definition), [definition.storage, cache])
  }
  return { inFlight: seats, store, storages, caches: caches.values() }
}
