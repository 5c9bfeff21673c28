import type { InspectedCache, OpenWatch, WatchReport } from '@pinnace/inspector'
import type { Registry } from '@pinnace/resources'
import type { LoopMeter } from '../health/index.ts'
import type { SeatDumps, Seats } from '../pipeline/seats.ts'
import type { ServedResources } from '../storage/served-resources.ts'
import type { RecordedTrace } from './recorded-trace.ts'
import type { RequestTraces } from './request-traces.ts'

/** What the report needs of the server. */
export interface WatchReportContext {
  readonly registry: Registry
  readonly resources: Pick<ServedResources, 'find'>
  readonly seats: Pick<Seats, 'reading' | 'mutating'>
  readonly flowControl: SeatDumps | undefined
  readonly loopMeter: Pick<LoopMeter, 'recent'>
}

/** The open watches, the watch caches, the requests in flight, and where their time goes. */
export function watchReport(server: WatchReportContext, traces: RequestTraces): WatchReport {
  const { reading, mutating } = server.seats
  const levels = server.flowControl?.dump('dump_priority_levels', false)
  const queues = server.flowControl?.dump('dump_queues', false)
  const loopDelayMs = server.loopMeter.recent
  return {
    watches: Array.from(traces.streaming, openWatch).filter((watch) => watch !== undefined),
    caches: cachesOf(server),
    inFlight: { reading, mutating },
    ...(levels === undefined || queues === undefined ? {} : { flowControl: { levels, queues } }),
    ...(loopDelayMs === undefined ? {} : { loopDelayMs }),
    time: traces.times(),
  }
}

function openWatch(trace: RecordedTrace): OpenWatch | undefined {
  const { watch, info, incoming, number, user, time } = trace
  if (watch === undefined) return undefined
  return {
    request: number,
    user: user?.username ?? '',
    userAgent: incoming.userAgent ?? '',
    target: incoming.target,
    resource: info.resource,
    group: info.group,
    namespace: info.namespace,
    openedAt: time,
    events: watch.events,
    bookmarks: watch.bookmarks,
    bufferedBytes: watch.bufferedBytes,
    deliveredRevision: String(watch.deliveredRevision),
    lag: watch.lag,
  }
}

/** Caches that have been used; versions of a resource share one. */
function cachesOf({ registry, resources }: WatchReportContext): readonly InspectedCache[] {
  const caches = new Map<object, InspectedCache>()
  for (const { group, version, resource } of registry.all) {
    const cache = resources.find(group, version, resource)?.storage?.openedCache
    if (cache === undefined || caches.has(cache)) continue
    caches.set(cache, {
      group,
      resource,
      objects: cache.size,
      watchers: cache.watchers,
      revision: String(cache.revision),
      oldestRevision: String(cache.oldestRevision),
    })
  }
  return [...caches.values()]
}
