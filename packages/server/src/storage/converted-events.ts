import type { ApiObject } from '@pinnace/meta'
import type { ChangeEvent, WatchEvent } from '@pinnace/watch-cache'
import type { VersionView } from './version-view.ts'

/** Returns the object of an event in the watched version. */
export type ShowEvent = (event: ChangeEvent<ApiObject>) => ApiObject

/** Delivers events in order, once their objects have been converted. */
export interface ConvertedEvents {
  /** The size of the stored objects of undelivered events, bytes. */
  readonly pendingBytes: number
  /** Delivers the events of one tick, after those of earlier calls; synchronously if conversion is synchronous. */
  push(events: readonly WatchEvent<ApiObject>[]): void
  /** Runs `action` after all pushed events have been delivered. */
  afterwards(action: () => void): void
}

/** Options for {@link createConvertedEvents}. */
export interface ConvertedEventsOptions {
  readonly view: VersionView
  readonly deliver: (events: readonly WatchEvent<ApiObject>[], show: ShowEvent) => void
  /** Called when a conversion has failed. No more events are delivered. */
  readonly onError: (error: unknown) => void
}

/**
 * Converts events for one watcher. The watch cache bounds the undelivered events: it sends nothing while `pendingBytes`
 * is high, and ends a watch that falls behind. Each event is converted once for all watchers of a version.
 */
export function createConvertedEvents({ view, deliver, onError }: ConvertedEventsOptions): ConvertedEvents {
  if (view.isImmediate) {
    const show: ShowEvent = (event) => view.fromStorage(event.object())
    return { pendingBytes: 0, push: (events) => deliver(events, show), afterwards: (action) => action() }
  }
  let pendingBytes = 0
  let failed = false
  let last: Promise<void> = Promise.resolve()
  const push = (events: readonly WatchEvent<ApiObject>[]): void => {
    const bytes = sizeOf(events)
    pendingBytes += bytes
    const shown = showAll(view, events)
    // A failure is reported in order, after the events before it.
    shown.catch(() => {})
    last = last.then(async () => {
      try {
        const objects = await shown
        if (!failed) deliver(events, (event) => objects.get(event)!)
      } catch (error) {
        if (!failed) onError(error)
        failed = true
      } finally {
        pendingBytes -= bytes
      }
    })
  }
  return {
    get pendingBytes() {
      return pendingBytes
    },
    push,
    afterwards: (action) => void (last = last.then(action)),
  }
}

const converting = new WeakMap<VersionView, WeakMap<ChangeEvent<ApiObject>, Promise<ApiObject>>>()

/** The objects of these events. Those that have not been converted yet are converted together. */
async function showAll(
  view: VersionView,
  events: readonly WatchEvent<ApiObject>[],
): Promise<ReadonlyMap<ChangeEvent<ApiObject>, ApiObject>> {
  let known = converting.get(view)
  if (known === undefined) converting.set(view, (known = new WeakMap()))
  const changes = events.filter((event): event is ChangeEvent<ApiObject> => event.type !== 'BOOKMARK')
  const fresh = changes.filter((event) => !known.has(event))
  if (fresh.length > 0) {
    const batch = Promise.resolve(view.show(fresh.map((event) => event.object())))
    for (const [index, event] of fresh.entries()) {
      const one = batch.then((objects) => objects[index]!)
      known.set(event, one)
      // A failed conversion is retried for the next watcher.
      one.catch(() => known.delete(event))
    }
  }
  const objects = await Promise.all(changes.map((event) => known.get(event)!))
  return new Map(changes.map((event, index) => [event, objects[index]!]))
}

function sizeOf(events: readonly WatchEvent<ApiObject>[]): number {
  let bytes = 0
  for (const event of events) if (event.type !== 'BOOKMARK') bytes += event.entry.value.byteLength
  return bytes
}
