import type { HistoryClock } from './clock.ts'
import { expiredValue, expiryOf, type Expiring, type Expiry } from './expiry.ts'
import type { MemoryStore } from '../forkable-store.ts'
import { RevisionedReads } from './revisioned-reads.ts'
import type { Change, RevisionedTree } from './revisioned-tree.ts'
import {
  assertTimeToLive,
  type RangeOptions,
  type RangePage,
  type StoreEntry,
  type StoreEvent,
  type StoreValue,
  type StoreWatcher,
  type WriteCondition,
  type WriteOutcome,
} from '../store.ts'

/** An entry of a {@link TreeStore}. */
export interface TreeEntry extends Expiring {
  readonly created: number
  readonly modified: number
}

/** A write that makes an entry. */
export interface EntryWrite {
  readonly key: string
  readonly value: StoreValue
  readonly created: number
  readonly modified: number
  readonly expiry: Expiry | undefined
}

/** Options of {@link TreeStore}. */
export interface TreeStoreOptions<E extends TreeEntry, C extends Change<E>> {
  readonly state: RevisionedTree<E, C>
  readonly clock: HistoryClock
  /** Throws for a key that cannot be written. @default every key can be */
  readonly assertKey?: (key: string) => void
  readonly createEntry: (write: EntryWrite) => E
  readonly createChange: (deleted: boolean, entry: E, previous: E | undefined) => C
  /** The entry with its value, as callers get it. */
  readonly toEntry: (entry: E) => StoreEntry
  readonly toEvent: (change: C) => StoreEvent
  readonly fork: () => MemoryStore
}

/** A store in memory over a {@link RevisionedTree}. */
export class TreeStore<E extends TreeEntry, C extends Change<E>> implements MemoryStore {
  readonly #options: TreeStoreOptions<E, C>
  readonly #state: RevisionedTree<E, C>
  readonly #reads: RevisionedReads<E, C>

  constructor(options: TreeStoreOptions<E, C>) {
    const { state, clock, toEntry, toEvent } = options
    this.#options = options
    this.#state = state
    this.#reads = new RevisionedReads({
      state,
      clock,
      expire: (entry) => this.#expire(entry),
      expires: 'before operations',
      toEntry,
      toEvent,
    })
  }

  revision(): bigint {
    return this.#reads.revision()
  }

  get(key: string, options?: { readonly revision?: bigint }): StoreEntry | undefined {
    return this.#reads.get(key, options?.revision)
  }

  list(prefix: string, options: RangeOptions = {}): RangePage {
    return this.#reads.list(prefix, options)
  }

  put(key: string, value: StoreValue, condition?: WriteCondition): WriteOutcome {
    assertTimeToLive(value)
    const previous = this.#begin(key)
    return holds(condition, previous) ? this.#commit(key, value, previous, false) : this.#refused(previous)
  }

  delete(key: string, tombstone: StoreValue, condition?: WriteCondition): WriteOutcome {
    const previous = this.#begin(key)
    if (previous === undefined || !holds(condition, previous)) return this.#refused(previous)
    return this.#commit(key, tombstone, previous, true)
  }

  watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Disposable {
    return this.#reads.watch(prefix, afterRevision, watcher)
  }

  compact(revision: bigint): void {
    this.#reads.compact(revision)
  }

  compactedRevision(): bigint {
    return this.#reads.compactedRevision()
  }

  close(): void {
    this.#reads.close()
  }

  fork(): MemoryStore {
    this.#reads.enter()
    return this.#options.fork()
  }

  #begin(key: string): E | undefined {
    this.#reads.enter()
    this.#options.assertKey?.(key)
    return this.#state.get(key)
  }

  #refused(current: E | undefined): WriteOutcome {
    return { done: false, current: this.#readIfAny(current) }
  }

  #commit(key: string, value: StoreValue, previous: E | undefined, deleted: boolean): WriteOutcome {
    const { clock, createEntry, createChange, toEntry, toEvent } = this.#options
    const modified = this.#state.revision + 1
    const expiry = deleted ? undefined : expiryOf(value, () => clock.nowMs())
    // A tombstone has the create revision of the deleted key.
    const entry = createEntry({ key, value, created: previous?.created ?? modified, modified, expiry })
    const change = createChange(deleted, entry, previous)
    const event = toEvent(change)
    const second = this.#reads.second()
    this.#state.apply(change, second)
    this.#state.trim(second)
    if (expiry !== undefined || previous?.expiry !== undefined) this.#reads.scheduleExpiry()
    this.#reads.push(event, modified)
    return { done: true, entry: toEntry(entry), previous: event.previous }
  }

  /** A watcher may have changed the key since it was found to have expired. */
  #expire(entry: E): void {
    const { key, modified, expiry } = entry
    if (expiry === undefined || this.#state.get(key)?.modified !== modified) return
    this.#commit(key, expiredValue(this.#options.toEntry(entry).value, modified, expiry), entry, true)
  }

  #readIfAny(entry: E | undefined): StoreEntry | undefined {
    return entry === undefined ? undefined : this.#options.toEntry(entry)
  }
}

/** Whether the condition of a write holds for the current entry. */
export function holds(condition: WriteCondition | undefined, current: TreeEntry | undefined): boolean {
  return condition === undefined || condition.modRevision === BigInt(current?.modified ?? 0)
}
