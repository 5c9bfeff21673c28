import { deepStrictEqual, fail, ok, strictEqual } from 'node:assert/strict'
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

/** One thing every store promises, and how to find out. `run` gets an empty store of its own and rejects when it lies. */
export interface StorePromise {
  readonly name: string
  readonly run: (store: Store) => Promise<void>
}

export { deepStrictEqual, ok, strictEqual }

export const absent: WriteCondition = { modRevision: 0n }

/** A value that holds the text and spells its revision: `{"text":"a","revision":"7"}`. */
export function valueOf(text: string, note?: unknown): StoreValue {
  const value = { before: `{"text":${JSON.stringify(text)},"revision":"`, after: '"}' }
  return note === undefined ? value : { ...value, note }
}

/** Reads a value of {@link valueOf} back. */
export function readValue(entry: StoreEntry): { readonly text: string; readonly revision: string } {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(entry.value)) as { text: string; revision: string }
}

export function textOf(entry: StoreEntry | undefined): string | undefined {
  return entry === undefined ? undefined : readValue(entry).text
}

/** Writes, expects that to be done, and gives the entry. */
export async function write(
  store: Store,
  key: string,
  text: string = key,
  condition?: WriteCondition,
): Promise<StoreEntry> {
  const outcome = await store.put(key, valueOf(text), condition)
  ok(outcome.done, `put of ${key} was refused`)
  return outcome.entry
}

export async function writeAll(store: Store, keys: readonly string[]): Promise<void> {
  for (const key of keys) await write(store, key)
}

/** Deletes, expects that to be done, and gives the tombstone. */
export async function remove(store: Store, key: string, text: string = `${key} is gone`): Promise<StoreEntry> {
  const outcome = await store.delete(key, valueOf(text))
  ok(outcome.done, `delete of ${key} was refused`)
  return outcome.entry
}

export async function keysOf(store: Store, prefix: string, options?: RangeOptions): Promise<string[]> {
  return (await store.list(prefix, options)).entries.map((entry) => entry.key)
}

/** Expects a StoreError of that code, thrown or rejected. */
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

/** A watch that writes down what it hears. */
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
  get told(): string[] {
    return this.events.map(({ type, entry }) => `${type} ${entry.key} ${entry.modRevision}`)
  }

  /** Waits for that many events, and a moment longer for one too many. */
  async hears(count: number): Promise<readonly StoreEvent[]> {
    await eventually(
      () => this.events.length >= count,
      () => `${count} events, not ${this.events.length}: ${this.told.join(', ')}`,
    )
    await moment()
    strictEqual(this.events.length, count, `heard ${this.told.join(', ')}`)
    return this.events
  }

  stop(): void {
    this.#watch?.[Symbol.dispose]()
  }
}

/** Waits until it holds; two seconds at most. */
export async function eventually(holds: () => boolean, wanted: () => string): Promise<void> {
  const deadline = performance.now() + 2_000
  while (!holds()) {
    if (performance.now() > deadline) fail(`waited in vain for ${wanted()}`)
    await moment()
  }
}

/** Lets a store that answers later do so. */
export function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2))
}
