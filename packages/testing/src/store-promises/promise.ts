import { fail, ok } from 'node:assert/strict'
import { inspect, isDeepStrictEqual } from 'node:util'
import {
  StoreError,
  type Awaitable,
  type RangeOptions,
  type Store,
  type StoreEntry,
  type StoreErrorCode,
  type StoreEvent,
  type StoreValue,
  type WriteCondition,
} from '@pinnace/store'
import { expectDefined } from '../expect-defined.ts'

/** One behavior every store guarantees. `run` gets an empty store of its own and rejects when it breaks the promise. */
export interface StorePromise {
  readonly name: string
  /** The stores that make the promise: those that put revisions into values, or those that take bytes only. @default all */
  readonly by?: 'stamping' | 'bytesOnly'
  readonly run: (store: Store) => Promise<void>
}

export { ok }

// Reports of bounded length: from Node 22 on, node:assert compares printed values line by line, which takes minutes and
// gigabytes for an entry that keeps large buffers.
const show = (value: unknown): string => inspect(value, { maxArrayLength: 100, maxStringLength: 200, breakLength: 120 })

/** Fails unless both are the same value. */
export function strictEqual<Value>(
  actual: unknown,
  expected: Value,
  message = 'the same value',
): asserts actual is Value {
  ok(Object.is(actual, expected), `expected ${message}: ${show(expected)}, got ${show(actual)}`)
}

/** Fails unless both have the same prototypes, members and values, at every depth. */
export function deepStrictEqual(actual: unknown, expected: unknown): void {
  ok(isDeepStrictEqual(actual, expected), `expected ${show(expected)}, got ${show(actual)}`)
}

export const absent: WriteCondition = { modRevision: 0n }

/** A value that contains the text, and its own revision where the store inserts it: `{"text":"a","revision":"7"}`. */
export function valueOf({ bytesOnly }: Store, text: string, note?: unknown): StoreValue {
  const noted = note === undefined ? {} : { note }
  if (bytesOnly) return { bytes: Buffer.from(JSON.stringify({ text })), ...noted }
  return { before: `{"text":${JSON.stringify(text)},"revision":"`, after: '"}', ...noted }
}

/** Parses a value made by {@link valueOf}. */
export function readValue(entry: StoreEntry): { readonly text: string; readonly revision?: string } {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(entry.value)) as { text: string }
}

/** Fails unless this is a tombstone that was written with `text`; one with the `last` value, if the store may have that. */
export function expectTombstone(
  store: Store,
  entry: StoreEntry,
  { text, last }: Record<'text' | 'last', string>,
): void {
  const found = textOf(entry)
  ok(found === text || (store.bytesOnly === true && found === last), `the tombstone contains ${show(found)}`)
}

export function textOf(entry: StoreEntry | undefined): string | undefined {
  return entry === undefined ? undefined : readValue(entry).text
}

/** Writes, expects success, and returns the entry. */
export async function write(
  store: Store,
  key: string,
  text: string = key,
  condition?: WriteCondition,
): Promise<StoreEntry> {
  const outcome = await store.put(key, valueOf(store, text), condition)
  ok(outcome.done, `put of ${key} was refused`)
  return outcome.entry
}

export async function writeAll(store: Store, keys: readonly string[]): Promise<void> {
  for (const key of keys) await write(store, key)
}

/** Deletes, expects success, and returns the tombstone. */
export async function remove(store: Store, key: string, text: string = `${key} is gone`): Promise<StoreEntry> {
  const outcome = await store.delete(key, valueOf(store, text))
  ok(outcome.done, `delete of ${key} was refused`)
  return outcome.entry
}

/** The entry of a key, which must exist. */
export async function readEntry(store: Store, key: string): Promise<StoreEntry> {
  return expectDefined(await store.get(key), `the entry of ${key}`)
}

export async function keysOf(store: Store, prefix: string, options?: RangeOptions): Promise<string[]> {
  return (await store.list(prefix, options)).entries.map((entry) => entry.key)
}

/** Expects a StoreError with this code, thrown or as a rejection. */
export async function refuses(code: StoreErrorCode, action: () => Awaitable<unknown>): Promise<void> {
  try {
    await action()
  } catch (error) {
    ok(error instanceof StoreError, `${String(error)} is not a StoreError`)
    strictEqual(error.code, code)
    return
  }
  fail(`nothing was thrown, a StoreError ${code} was expected`)
}

/** A watch that records its events. */
export class Listener {
  readonly events: StoreEvent[] = []
  readonly ends: (StoreError | undefined)[] = []
  progress = 0n
  #watch: Disposable | undefined

  static async start(store: Store, prefix: string, after: bigint): Promise<Listener> {
    const listener = new Listener()
    listener.#watch = await store.watch(prefix, after, {
      onEvents: (events) => void listener.events.push(...events),
      onProgress: (revision) => void (listener.progress = revision),
      onEnd: (error) => void listener.ends.push(error),
    })
    return listener
  }

  /** `put a 3`, `delete a 4`. */
  get lines(): string[] {
    return this.events.map(({ type, entry }) => `${type} ${entry.key} ${entry.modRevision}`)
  }

  /** Waits until there are exactly `count` events, and a moment longer for surplus ones. */
  async receives(count: number): Promise<readonly StoreEvent[]> {
    await eventually(
      () => this.events.length >= count,
      () => `${count} events, not ${this.events.length}: ${this.lines.join(', ')}`,
    )
    await moment()
    strictEqual(this.events.length, count, `the number of events (${this.lines.join(', ')})`)
    return this.events
  }

  /** Waits for the only event. */
  async receivesOne(): Promise<StoreEvent> {
    const [event] = await this.receives(1)
    return expectDefined(event, 'the event')
  }

  stop(): void {
    this.#watch?.[Symbol.dispose]()
  }
}

/** Waits until the condition holds, for ten seconds at most: engines of other processes share the machine with tests. */
export async function eventually(holds: () => boolean, wanted: () => string): Promise<void> {
  const deadline = performance.now() + 10_000
  while (!holds()) {
    if (performance.now() > deadline) fail(`timed out waiting for ${wanted()}`)
    await moment()
  }
}

/** Waits 2 ms, so that an asynchronous store can call its watchers. */
export function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2))
}
