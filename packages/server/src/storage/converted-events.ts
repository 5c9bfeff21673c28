import type { ApiObject } from '@pinnace/meta'
import type { ChangeEvent, WatchEvent } from '@pinnace/watch-cache'
import type { VersionView } from './version-view.ts'

/** The object of a change, as the version that is watched shows it. */
export type ShowEvent = (event: ChangeEvent<ApiObject>) => ApiObject

/** Hands on events once their objects are there. */
export interface ConvertedEvents {
  /** Bytes of stored objects that wait: what a watcher has been sent and not yet taken. */
  readonly pendingBytes: number
  /** Events of one tick, in order; `deliver` is called in the order of calls, at once where nothing is waited for. */
  push(events: readonly WatchEvent<ApiObject>[]): void
  /** Does something after all that has been pushed was delivered. */
  afterwards(action: () => void): void
}

/** Options for {@link createConvertedEvents}. */
export interface ConvertedEventsOptions {
  readonly view: VersionView
  readonly deliver: (events: readonly WatchEvent<ApiObject>[], show: ShowEvent) => void
  /** A conversion failed: nothing is delivered any more. */
  readonly onError: (error: unknown) => void
}

/**
 * Converts events for one watcher, where conversion has to be waited for. What waits is bounded by the watch cache, which
 * hands out nothing more while `pendingBytes` is high, and ends a watch that stays behind. An event is converted once,
 * however many watch that version.
 */
export function createConvertedEvents({ view, deliver, onError }: ConvertedEventsOptions): ConvertedEvents {
  if (view.isImmediate) {
    const show: ShowEvent = (event) => view.fromStorage(event.entry.object())
    return { pendingBytes: 0, push: (events) => deliver(events, show), afterwards: (action) => action() }
  }
  let pendingBytes = 0
  let failed = false
  let last: Promise<void> = Promise.resolve()
  const push = (events: readonly WatchEvent<ApiObject>[]): void => {
    const bytes = sizeOf(events)
    pendingBytes += bytes
    const shown = showAll(view, events)
    // A failure is told in its turn, after what was before it.
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

/** The objects of these events: one conversion for all that nobody has asked for yet. */
async function showAll(
  view: VersionView,
  events: readonly WatchEvent<ApiObject>[],
): Promise<ReadonlyMap<ChangeEvent<ApiObject>, ApiObject>> {
  let known = converting.get(view)
  if (known === undefined) converting.set(view, (known = new WeakMap()))
  const changes = events.filter((event): event is ChangeEvent<ApiObject> => event.type !== 'BOOKMARK')
  const fresh = changes.filter((event) => !known.has(event))
  if (fresh.length > 0) {
    const batch = Promise.resolve(view.show(fresh.map((event) => event.entry.object())))
    for (const [index, event] of fresh.entries()) {
      const one = batch.then((objects) => objects[index]!)
      known.set(event, one)
      // What failed is asked for again by whoever comes next.
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
