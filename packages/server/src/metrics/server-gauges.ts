import { formatGroupResource } from '@pinnace/meta'
import { storagePrefix } from '@pinnace/resources'
import type { ServerCore } from '../core.ts'
import type { ReadableMetrics } from './create-metrics.ts'

/** What is looked up when somebody reads: requests under way, and stored objects by resource. */
export function addServerGauges(metrics: ReadableMetrics, core: () => ServerCore): void {
  const inFlight = metrics.gauge({
    name: 'apiserver_current_inflight_requests',
    help: 'Maximal number of currently used inflight request limit of this apiserver per request kind in last second.',
    labelNames: ['request_kind'],
    stability: 'STABLE',
  })
  const objects = metrics.gauge({
    name: 'apiserver_storage_objects',
    help: 'Number of stored objects at the time of last check split by kind.',
    labelNames: ['resource'],
    stability: 'STABLE',
  })
  metrics.onRead(async () => {
    const { seats, registry, store } = core()
    inFlight.set(['readOnly'], seats.reading)
    inFlight.set(['mutating'], seats.mutating)
    const prefixes = new Map(
      registry.all
        .filter(({ virtual }) => virtual !== true)
        .map((definition) => [storagePrefix(definition), formatGroupResource(definition.storage)]),
    )
    for (const [prefix, resource] of prefixes) {
      const page = await store.list(prefix, { limit: 1 })
      objects.set([resource], page.entries.length + page.remaining)
    }
  })
}
