import { formatGroupResource, type GroupResource } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { ReadableMetrics } from './create-metrics.ts'

/** What {@link addServerGauges} reads. */
export interface ServerGaugeSource {
  /** Requests in progress. */
  readonly inFlight: { readonly reading: number; readonly mutating: number }
  readonly store: Store
  /** Key prefixes of the stored resources. */
  readonly storages: ReadonlyMap<string, GroupResource>
  /** The watch caches that have been opened. */
  readonly caches: Iterable<readonly [GroupResource, { readonly revision: bigint }]>
}

/** Adds gauges that are computed when metrics are read: requests in progress, and stored objects by resource. */
export function addServerGauges(metrics: ReadableMetrics, read: () => ServerGaugeSource): void {
  const inFlight = metrics.gauge({
    name: 'apiserver_current_inflight_requests',
    help: 'Maximal number of currently used inflight request limit of this apiserver per request kind in last second.',
    labelNames: ['request_kind'],
    stability: 'STABLE',
  })
  const help =
    'Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.'
  // upstream: apiserver/pkg/storage/etcd3/metrics, objectCounts and newObjectCounts
  const oldObjects = metrics.gauge({
    name: 'apiserver_storage_objects',
    help: `[DEPRECATED, consider using apiserver_resource_objects instead] ${help}`,
    labelNames: ['resource'],
    stability: 'STABLE',
  })
  const objects = metrics.gauge({ name: 'apiserver_resource_objects', help, labelNames: ['group', 'resource'] })
  const cacheVersions = metrics.gauge({
    name: 'apiserver_watch_cache_resource_version',
    help: 'Current resource version of watch cache broken by resource type. This is truncated to the 15 least significant digits.',
    labelNames: ['group', 'resource'],
  })
  metrics.onRead(async () => {
    const source = read()
    inFlight.set(['readOnly'], source.inFlight.reading)
    inFlight.set(['mutating'], source.inFlight.mutating)
    cacheVersions.reset()
    for (const [{ group, resource }, { revision }] of source.caches) {
      cacheVersions.set([group, resource], Number(revision % 10n ** 15n))
    }
    const counts: (readonly [GroupResource, number])[] = []
    for (const [prefix, storage] of source.storages) counts.push([storage, await countOf(source.store, prefix)])
    // Resources that are no longer served have no series.
    for (const gauge of [objects, oldObjects]) gauge.reset()
    for (const [storage, count] of counts) {
      objects.set([storage.group, storage.resource], count)
      oldObjects.set([formatGroupResource(storage)], count)
    }
  })
}

async function countOf(store: Store, prefix: string): Promise<number> {
  try {
    const page = await store.list(prefix, { limit: 1 })
    return page.entries.length + page.remaining
  } catch {
    return -1
  }
}
