import type { GroupVersionResource, Metrics } from '@pinnace/meta'

/** Counts what watchers are sent. */
export interface WatchMetrics {
  /** Told of every write to a watcher: so many events, in so many bytes. */
  of(gvr: GroupVersionResource): (events: number, bytes: number) => void
}

// upstream: endpoints/metrics/metrics.go, WatchEvents and WatchEventsSizes
const sizeBuckets = Array.from({ length: 8 }, (_, power) => 1024 * 2 ** power)

/** The series of watches. */
export function createWatchMetrics(metrics: Metrics): WatchMetrics {
  const labelNames = ['group', 'version', 'resource']
  const events = metrics.counter({
    name: 'apiserver_watch_events_total',
    help: 'Number of events sent in watch clients',
    labelNames,
  })
  const sizes = metrics.histogram({
    name: 'apiserver_watch_events_sizes',
    help: 'Watch event size distribution in bytes',
    labelNames,
    buckets: sizeBuckets,
  })
  return {
    of({ group, version, resource }) {
      const labels = [group, version, resource]
      const [sent, size] = [events.of(labels), sizes.of(labels)]
      return (count, bytes) => {
        sent.add(count)
        // Events of one write share its bytes.
        for (let index = 0; index < count; index++) size.observe(bytes / count)
      }
    },
  }
}
