import {
  randomBetween,
  StatusError,
  systemClock,
  systemRandom,
  type Clock,
  type Random,
  type Timer,
} from '@pinnace/meta'
import { microTime } from '../micro-time.ts'
import type { ResourceClient } from '../resource-client.ts'
import { EventWrites } from './event-writes.ts'
import { seriesKey, toEvent, type EventSeries, type Happening, type RecordedEvent } from './recorded-event.ts'

/** Records Events. Recording never waits and never fails. */
export interface EventRecorder {
  /** Writes an Event; the same Event again becomes one with a series. */
  record(happening: Happening): void
  /** Resolves when everything recorded so far has been written or given up. The process stays alive until then. */
  flush(): Promise<void>
  /** Writes the counts of open series, then nothing more. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Options for {@link createEventRecorder}. */
export interface EventRecorderOptions {
  /** A client of the events group's Event. */
  readonly events: ResourceClient<RecordedEvent>
  /** `example.dev/garbage-collector` */
  readonly reportingController: string
  /** Which of several instances. @default the controller's name */
  readonly reportingInstance?: string
  /**
   * Which occurrences are one Event with a series: those with the same reason, or only those that say the same. Counts in
   * a note, as in `Scaled up replica set web from 1 to 2`, are lost with `reason`.
   * @default 'reason'
   */
  readonly seriesBy?: 'reason' | 'note'
  readonly clock?: Clock
  readonly random?: Random
  /** Called with writes that were given up or dropped. */
  readonly onError?: (error: unknown) => void
}

// upstream: client-go/tools/events/event_broadcaster.go – finishTime, refreshTime
const finishMs = 360_000
const refreshMs = 1_800_000
const maxSeries = 4096

/** An Event that occurred once or more. */
interface Series {
  readonly event: RecordedEvent
  count: number
  /** By the wall clock. */
  lastAtMs: number
  /** The count that the server knows. */
  writtenCount: number
  /** By the monotonic clock. */
  refreshedAtMs: number
}

/** A recorder. At most 1000 writes wait, and 4096 series are kept; more are dropped, and reported to `onError`. */
export function createEventRecorder(options: EventRecorderOptions): EventRecorder {
  return new SeriesRecorder(options)
}

/** What a sweep does with a series: its count is written when it ends, and every half hour. */
export function sweepOf(
  series: Pick<Series, 'lastAtMs' | 'refreshedAtMs'>,
  { nowMs, monotonicMs }: { readonly nowMs: number; readonly monotonicMs: number },
): 'end' | 'refresh' | 'keep' {
  if (nowMs - series.lastAtMs >= finishMs) return 'end'
  return monotonicMs - series.refreshedAtMs >= refreshMs ? 'refresh' : 'keep'
}

class SeriesRecorder implements EventRecorder {
  readonly #events: ResourceClient<RecordedEvent>
  readonly #source: { readonly reportingController: string; readonly reportingInstance: string }
  readonly #seriesBy: 'reason' | 'note'
  readonly #clock: Clock
  readonly #random: Random
  readonly #writes: EventWrites
  readonly #series = new Map<string, Series>()
  #sweep: Timer | undefined
  #lastName = 0n
  #isStopped = false

  constructor(options: EventRecorderOptions) {
    const { events, reportingController, reportingInstance = reportingController, seriesBy = 'reason' } = options
    const { clock = systemClock, random = systemRandom, onError = () => {} } = options
    this.#events = events
    this.#source = { reportingController, reportingInstance }
    this.#seriesBy = seriesBy
    this.#clock = clock
    this.#random = random
    this.#writes = new EventWrites({ clock, random, onError })
  }

  readonly record = (happening: Happening): void => {
    if (this.#isStopped) return
    const key = seriesKey(happening, this.#seriesBy)
    const series = this.#series.get(key)
    if (series === undefined) this.#begin(key, happening)
    else this.#count(series)
  }

  readonly flush = (): Promise<void> => this.#writes.flush()

  readonly stop = async (): Promise<void> => {
    this.#isStopped = true
    this.#sweep?.cancel()
    for (const series of this.#series.values()) this.#writeCount(series)
    this.#series.clear()
    await this.#writes.stop()
  };

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  #begin(key: string, happening: Happening): void {
    const eventTime = microTime(this.#clock)
    const event = toEvent(happening, { ...this.#source, eventTime, suffix: this.#nextName() })
    for (const oldest of this.#series.keys()) {
      if (this.#series.size < maxSeries) break
      this.#series.delete(oldest)
    }
    const [lastAtMs, refreshedAtMs] = [this.#clock.now(), this.#clock.monotonic()]
    this.#series.set(key, { event, count: 1, lastAtMs, writtenCount: 1, refreshedAtMs })
    if (this.#sweep === undefined) this.#planSweep()
    this.#writes.add(() => this.#clientOf(event).create(event))
  }

  #count(series: Series): void {
    series.count++
    series.lastAtMs = this.#clock.now()
    // The second occurrence begins the series; later ones are counted until it is refreshed or ends.
    if (series.count === 2) this.#writeCount(series)
  }

  /** Unique within a recorder, also while its clock stands still. */
  #nextName(): string {
    const nanoseconds =
      BigInt(this.#clock.now()) * 1_000_000n + BigInt(Math.floor(randomBetween(this.#random, 0, 1_000_000)))
    this.#lastName = nanoseconds > this.#lastName ? nanoseconds : this.#lastName + 1n
    return this.#lastName.toString(16)
  }

  #writeCount(series: Series): void {
    series.refreshedAtMs = this.#clock.monotonic()
    if (series.writtenCount === series.count) return
    let sent: { readonly count: number; readonly series: EventSeries } | undefined
    this.#writes.add(async () => {
      // A later try writes what the first one wrote.
      sent ??= { count: series.count, series: toSeries(series) }
      await this.#writeSeries(series.event, sent.series)
      series.writtenCount = sent.count
    })
  }

  async #writeSeries(event: RecordedEvent, series: EventSeries): Promise<void> {
    const client = this.#clientOf(event)
    try {
      await client.patch(event.metadata.name ?? '', { series })
    } catch (error) {
      if (!(error instanceof StatusError) || error.code !== 404) throw error
      await client.create({ ...event, series })
    }
  }

  #clientOf({ metadata: { namespace = '' } }: RecordedEvent): ResourceClient<RecordedEvent> {
    return this.#events.namespace(namespace)
  }

  #planSweep(): void {
    this.#sweep = this.#clock.after(finishMs, () => {
      const now = { nowMs: this.#clock.now(), monotonicMs: this.#clock.monotonic() }
      for (const [key, series] of this.#series) {
        const next = sweepOf(series, now)
        if (next !== 'keep' && series.count > 1) this.#writeCount(series)
        if (next === 'end') this.#series.delete(key)
      }
      if (this.#series.size > 0 && !this.#isStopped) this.#planSweep()
      else this.#sweep = undefined
    })
  }
}

function toSeries({ count, lastAtMs }: Series): EventSeries {
  return { count, lastObservedTime: microTime({ now: () => lastAtMs }) }
}
