import type { Change, RevisionedTree } from './revisioned-tree.ts'
import {
  StoreError,
  type RangeOptions,
  type RangePage,
  type StoreEntry,
  type StoreEvent,
  type StoreWatcher,
} from './store.ts'
import { WatcherQueue } from './watcher-queue.ts'

/** Options of {@link RevisionedReads}. */
export interface RevisionedReadsOptions<E extends { readonly key: string }, C extends Change<E>> {
  readonly state: RevisionedTree<E, C>
  /** The current second, for history that is compacted by age. */
  readonly second: () => number
  /** The entry with its value, as callers get it. */
  readonly toEntry: (entry: E) => StoreEntry
  readonly toEvent: (change: C) => StoreEvent
}

/** The reads and watches of a store whose keys and history are a {@link RevisionedTree}. */
export class RevisionedReads<E extends { readonly key: string }, C extends Change<E>> {
  readonly #options: RevisionedReadsOptions<E, C>
  readonly #state: RevisionedTree<E, C>
  readonly #watchers = new WatcherQueue()
  #closed = false

  constructor(options: RevisionedReadsOptions<E, C>) {
    this.#options = options
    this.#state = options.state
  }

  get isClosed(): boolean {
    return this.#closed
  }

  revision(): bigint {
    this.assertOpen()
    return BigInt(this.#state.revision)
  }

  get(key: string, revision: bigint | undefined): StoreEntry | undefined {
    const entry = this.#state.get(key, this.#readRevision(revision))
    return entry === undefined ? undefined : this.#options.toEntry(entry)
  }

  list(prefix: string, { revision, from, limit = 0 }: RangeOptions): RangePage {
    const at = this.#readRevision(revision)
    if (from !== undefined && !from.startsWith(prefix)) throw new TypeError('from must start with the prefix')
    const { entries, remaining } = this.#state.page(prefix, from ?? '', at, limit)
    return { revision: BigInt(at), entries: entries.map(this.#options.toEntry), remaining }
  }

  watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Disposable {
    this.assertOpen()
    this.trim()
    const after = Number(afterRevision)
    if (after < this.#state.oldest) throw this.#compacted(afterRevision)
    return this.#watchers.add(prefix, after, watcher, (delivered) => {
      const events: StoreEvent[] = []
      for (const change of this.#state.changesAfter(delivered)) {
        if (change.entry.key.startsWith(prefix)) events.push(this.#options.toEvent(change))
      }
      return { events, revision: this.#state.revision }
    })
  }

  /** Delivers the change of a revision to the watches. */
  push(event: StoreEvent, revision: number): void {
    this.#watchers.push(event, revision)
  }

  compact(revision: bigint): void {
    this.assertOpen()
    if (revision > BigInt(this.#state.revision)) throw this.#future(revision)
    this.#state.forget(Number(revision))
  }

  compactedRevision(): bigint {
    this.assertOpen()
    this.trim()
    return BigInt(this.#state.oldest)
  }

  trim(): void {
    this.#state.trim(this.#options.second())
  }

  close(): void {
    this.#closed = true
    this.#watchers.endAll(undefined)
  }

  assertOpen(): void {
    if (this.#closed) throw new StoreError('Closed', 'the store is closed')
  }

  #readRevision(revision: bigint | undefined): number {
    this.assertOpen()
    if (revision === undefined) return this.#state.revision
    if (revision > BigInt(this.#state.revision)) throw this.#future(revision)
    this.trim()
    if (revision < BigInt(this.#state.oldest)) throw this.#compacted(revision)
    return Number(revision)
  }

  #compacted(revision: bigint): StoreError {
    return new StoreError('Compacted', `revision ${revision} is compacted, the oldest is ${this.#state.oldest}`)
  }

  #future(revision: bigint): StoreError {
    return new StoreError(
      'FutureRevision',
      `revision ${revision} does not exist yet, the newest is ${this.#state.revision}`,
    )
  }
}
