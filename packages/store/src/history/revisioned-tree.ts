import { ChangeLog } from './change-log.ts'
import type { HistoryBounds } from './history-bounds.ts'
import { ExpiryQueue, type Expiring } from './expiry.ts'
import { compareKeys } from './key-order.ts'
import { OrderedTree } from './ordered-tree.ts'

/** A change of a key in the history of a {@link RevisionedTree}. */
export interface Change<E> {
  readonly revision: number
  readonly deleted: boolean
  /** The entry after the change; for a deletion the tombstone. */
  readonly entry: E
  readonly previous: E | undefined
}

/** The entries of a state whose keys have changed since; undefined if none has. */
type Undone<E> = ReadonlyMap<string, E | undefined> | undefined

/** Options of a {@link RevisionedTree}. */
export interface RevisionedTreeOptions<E, C extends Change<E>> {
  readonly bounds: HistoryBounds
  /** The size of an entry's value, in bytes. */
  readonly bytesOf: (entry: E) => number
  /** Called with each change that is compacted. */
  readonly onForget?: (change: C) => void
}

/**
 * The states of a range of keys at every revision since the oldest: the newest state as a tree, and the changes that led
 * to it. An older state is the newest one with later changes reverted, so that history costs its changes only, and a fork
 * is constant time.
 */
export class RevisionedTree<E extends Expiring, C extends Change<E>> {
  readonly #options: RevisionedTreeOptions<E, C>
  #tree: OrderedTree<E>
  #log: ChangeLog<C>
  #revision: number
  #oldest: number
  #historyBytes = 0
  #expiring = new ExpiryQueue<E>()
  /** The first revision of each second with changes, instead of a time with every change. */
  #marks: { readonly second: number; readonly revision: number }[] = []

  /** Creates an empty state at `revision`. */
  constructor(revision: number, options: RevisionedTreeOptions<E, C>) {
    this.#options = options
    this.#tree = new OrderedTree()
    this.#log = new ChangeLog()
    this.#revision = revision
    this.#oldest = revision
  }

  get size(): number {
    return this.#tree.size
  }

  /** The newest revision: of the last change, or later without changes up to it. */
  get revision(): number {
    return this.#revision
  }

  /** The oldest revision that can be read, and after which all changes are known. */
  get oldest(): number {
    return this.#oldest
  }

  /** The number of changes in the history. */
  get historyLength(): number {
    return this.#log.length
  }

  /** Adds an entry of the initial state, without a change. Entries in the order of their keys take the least time. */
  load(entry: E): void {
    this.#tree.append(entry.key, entry)
    this.#expiring.add(entry)
  }

  /** When the first entry expires, in milliseconds of the clock of the store; Infinity if none does. */
  get nextExpiryMs(): number {
    return this.#expiring.nextMs
  }

  /** The entries that have expired, at most `limit`. They are in the state until their deletion is applied. */
  expired(nowMs: number, limit: number): readonly E[] {
    return this.#expiring.due(nowMs, limit)
  }

  /**
   * Applies the next change, made in that second of the clock. The caller limits the history with {@link trim}.
   */
  apply(change: C, second: number): void {
    if (this.#marks.at(-1)?.second !== second) this.#marks.push({ second, revision: change.revision })
    this.#expiring.remove(change.previous)
    if (change.deleted) this.#tree.delete(change.entry.key)
    else {
      this.#tree.set(change.entry.key, change.entry)
      this.#expiring.add(change.entry)
    }
    this.#log.push(change)
    this.#historyBytes += this.#weigh(change)
    this.#revision = change.revision
  }

  /** Sets the newest revision, without a change up to it. */
  advance(revision: number): void {
    if (revision > this.#revision) this.#revision = revision
  }

  get(key: string, revision: number = this.#revision): E | undefined {
    if (revision >= this.#revision) return this.#tree.get(key)
    for (let index = this.#log.indexAfter(revision); index < this.#log.length; index++) {
      const change = this.#log.at(index)
      if (change?.entry.key === key) return change.previous
    }
    return this.#tree.get(key)
  }

  /**
   * Calls `visit` with the entries under `prefix` at `revision`, in order, from the first key at or after `from`,
   * until it returns false.
   */
  scan(prefix: string, from: string, revision: number, visit: (entry: E) => boolean): void {
    this.#scan(prefix, from === '' ? prefix : from, this.#undone(prefix, revision), visit)
  }

  #scan(prefix: string, start: string, undone: Undone<E>, visit: (entry: E) => boolean): void {
    if (undone === undefined) {
      this.#tree.scan(start, (entry, key) => key.startsWith(prefix) && visit(entry))
      return
    }
    const older = [...undone.values()].flatMap((entry) =>
      entry !== undefined && compareKeys(entry.key, start) >= 0 ? [entry] : [],
    )
    older.sort((a, b) => compareKeys(a.key, b.key))
    let next = 0
    let more = true
    this.#tree.scan(start, (entry, key) => {
      if (!key.startsWith(prefix)) return false
      for (let entry = older[next]; more && entry !== undefined; entry = older[next]) {
        if (compareKeys(entry.key, key) > 0) break
        next++
        more = visit(entry)
      }
      if (more && !undone.has(key)) more = visit(entry)
      return more
    })
    for (const entry of older.slice(next)) {
      if (!more) return
      more = visit(entry)
    }
  }

