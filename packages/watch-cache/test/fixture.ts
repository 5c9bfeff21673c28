import type { Clock, StatusError, Timer } from '@pinnace/meta'
import type { StoreValue } from '@pinnace/store'
import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'
import {
  createWatchCache,
  type EntrySelector,
  type WatchCache,
  type WatchCacheOptions,
  type WatchEvent,
  type WatchSink,
} from '@pinnace/watch-cache'

/** A clock that stands still until it is advanced. */
export class FakeClock implements Clock {
  #now = 1_000_000
  #timers: { at: number; callback: () => void }[] = []
  #soon: (() => void)[] = []

  get timers(): number {
    return this.#timers.length
  }

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#now
  }

  after(delayMs: number, callback: () => void): Timer {
    const timer = { at: this.#now + delayMs, callback }
    this.#timers.push(timer)
    return { cancel: () => void (this.#timers = this.#timers.filter((other) => other !== timer)) }
  }

  soon(callback: () => void): void {
    this.#soon.push(callback)
  }

  /** Lets time pass without running anything: what work costs. */
  spend(ms: number): void {
    this.#now += ms
  }

  /** Runs one turn: what was waiting when it began. */
  turn(): void {
    for (const callback of this.#soon.splice(0)) callback()
  }

  /** Runs what waits for the end of this turn, and what that leads to. */
  settle(): void {
    while (this.#soon.length > 0) this.#soon.shift()!()
  }

  advance(ms: number): void {
    const end = this.#now + ms
    this.settle()
    for (;;) {
      const due = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
      if (due === undefined) break
      this.#timers = this.#timers.filter((other) => other !== due)
      this.#now = Math.max(this.#now, due.at)
      due.callback()
      this.settle()
    }
    this.#now = end
  }
}

/** A clock on which a millisecond passes whenever the time is looked at. */
export class BusyClock extends FakeClock {
  override monotonic(): number {
    this.spend(1)
    return super.monotonic()
  }
}

/** Runs turns until the promise is settled. */
export async function settled<T>(promise: Promise<T>, clock: FakeClock): Promise<T> {
  const state = { isOver: false }
  const end = (): void => void (state.isOver = true)
  void promise.then(end, end)
  while (!state.isOver) {
    clock.turn()
    await new Promise((resolve) => void setImmediate(resolve))
  }
  return promise
}

export interface Thing {
  readonly metadata: {
    readonly name: string
    readonly resourceVersion: string
    readonly labels: Readonly<Record<string, string>>
  }
}

export const prefix = '/things/'
export const continueVersion = 'meta.example.dev/v1'

/** A value as the server writes it: JSON that spells its revision, with or without a note. */
export function thing(name: string, labels: Readonly<Record<string, string>> = {}, noted = true): StoreValue {
  return {
    before: `{"metadata":{"name":${JSON.stringify(name)},"resourceVersion":"`,
    after: `","labels":${JSON.stringify(labels)}}}`,
    ...(noted ? { note: { labels, fields: { 'metadata.name': name } } } : {}),
  }
}

export interface Fixture {
  readonly clock: FakeClock
  readonly store: MemoryStore
  readonly cache: WatchCache<Thing>
  /** How often a value was parsed. */
  readonly parses: () => number
  put(key: string, labels?: Readonly<Record<string, string>>): bigint
  delete(key: string): bigint
}

export function createFixture(
  options: Partial<WatchCacheOptions<Thing>> = {},
  clock: FakeClock = new FakeClock(),
): Fixture {
  const store = createMemoryStore({ clock })
  let parses = 0
  const cache = createWatchCache<Thing>({
    store,
    prefix,
    continueVersion,
    clock,
    decode(value) {
      parses++
      return Object.freeze(JSON.parse(Buffer.from(value).toString()) as Thing)
    },
    describe: (object) => ({ labels: object.metadata.labels, fields: { 'metadata.name': object.metadata.name } }),
    ...options,
  })
  const lastLabels = new Map<string, Readonly<Record<string, string>>>()
  return {
    clock,
    store,
    cache,
    parses: () => parses,
    put(key, labels = {}) {
      lastLabels.set(key, labels)
      const outcome = store.put(prefix + key, thing(key, labels))
      if (!outcome.done) throw new Error('not written')
      return outcome.entry.modRevision
    },
    delete(key) {
      const outcome = store.delete(prefix + key, thing(key, lastLabels.get(key)))
      if (!outcome.done) throw new Error('not deleted')
      return outcome.entry.modRevision
    },
  }
}

export interface Collector extends WatchSink<Thing> {
  readonly events: WatchEvent<Thing>[]
  /** `ADDED a/x 5`, `BOOKMARK 7`. */
  readonly received: () => string[]
  ended: boolean
  error: StatusError | undefined
  batches: number
  buffered: number
}

export function collect(): Collector {
  const events: WatchEvent<Thing>[] = []
  return {
    events,
    received: () => events.map(tell),
    ended: false,
    error: undefined,
    batches: 0,
    buffered: 0,
    onEvents(batch) {
      this.batches++
      events.push(...batch)
    },
    bufferedBytes() {
      return this.buffered
    },
    onEnd(error) {
      this.ended = true
      this.error = error
    },
  }
}

function tell(event: WatchEvent<Thing>): string {
  if (event.type === 'BOOKMARK') return `BOOKMARK ${event.revision}${event.initialEventsEnd ? ' initial' : ''}`
  return `${event.type} ${event.entry.key.slice(prefix.length)} ${event.revision}`
}

export function withLabel(name: string, value: string): EntrySelector<Thing> {
  return { isEmpty: false, matches: (entry) => entry.labels[name] === value }
}
