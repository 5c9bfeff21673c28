import { BoundedMap, type Clock, type Metrics } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { MemoryStore } from '@pinnace/store/memory'

const durationBuckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
]

/** Pairs of operation and resource whose series are kept at hand; custom resources come and go. */
const maxKnownSeries = 4096

/** Options for {@link meteredStore}. */
export interface MeteredStoreOptions {
  readonly store: Store | MemoryStore
  readonly metrics: Metrics
  readonly clock: Clock
}

/** The store, with its operations counted and timed. Forks of it share the metrics. */
// upstream: apiserver/pkg/storage/etcd3/metrics
export function meteredStore({ store, metrics, clock }: MeteredStoreOptions): Store | MemoryStore {
  const timed = createStoreTimer(metrics, clock)
  return 'fork' in store ? meteredFork(store, timed) : meteredOperations(store, timed)
}

type StoreTimer = <R>(operation: string, key: string, work: () => R) => R

function meteredFork(store: MemoryStore, timed: StoreTimer): MemoryStore {
  return { ...meteredOperations(store, timed), fork: () => meteredFork(store.fork(), timed) }
}

// A store in memory answers at once, and so does this one over it.
function meteredOperations(store: MemoryStore, timed: StoreTimer): Omit<MemoryStore, 'fork'>
function meteredOperations(store: Store, timed: StoreTimer): Store
function meteredOperations(store: Store, timed: StoreTimer): Store {
  return {
    revision: () => store.revision(),
    get: (key, options) => timed('get', key, () => store.get(key, options)),
    list: (prefix, options) => timed('list', prefix, () => store.list(prefix, options)),
    put: (key, value, condition) =>
      timed(condition?.modRevision === 0n ? 'create' : 'update', key, () => store.put(key, value, condition)),
    delete: (key, tombstone, condition) => timed('delete', key, () => store.delete(key, tombstone, condition)),
    watch: (prefix, afterRevision, watcher) => store.watch(prefix, afterRevision, watcher),
    compact: (revision) => store.compact(revision),
    compactedRevision: () => store.compactedRevision(),
    close: () => store.close(),
  }
}

function createStoreTimer(metrics: Metrics, clock: Clock): StoreTimer {
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
  const known = new BoundedMap<string, (seconds: number) => void>({ maxEntries: maxKnownSeries, evict: 'oldest' })
  const create = (operation: string, key: string): ((seconds: number) => void) => {
    const labels = [operation, ...resourceOf(key)]
    const [requests, duration] = [total.of(labels), durations.of(labels)]
    return (seconds) => {
      requests.add()
      duration.observe(seconds)
    }
  }
  return (operation, key, work) => {
    const startedMs = clock.monotonic()
    const done = (): void => {
      const record = known.getOrInsertComputed(operation + prefixOf(key), () => create(operation, key))
      record((clock.monotonic() - startedMs) / 1000)
    }
    const result = work()
    if (result instanceof Promise) void result.then(done, done)
    else done()
    return result
  }
}

// `/registry/<group>/<resource>/`: keys have as many prefixes as there are resources.
function prefixOf(key: string): string {
  const group = key.indexOf('/', 1) + 1
  const resource = key.indexOf('/', group) + 1
  return key.slice(0, key.indexOf('/', resource) + 1)
}

function resourceOf(key: string): readonly [string, string] {
  const [, , group = '', resource = ''] = key.split('/', 4)
  return [group === 'core' ? '' : group, resource]
}
