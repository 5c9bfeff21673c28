import {
  delay,
  randomBetween,
  StatusError,
  systemClock,
  systemRandom,
  type ApiObject,
  type Clock,
  type Random,
  type Timer,
} from '@pinnace/meta'
import { microTime } from '../micro-time.ts'
import type { ResourceClient } from '../resource-client.ts'
import { referenceTo, type ObjectReference } from './object-reference.ts'

/** An Event of the events group. */
export interface RecordedEvent extends ApiObject {
  readonly eventTime?: string
  readonly reportingController?: string
  readonly reportingInstance?: string
  readonly action?: string
  readonly reason?: string
  readonly regarding?: ObjectReference
  readonly related?: ObjectReference
  readonly note?: string
  readonly type?: string
  readonly series?: { readonly count: number; readonly lastObservedTime: string }
}

/** Something worth telling whoever looks after a cluster. */
export interface Happening {
  /** What it happened to: an object, or a reference to one. */
  readonly regarding: ApiObject | ObjectReference
  readonly related?: ApiObject | ObjectReference
  readonly type: 'Normal' | 'Warning'
  /** Why, in one word: `ScalingReplicaSet`. */
  readonly reason: string
  /** What was done: `Scaling`. */
  readonly action: string
  /** For people; 1024 bytes are kept. */
  readonly note: string
}

/** Writes down what happens; never waits, never fails. */
export interface EventRecorder {
  /** Writes an Event; what happens again and again becomes one Event with a series. */
  record(happening: Happening): void
  /** Resolves when everything recorded so far has been written, or given up. */
  flush(): Promise<void>
  /** Writes what series have come to, then nothing more. */
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
  readonly clock?: Clock
  readonly random?: Random
  readonly onError?: (error: unknown) => void
}

// upstream: client-go/tools/events/event_broadcaster.go – maxTriesPerEvent, sleepDuration, finishTime, refreshTime; the
// queue is that of its broadcaster.
const maxTries = 12
const retryMs = 10_000
const finishMs = 360_000
const refreshMs = 1_800_000
const maxWaiting = 1000
const maxSeries = 4096
const maxNoteBytes = 1024

interface Series {
  readonly event: RecordedEvent
  count: number
  lastAt: number
  /** What the server has been told. */
  written: number
  refreshedAt: number
}

/** A recorder. At most 1000 writes wait, and 4096 series are remembered; what is more is dropped, and said to `onError`. */
export function createEventRecorder(options: EventRecorderOptions): EventRecorder {
  const { events, reportingController, reportingInstance = reportingController } = options
  const { clock = systemClock, random = systemRandom, onError = () => {} } = options
  const series = new Map<string, Series>()
  const stopping = new AbortController()
  let writing: Promise<void> = Promise.resolve()
  let waiting = 0
  let sweep: Timer | undefined
  let lastName = 0n
  let isStopped = false

  const enqueue = (write: () => Promise<void>): void => {
    if (waiting >= maxWaiting) {
      onError(new Error(`more than ${maxWaiting} events wait to be written`))
      return
    }
    waiting++
    writing = writing.then(async () => {
      await write().catch(onError)
      waiting--
    })
  }
  /** Tries again what did not reach the server; what the server refuses is given up. */
  const attempt = async (write: () => Promise<unknown>): Promise<void> => {
    for (let tries = 1; ; tries++) {
      try {
        await write()
        return
      } catch (error) {
        if (error instanceof StatusError || tries === maxTries || stopping.signal.aborted) throw error
        // The first wait is any part of it, so that clients do not come back together.
        const wait = tries === 1 ? retryMs * randomBetween(random, 0, 1) : retryMs
        await delay(clock, wait, stopping.signal, { keepAlive: false }).catch(() => {})
      }
    }
  }
  const writeSeries = (known: Series): void => {
    known.refreshedAt = clock.monotonic()
    if (known.written === known.count) return
    enqueue(async () => {
      const { count } = known
      const seen = { count, lastObservedTime: microTime({ now: () => known.lastAt }) }
      const { name, namespace } = known.event.metadata
      const client = events.namespace(namespace!)
      await attempt(async () => {
        try {
          await client.patch(name!, { series: seen })
        } catch (error) {
          if (!(error instanceof StatusError) || error.code !== 404) throw error
          await client.create({ ...known.event, series: seen })
        }
      })
      known.written = count
    })
  }
  const planSweep = (): void => {
    sweep = clock.after(finishMs, () => {
      const now = clock.monotonic()
      for (const [key, known] of series) {
        const age = clock.now() - known.lastAt
        if (age >= finishMs) {
          if (known.count > 1) writeSeries(known)
          series.delete(key)
        } else if (known.count > 1 && now - known.refreshedAt >= refreshMs) writeSeries(known)
      }
      if (series.size > 0 && !isStopped) planSweep()
      else sweep = undefined
    })
  }
  const recorder: EventRecorder = {
    record(happening) {
      if (isStopped) return
      const regarding = referenceTo(happening.regarding)
      const related = happening.related === undefined ? undefined : referenceTo(happening.related)
      const { type, reason, action } = happening
      // What it is about stays the same thing when it changes.
      const key = JSON.stringify([type, action, reason, withoutVersion(regarding), withoutVersion(related)])
      const now = clock.now()
      const known = series.get(key)
      if (known !== undefined) {
        known.count++
        known.lastAt = now
        // The second time begins the series; later ones are only counted until it is refreshed or over.
        if (known.count === 2) writeSeries(known)
        return
      }
      const nanoseconds = BigInt(now) * 1_000_000n + BigInt(Math.floor(randomBetween(random, 0, 1_000_000)))
      // Names of one recorder differ also where its clock stands still.
      lastName = nanoseconds > lastName ? nanoseconds : lastName + 1n
      const event: RecordedEvent = {
        metadata: {
          name: `${regarding.name}.${lastName.toString(16)}`,
          namespace: regarding.namespace ?? 'default',
        },
        eventTime: microTime(clock),
        reportingController,
        reportingInstance,
        action,
        reason,
        regarding,
        ...(related === undefined ? {} : { related }),
        note: cut(happening.note),
        type,
      }
      for (const oldest of series.keys()) {
        if (series.size < maxSeries) break
        series.delete(oldest)
      }
      series.set(key, { event, count: 1, lastAt: now, written: 1, refreshedAt: clock.monotonic() })
      if (sweep === undefined) planSweep()
      enqueue(() => attempt(() => events.namespace(event.metadata.namespace!).create(event)))
    },
    async flush() {
      await writing
    },
    async stop() {
      isStopped = true
      sweep?.cancel()
      for (const known of series.values()) writeSeries(known)
      series.clear()
      stopping.abort()
      await writing
    },
    [Symbol.asyncDispose]: () => recorder.stop(),
  }
  return recorder
}

function withoutVersion(reference: ObjectReference | undefined): ObjectReference | undefined {
  return reference && { ...reference, resourceVersion: '' }
}

function cut(note: string): string {
  const bytes = new TextEncoder().encode(note)
  if (bytes.length <= maxNoteBytes) return note
  // A character that is cut in two is left out.
  return new TextDecoder().decode(bytes.subarray(0, maxNoteBytes), { stream: true })
}
