import type { Clock, Metrics } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { MemoryStore } from '@pinnace/store/memory'
import { createBoundedCache } from './bounded-cache.ts'

const buckets = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60]

/** Options for {@link meteredStore}. */
export interface MeteredStoreOptions {
  readonly store: Store | MemoryStore
  readonly metrics: Metrics
  readonly clock: Clock
}

/** The same store, its operations counted. Forks count into the same series. */
// upstream: apiserver/pkg/storage/etcd3/metrics
export function meteredStore({ store, metrics, clock }: MeteredStoreOptions): Store | MemoryStore {
  const total = metrics.counter({
    name: 'etcd_requests_total',
    help: 'Etcd request counts for each operation and object type.',
    labelNames: ['operation', 'group', 'resource'],
  })
  const durations = metrics.histogram({
    name: 'etcd_request_duration_seconds',
    help: 'Etcd request latency in seconds for each operation and object type.',
    labelNames: ['operation', 'group', 'resource'],
    buckets,
  })
  const series = createBoundedCache<(seconds: number) => void>()
  const seriesOf = (operation: string, key: string): ((seconds: number) => void) =>
    series(operation + prefixOf(key), () => {
      const labels = [operation, ...resourceOf(key)]
      const [requests, duration] = [total.of(labels), durations.of(labels)]
      return (seconds) => {
        requests.add()
        duration.observe(seconds)
      }
    })
  const timed = <A>(operation: string, key: string, work: () => A): A => {
    const startedMs = clock.monotonic()
    const done = (): void => seriesOf(operation, key)((clock.monotonic() - startedMs) / 1000)
    const answer = work()
    if (answer instanceof Promise) void answer.then(done, done)
    else done()
    return answer
  }
  const metered: Store = {
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
  if (!('fork' in store)) return metered
  return { ...metered, fork: () => meteredStore({ store: store.fork(), metrics, clock }) as MemoryStore } as MemoryStore
}

// `/registry/<group>/<resource>/`, which begins every key: there are as many as there are resources.
function prefixOf(key: string): string {
  const group = key.indexOf('/', 1) + 1
  const resource = key.indexOf('/', group) + 1
  return key.slice(0, key.indexOf('/', resource) + 1)
}

function resourceOf(key: string): readonly [string, string] {
  const [, , group = '', resource = ''] = key.split('/', 4)
  return [group === 'core' ? '' : group, resource]
}
