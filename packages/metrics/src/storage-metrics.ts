import type { Counter, GroupResource, Metrics } from '@pinnace/meta'
import type { RangePage, StoreWatcher } from '@pinnace/store'

/** Counts the lists and the watches of one resource at the store. The watch of a resource is that of its watch cache. */
export interface StorageSeries {
  listed(page: RangePage): void
  /** The watcher, with its events counted. */
  watched(watcher: StoreWatcher): StoreWatcher
}

/** Creates the series of a resource. */
export type CreateStorageSeries = (resource: GroupResource) => StorageSeries

/** Creates the metrics of what is read from the store. */
// upstream: apiserver/pkg/storage/etcd3/metrics and apiserver/pkg/storage/cacher/metrics
export function createStorageMetrics(metrics: Metrics): CreateStorageSeries {
  const counter = (name: string, help: string, stability?: 'BETA'): Counter =>
    metrics.counter({ name, help, labelNames: ['group', 'resource'], ...(stability && { stability }) })
  const lists = counter('apiserver_storage_list_total', 'Number of LIST requests served from storage')
  const fetched = counter(
    'apiserver_storage_list_fetched_objects_total',
    'Number of objects read from storage in the course of serving a LIST request',
  )
  const evaluated = counter(
    'apiserver_storage_list_evaluated_objects_total',
    'Number of objects tested in the course of serving a LIST request from storage',
  )
  const returned = counter(
    'apiserver_storage_list_returned_objects_total',
    'Number of objects returned for a LIST request from storage',
  )
  const received = counter(
    'apiserver_storage_events_received_total',
    'Number of etcd events received split by kind.',
    'BETA',
  )
  const cached = counter(
    'apiserver_watch_cache_events_received_total',
    'Counter of events received in watch cache broken by resource type.',
  )
  const dispatched = counter(
    'apiserver_watch_cache_events_dispatched_total',
    'Counter of events dispatched in watch cache broken by resource type.',
  )
  const initializations = counter(
    'apiserver_watch_cache_initializations_total',
    'Counter of watch cache initializations broken by resource type.',
  )
  return ({ group, resource }) => {
    const labels = [group, resource]
    const objects = [fetched.of(labels), evaluated.of(labels), returned.of(labels)]
    const events = [received.of(labels), cached.of(labels), dispatched.of(labels)]
    const [listed, started] = [lists.of(labels), initializations.of(labels)]
    return {
      listed({ entries }) {
        listed.add()
        for (const series of objects) series.add(entries.length)
      },
      watched(watcher) {
        started.add()
        return countEvents(watcher, (count) => {
          for (const series of events) series.add(count)
        })
      },
    }
  }
}

function countEvents(watcher: StoreWatcher, count: (events: number) => void): StoreWatcher {
  return {
    onEvents(events) {
      count(events.length)
      watcher.onEvents(events)
    },
    ...(watcher.onProgress === undefined ? {} : { onProgress: (revision: bigint) => watcher.onProgress?.(revision) }),
    onEnd: (error) => watcher.onEnd(error),
  }
}