  /**
   * Returns the entries under `prefix` at `revision` from the first key at or after `from`, at most `limit` unless it is 0,
   * and the number of entries after them.
   */
  page(prefix: string, from: string, revision: number, limit: number): { entries: E[]; remaining: number } {
    const start = from === '' ? prefix : from
    const undone = this.#undone(prefix, revision)
    const count = this.#count(prefix, start, undone)
    const length = limit > 0 && limit < count ? limit : count
    if (undone === undefined) return { entries: this.#tree.slice(start, length), remaining: count - length }
    const entries: E[] = []
    this.#scan(prefix, start, undone, (entry) => entries.length < length && entries.push(entry) > 0)
    return { entries, remaining: count - length }
  }

  /** Returns the newest state as an immutable copy, in constant time. */
  snapshot(): OrderedTree<E> {
    return this.#tree.clone()
  }

  /** The number of entries under `prefix` at `revision`, from the first key at or after `from`. */
  count(prefix: string, from: string, revision: number): number {
    return this.#count(prefix, from === '' ? prefix : from, this.#undone(prefix, revision))
  }

  #count(prefix: string, start: string, undone: Undone<E>): number {
    let count = this.#tree.rankPast(prefix) - this.#tree.rank(start)
    for (const [key, entry] of undone ?? []) {
      if (compareKeys(key, start) < 0) continue
      if (this.#tree.get(key) !== undefined) count--
      if (entry !== undefined) count++
    }
    return count
  }

  /** The changes after `revision`, oldest first. */
  *changesAfter(revision: number): Generator<C> {
    for (let index = this.#log.indexAfter(revision); index < this.#log.length; index++) {
      const change = this.#log.at(index)
      if (change !== undefined) yield change
    }
  }

  /** The revision of the newest change at or before `revision`; the oldest revision if that change is compacted. */
  lastChange(revision: number): number {
    return this.#log.at(this.#log.indexAfter(revision) - 1)?.revision ?? this.#oldest
  }

  /** Compacts the states before `revision`. */
  compact(revision: number): void {
    for (let first = this.#log.at(0); first !== undefined && first.revision <= revision; first = this.#log.at(0)) {
      this.#compactOldest()
    }
    if (revision > this.#oldest) this.#oldest = revision
  }

  /** Compacts history beyond the limits at this second. */
  trim(second: number): void {
    const { limit, seconds, bytes } = this.#options.bounds
    for (let first = this.#log.at(0); first !== undefined; first = this.#log.at(0)) {
      for (let next = this.#marks[1]; next !== undefined && next.revision <= first.revision; next = this.#marks[1]) {
        this.#marks.shift()
      }
      const age = second - (this.#marks[0]?.second ?? second)
      if (this.#log.length <= limit && this.#historyBytes <= bytes && age <= seconds) return
      this.#compactOldest()
    }
  }

  /** Creates an independent copy with the same history, in constant time. */
  fork(options: RevisionedTreeOptions<E, C> = this.#options): RevisionedTree<E, C> {
    const copy = new RevisionedTree<E, C>(this.#revision, options)
    copy.#tree = this.#tree.clone()
    copy.#log = this.#log.fork()
    copy.#oldest = this.#oldest
    copy.#historyBytes = this.#historyBytes
    copy.#marks = this.#marks.slice()
    copy.#expiring = this.#expiring.clone()
    return copy
  }

  #compactOldest(): void {
    const change = this.#log.shift()
    if (change === undefined) return
    this.#oldest = change.revision
    this.#historyBytes -= this.#weigh(change)
    this.#options.onForget?.(change)
  }

  #weigh(change: C): number {
    const { bytesOf } = this.#options
    return (change.previous === undefined ? 0 : bytesOf(change.previous)) + (change.deleted ? bytesOf(change.entry) : 0)
  }

  #undone(prefix: string, revision: number): Undone<E> {
    if (revision >= this.#revision) return undefined
    let undone: Map<string, E | undefined> | undefined
    for (let index = this.#log.indexAfter(revision); index < this.#log.length; index++) {
      const change = this.#log.at(index)
      if (change === undefined) break
      const { key } = change.entry
      if (!key.startsWith(prefix) || undone?.has(key)) continue
      undone ??= new Map()
      undone.set(key, change.previous)
    }
    return undone
  }
}
