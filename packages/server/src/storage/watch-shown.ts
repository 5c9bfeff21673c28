import { toStatusError, StatusError, type ApiObject } from '@pinnace/meta'
import type { CacheEntry, CacheWatch, ChangeEvent, WatchEvent, WatchRequest, WatchStart } from '@pinnace/watch-cache'
import { createConvertedEvents, type ShowEvent } from './converted-events.ts'
import type { ShownFilter } from './entry-selector.ts'
import { storageOf, type ServedResource } from './served-resource.ts'

type Members = Map<string, CacheEntry<ApiObject>>

/**
 * Watches the objects that match once they have been converted, which has to be waited for. The matching objects are
 * remembered, to tell objects that start to match and objects that no longer match from those that have changed.
 */
// upstream: apiserver/pkg/storage/cacher/cache_watcher.go, convertToWatchEvent
export async function watchShown(
  request: WatchRequest<ApiObject>,
  shows: ShownFilter,
  served: ServedResource,
): Promise<CacheWatch> {
  const { sink } = request
  const { members, start } = await stateBefore(request, shows, served)
  let isClosed = false
  let running: CacheWatch | undefined
  const close = (): void => {
    isClosed = true
    running?.[Symbol.dispose]()
  }
  const converted = createConvertedEvents(served.codec, {
    deliver(events, show) {
      const matching = events.flatMap((event) => matchingEvent(event, members, shows, show) ?? [])
      if (!isClosed && matching.length > 0) sink.onEvents(matching)
    },
    onError(error) {
      if (isClosed) return
      close()
      sink.onEnd(toStatusError(error))
    },
  })
  const watched = await storageOf(served).cache.watch({
    ...request,
    start,
    sink: {
      onEvents: (events) => converted.push(events),
      bufferedBytes: () => (sink.bufferedBytes?.() ?? 0) + converted.pendingBytes,
      onEnd: (error) => converted.afterwards(() => (isClosed ? undefined : sink.onEnd(error))),
    },
  })
  running = watched
  return {
    get deliveredRevision() {
      return watched.deliveredRevision
    },
    [Symbol.dispose]: close,
  }
}

/** What matches where a watch starts, for one that is not sent it. */
async function stateBefore(
  request: WatchRequest<ApiObject>,
  shows: ShownFilter,
  served: ServedResource,
): Promise<{ readonly members: Members; readonly start: WatchStart }> {
  const { start, sendInitialEvents = start.kind !== 'exact', sink: _, ...scope } = request
  const members: Members = new Map()
  if (sendInitialEvents) return { members, start }
  try {
    const freshness = start.kind === 'exact' ? start : ({ kind: 'unset' } as const)
    const { entries, revision } = await storageOf(served).cache.list({ ...scope, freshness })
    const objects = await served.codec.show(entries.map((entry) => entry.object()))
    for (const [index, entry] of entries.entries()) {
      const object = objects[index]
      if (object !== undefined && shows(object)) members.set(entry.key, entry)
    }
    return { members, start: { kind: 'exact', revision } }
  } catch (error) {
    // A start that is too old or in the future is answered by the watch itself.
    if (error instanceof StatusError && (error.reason === 'Expired' || error.reason === 'Timeout')) {
      return { members, start }
    }
    throw error
  }
}

/** The event as a watch sees it that knows the matching objects only. */
function matchingEvent(
  event: WatchEvent<ApiObject>,
  members: Members,
  shows: ShownFilter,
  show: ShowEvent,
): WatchEvent<ApiObject> | undefined {
  if (event.type === 'BOOKMARK') return event
  const { key } = event.entry
  const before = members.get(key)
  if (event.type !== 'DELETED' && shows(show(event))) {
    members.set(key, event.entry)
    return eventOf(before === undefined ? 'ADDED' : 'MODIFIED', event, event.entry)
  }
  if (before === undefined) return undefined
  members.delete(key)
  return eventOf('DELETED', event, event.type === 'DELETED' ? event.entry : before.at(event.revision))
}

function eventOf(
  type: ChangeEvent<ApiObject>['type'],
  event: ChangeEvent<ApiObject>,
  entry: CacheEntry<ApiObject>,
): ChangeEvent<ApiObject> {
  if (event.type === type) return event
  const changed: ChangeEvent<ApiObject> = {
    type,
    entry,
    revision: event.revision,
    object: () => (entry === event.entry ? event.object() : entry.object()),
    line: (_representation, make) => make(changed),
  }
  return changed
}
