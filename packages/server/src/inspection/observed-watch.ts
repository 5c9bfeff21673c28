import type { ApiObject } from '@pinnace/meta'
import type { CacheWatch, WatchCache, WatchEvent, WatchSink } from '@pinnace/watch-cache'
import type { PreparedWatch } from '../storage/watch.ts'

/** A watch whose events are counted. */
export class ObservedWatch {
  events = 0
  bookmarks = 0
  readonly #watch: PreparedWatch
  readonly #cache: Pick<WatchCache<ApiObject>, 'revision'>
  #sink: WatchSink<ApiObject> | undefined
  #running: CacheWatch | undefined

  readonly #onDelivered: (revision: bigint) => void
  #startRevision = 0n

  /** `onDelivered` is called with the revision of each event of a write after the watch began. */
  constructor(
    watch: PreparedWatch,
    cache: Pick<WatchCache<ApiObject>, 'revision'>,
    onDelivered: (revision: bigint) => void,
  ) {
    this.#watch = watch
    this.#cache = cache
    this.#onDelivered = onDelivered
  }

  /** Bytes that the client has not received yet. */
  get bufferedBytes(): number {
    return this.#sink?.bufferedBytes?.() ?? 0
  }

  get deliveredRevision(): bigint {
    return this.#running?.deliveredRevision ?? 0n
  }

  /** How far it is behind its cache, in revisions. */
  get lag(): number {
    if (this.#running === undefined) return 0
    return Math.max(0, Number(this.#cache.revision - this.#running.deliveredRevision))
  }

  readonly start: PreparedWatch = async (sink) => {
    this.#sink = sink
    this.#startRevision = this.#cache.revision
    this.#running = await this.#watch({
      onEvents: (events) => {
        this.#count(events)
        sink.onEvents(events)
      },
      bufferedBytes: () => this.bufferedBytes,
      onEnd: (error) => sink.onEnd(error),
    })
    return this.#running
  }

  #count(events: readonly WatchEvent<ApiObject>[]): void {
    for (const event of events) {
      if (event.type === 'BOOKMARK') {
        this.bookmarks += 1
        continue
      }
      this.events += 1
      if (event.revision > this.#startRevision) this.#onDelivered(event.revision)
    }
  }
}
