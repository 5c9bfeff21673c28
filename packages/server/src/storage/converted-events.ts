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

/** Gets the events of {@link createConvertedEvents}. */
export interface ConvertedEventsReceiver {
  deliver(events: readonly WatchEvent<ApiObject>[], show: ShowEvent): void
  /** Called when a conversion has failed. No more events are delivered. */
  onError(error: unknown): void
}

/**
 * Converts events for one watcher. The watch cache bounds the undelivered events: it sends nothing while `pendingBytes`
 * is high, and ends a watch that falls behind. Each event is converted once for all watchers of a version.
 */
export function createConvertedEvents(view: VersionView, receiver: ConvertedEventsReceiver): ConvertedEvents {
  return view.isImmediate ? new ImmediateEvents(view, receiver) : new AwaitedEvents(view, receiver)
}

class ImmediateEvents implements ConvertedEvents {
  readonly pendingBytes = 0
  readonly #show: ShowEvent
  readonly #receiver: ConvertedEventsReceiver

  constructor(view: VersionView, receiver: ConvertedEventsReceiver) {
    this.#show = showOf(view)
    this.#receiver = receiver
  }

  push(events: readonly WatchEvent<ApiObject>[]): void {
    this.#receiver.deliver(events, this.#show)
  }

  afterwards(action: () => void): void {
    action()
  }
}

const shows = new WeakMap<VersionView, ShowEvent>()

/** One function for all watchers of a version. */
function showOf(view: VersionView): ShowEvent {
  let show = shows.get(view)
  if (show === undefined) shows.set(view, (show = (event) => view.fromStorage(event.object())))
  return show
}

class AwaitedEvents implements ConvertedEvents {
  pendingBytes = 0
  readonly #view: VersionView
  readonly #receiver: ConvertedEventsReceiver
  #hasFailed = false
  #last: Promise<void> = Promise.resolve()

  constructor(view: VersionView, receiver: ConvertedEventsReceiver) {
    this.#view = view
    this.#receiver = receiver
  }

  push(events: readonly WatchEvent<ApiObject>[]): void {
    const bytes = sizeOf(events)
    this.pendingBytes += bytes
    const shown = showAll(this.#view, events)
    // A failure is reported in order, after the events before it.
    shown.catch(() => {})
    this.#last = this.#last.then(async () => {
      try {
        const objects = await shown
        if (!this.#hasFailed) this.#receiver.deliver(events, (event) => objects.get(event)!)
      } catch (error) {
        if (!this.#hasFailed) this.#receiver.onError(error)
        this.#hasFailed = true
      } finally {
        this.pendingBytes -= bytes
      }
    })
  }

  afterwards(action: () => void): void {
    this.#last = this.#last.then(action)
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
