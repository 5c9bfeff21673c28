import { BoundedMap, thenMaybe, type Clock, type GroupResource, type Metrics } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { ForkableStore, MemoryStore } from '@pinnace/store/memory'
import { createStorageMetrics, type StorageSeries } from './storage-metrics.ts'

const durationBuckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
]

/** Pairs of operation and resource whose series are kept at hand; custom resources come and go. */
const maxKnownSeries = 4096

/** Options for {@link meteredStore}. */
export interface MeteredStoreOptions {
  readonly store: Store | ForkableStore
  readonly metrics: Metrics
  readonly clock: Clock
  /** The resource whose keys start with a prefix; undefined for other keys. */
  readonly resourceOf: (prefix: string) => GroupResource | undefined
}

/** The store, with its operations counted and timed. Forks of it share the metrics. */
// upstream: apiserver/pkg/storage/etcd3/metrics
export function meteredStore({ store, ...options }: MeteredStoreOptions): Store | ForkableStore {
  const meters = { timed: createStoreTimer(options), seriesOf: createPrefixSeries(options) }
  if (!('fork' in store)) return meteredOperations(store, meters)
  return { ...meteredOperations(store, meters), fork: () => meteredFork(store.fork(), meters) }
}

interface StoreMeters {
  readonly timed: StoreTimer
  /** The series of a prefix; undefined if it is not that of a resource. */
  readonly seriesOf: (prefix: string) => StorageSeries | undefined
}

function createPrefixSeries({
  metrics,
  resourceOf,
}: Omit<MeteredStoreOptions, 'store'>): (prefix: string) => StorageSeries | undefined {
  const create = createStorageMetrics(metrics)
  const known = new BoundedMap<string, StorageSeries>({ maxEntries: maxKnownSeries, evict: 'oldest' })
  return (prefix) => {
    const found = known.get(prefix)
    if (found !== undefined) return found
    const resource = resourceOf(prefix)
    if (resource === undefined) return undefined
    const series = create(resource)
    known.set(prefix, series)
    return series
  }
}

type StoreTimer = <R>(operation: string, key: string, work: () => R) => R

function meteredFork(store: MemoryStore, meters: StoreMeters): MemoryStore {
  return { ...meteredOperations(store, meters), fork: () => meteredFork(store.fork(), meters) }
}

// A store in memory answers at once, and so does this one over it.
function meteredOperations(store: MemoryStore, meters: StoreMeters): Omit<MemoryStore, 'fork'>
function meteredOperations(store: Store, meters: StoreMeters): Store
function meteredOperations(store: Store, { timed, seriesOf }: StoreMeters): Store {
  return {
    ...(store.bytesOnly ? { bytesOnly: true as const } : {}),
    ...(store.replicated ? { replicated: true as const } : {}),
    revision: () => store.revision(),
    get: (key, options) => timed('get', key, () => store.get(key, options)),
    list: (prefix, options) =>
      thenMaybe(
        timed('list', prefix, () => store.list(prefix, options)),
        (page) => {
          seriesOf(prefix)?.listed(page)
          return page
        },
      ),
    put: (key, value, condition) =>
      timed(condition?.modRevision === 0n ? 'create' : 'update', key, () => store.put(key, value, condition)),
    delete: (key, tombstone, condition) => timed('delete', key, () => store.delete(key, tombstone, condition)),
    watch: (prefix, afterRevision, watcher) =>
      store.watch(prefix, afterRevision, seriesOf(prefix)?.watched(watcher) ?? watcher),
    compact: (revision) => store.compact(revision),
    compactedRevision: () => store.compactedRevision(),
    close: () => store.close(),
  }
}

function createStoreTimer({ metrics, clock, resourceOf }: Omit<MeteredStoreOptions, 'store'>): StoreTimer {
  const total = metrics.counter({
    name: 'etcd_requests_total',
    help: 'Etcd request counts for each operation and object type.',
    labelNames: ['operation', 'group', 'resource'],
  })
  const durations = metrics.histogram({
    name: 'etcd_request_duration_seconds',
    help: 'Etcd request latency in seconds for each operation and object type.',
    labelNames: ['operation', 'group', 'resource'],
    buckets: durationBuckets,
  })
  type Series = (seconds: number) => void
  const known = new BoundedMap<string, Series>({ maxEntries: maxKnownSeries, evict: 'oldest' })
  const seriesAt = (operation: string, prefix: string): Series | undefined => {
    const found = known.get(operation + prefix)
    if (found !== undefined) return found
    const resource = resourceOf(prefix)
    if (resource === undefined) return undefined
    const series = create(operation, resource)
    known.set(operation + prefix, series)
    return series
  }
  const create = (operation: string, { group, resource }: GroupResource): Series => {
    const labels = [operation, group, resource]
    const [requests, duration] = [total.of(labels), durations.of(labels)]
    return (seconds) => {
      requests.add()
      duration.observe(seconds)
    }
  }
  const seriesOf = (operation: string, key: string): Series => {
    // `/registry/pods/`, or `/registry/services/specs/` and `/registry/example.dev/widgets/`.
    const place = key.indexOf('/', key.indexOf('/', 1) + 1) + 1
    return (
      known.get(operation + key.slice(0, place)) ??
      seriesAt(operation, key.slice(0, key.indexOf('/', place) + 1)) ??
      seriesAt(operation, key.slice(0, place)) ??
      create(operation, { group: '', resource: '' })
    )
  }
  return (operation, key, work) => {
    const startedMs = clock.monotonic()
    const done = (): void => {
      const record = seriesOf(operation, key)
      record((clock.monotonic() - startedMs) / 1000)
    }
    const result = work()
    if (result instanceof Promise) void result.then(done, done)
    else done()
    return result
  }
}
