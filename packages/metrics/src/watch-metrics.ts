import type { GroupVersionResource, Metrics } from '@pinnace/meta'

/** To call for each write to a watch, with the number of events and their bytes. */
export type CountEvents = (events: number, bytes: number) => void

/** Counts the events sent to watches. */
export interface WatchMetrics {
  /** The function for the watches of that resource. */
  of(gvr: GroupVersionResource): CountEvents
}

// upstream: endpoints/metrics/metrics.go, WatchEvents and WatchEventsSizes
const sizeBuckets = Array.from({ length: 8 }, (_, power) => 1024 * 2 ** power)

/** Creates the metrics of watches. */
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
  const known = new WeakMap<GroupVersionResource, CountEvents>()
  const make = ({ group, version, resource }: GroupVersionResource): CountEvents => {
    const labels = [group, version, resource]
    const [sent, size] = [events.of(labels), sizes.of(labels)]
    return (count, bytes) => {
      sent.add(count)
      // The events of one write are recorded with their average size.
      for (let index = 0; index < count; index++) size.observe(bytes / count)
    }
  }
  return {
    of(gvr) {
      let count = known.get(gvr)
      if (count === undefined) known.set(gvr, (count = make(gvr)))
      return count
    },
  }
}
