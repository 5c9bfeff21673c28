import type { GroupResource } from '@pinnace/meta'
import { addServerGauges, isReadable, resolveMetrics, type ServerGaugeSource } from '@pinnace/metrics'
import { storagePrefix } from '@pinnace/resources'
import { createExpressionObserver } from '../../write/expression-metrics.ts'
import type { CreateFacility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** Metrics, and the gauges that are computed when they are read. Forks count into the same metrics. */
export const metrics: CreateFacility = async (server, options) => {
  const resolved = await resolveMetrics(options.metrics)
  if (isReadable(resolved)) addServerGauges(resolved, () => gaugeSourceOf(server))
  return { provides: { metrics: resolved, expressionObserver: createExpressionObserver(resolved, server.clock) } }
}

function gaugeSourceOf({ seats, store, registry }: ServerState): ServerGaugeSource {
  const storages = new Map<string, GroupResource>()
  for (const definition of registry.all) {
    if (definition.virtual !== true) storages.set(storagePrefix(definition), definition.storage)
  }
  return { inFlight: seats, store, storages }
}
