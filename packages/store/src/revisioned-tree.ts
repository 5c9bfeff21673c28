import { ChangeLog } from './change-log.ts'
import { compareKeys } from './key-order.ts'
import { OrderedTree } from './ordered-tree.ts'

/** One change of one key, as a {@link RevisionedTree} remembers it. */
export interface Change<E> {
  readonly revision: number
  readonly deleted: boolean
  /** After the change; for a deletion the tombstone. */
  readonly entry: E
  readonly previous: E | undefined
}

/** How much history is kept: the first bound that is reached counts. */
export interface HistoryBounds {
  readonly limit: number
  readonly seconds: number
  /** Bytes of values that nothing but the history holds. */
  readonly bytes: number
}

/** Options of a {@link RevisionedTree}. */
export interface RevisionedTreeOptions<E, C extends Change<E>> {
  readonly bounds: HistoryBounds
  /** Bytes of an entry's value. */
  readonly bytesOf: (entry: E) => number
  /** Told of each change as it is forgotten. */
  readonly onForget?: (change: C) => void
}

/**
 * The state of a range of keys at every revision since the oldest that is kept: the newest state as a tree, and the
 * changes that led to it. An older state is the newest one with the changes since taken back, so history costs its
 * changes and nothing else, and a fork costs nothing.
 */
export class RevisionedTree<E extends { readonly key: string }, C extends Change<E>> {
  readonly #options: RevisionedTreeOptions<E, C>
  #tree: OrderedTree<E>
  #log: ChangeLog<C>
  #revision: number
  #oldest: number
  #historyBytes = 0
  /** First revision of each second that saw a change: when is not kept with every change. */
  #marks: { readonly second: number; readonly revision: number }[] = []

  /** An empty state at `revision`. */
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

  /** Newest revision: of a change, or one up to which there was none. */
  get revision(): number {
    return this.#revision
  }

  /** Oldest revision whose state is known, and after which every change is. */
  get oldest(): number {
    return this.#oldest
  }

  /** Changes kept. */
  get historyLength(): number {
    return this.#log.length
  }

  /** Puts in an entry that was there before the history begins. */
  load(entry: E): void {
    this.#tree.set(entry.key, entry)
  }

  /**
   * Applies the next change, made in that second of the clock that ages the history. Forgetting is up to the caller,
   * see {@link trim}.
   */
  apply(change: C, second: number): void {
    if (this.#marks.at(-1)?.second !== second) this.#marks.push({ second, revision: change.revision })
    if (change.deleted) this.#tree.delete(change.entry.key)
    else this.#tree.set(change.entry.key, change.entry)
    this.#log.push(change)
    this.#historyBytes += this.#weigh(change)
    this.#revision = change.revision
  }

  /** Says that nothing changed up to `revision`. */
  advance(revision: number): void {
    if (revision > this.#revision) this.#revision = revision
  }

  get(key: string, revision: number = this.#revision): E | undefined {
    if (revision >= this.#revision) return this.#tree.get(key)
    for (let index = this.#log.indexAfter(revision); index < this.#log.length; index++) {
      const change = this.#log.at(index)!
      if (change.entry.key === key) return change.previous
    }
    return this.#tree.get(key)
  }

  /**
   * Calls `visit` with the entries under `prefix` at `revision`, in order, from the first key at or after `from`,
   * until it answers false.
   */
  scan(prefix: string, from: string, revision: number, visit: (entry: E) => boolean): void {
    const start = from === '' ? prefix : from
    const undone = this.#undone(prefix, revision)
    if (undone === undefined) {
      this.#tree.scan(start, (entry, key) => key.startsWith(prefix) && visit(entry))
      return
    }
    const older = [...undone.values()].filter(
      (entry) => entry !== undefined && compareKeys(entry.key, start) >= 0,
    ) as E[]
    older.sort((a, b) => compareKeys(a.key, b.key))
    let next = 0
    let more = true
    this.#tree.scan(start, (entry, key) => {
      if (!key.startsWith(prefix)) return false
      while (more && next < older.length && compareKeys(older[next]!.key, key) <= 0) more = visit(older[next++]!)
      if (more && !undone.has(key)) more = visit(entry)
      return more
    })
    while (more && next < older.length) more = visit(older[next++]!)
  }

  /**
   * One page: entries under `prefix` at `revision` from the first key at or after `from`, `limit` at most where it is
   * not 0, and how many come after them.
   */
  page(prefix: string, from: string, revision: number, limit: number): { entries: E[]; remaining: number } {
    const start = from === '' ? prefix : from
    const count = this.count(prefix, start, revision)
    const length = limit > 0 && limit < count ? limit : count
    if (revision >= this.#revision) return { entries: this.#tree.slice(start, length), remaining: count - length }
    const entries: E[] = []
    this.scan(prefix, start, revision, (entry) => entries.length < length && entries.push(entry) > 0)
    return { entries, remaining: count - length }
  }

  /** The newest state, in constant time; it stays as it is. */
  snapshot(): OrderedTree<E> {
    return this.#tree.clone()
  }

  /** Number of entries under `prefix` at `revision`, from the first key at or after `from`. */
  count(prefix: string, from: string, revision: number): number {
    const start = from === '' ? prefix : from
    let count = this.#tree.rankPast(prefix) - this.#tree.rank(start)
    for (const [key, entry] of this.#undone(prefix, revision) ?? []) {
      if (compareKeys(key, start) < 0) continue
      if (this.#tree.get(key) !== undefined) count--
      if (entry !== undefined) count++
    }
    return count
  }

  /** The changes after `revision`, oldest first. */
  *changesAfter(revision: number): Generator<C> {
    for (let index = this.#log.indexAfter(revision); index < this.#log.length; index++) yield this.#log.at(index)!
  }

  /** Newest change at or before `revision`; its revision, or the oldest one where the change itself is forgotten. */
  lastChange(revision: number): number {
    return this.#log.at(this.#log.indexAfter(revision) - 1)?.revision ?? this.#oldest
  }

  /** Forgets the states before `revision`. */
  forget(revision: number): void {
    while (this.#log.length > 0 && this.#log.at(0)!.revision <= revision) this.#forgetOne()
    if (revision > this.#oldest) this.#oldest = revision
  }

  /** Forgets what is past the bounds at this second. */
  trim(second: number): void {
    const { limit, seconds, bytes } = this.#options.bounds
    while (this.#log.length > 0) {
      const { revision } = this.#log.at(0)!
      while (this.#marks.length > 1 && this.#marks[1]!.revision <= revision) this.#marks.shift()
      const age = second - this.#marks[0]!.second
      if (this.#log.length <= limit && this.#historyBytes <= bytes && age <= seconds) return
      this.#forgetOne()
    }
  }

  /** The same states under the same revisions, in constant time; both go on independently. */
  fork(options: RevisionedTreeOptions<E, C> = this.#options): RevisionedTree<E, C> {
    const copy = new RevisionedTree<E, C>(this.#revision, options)
    copy.#tree = this.#tree.clone()
    copy.#log = this.#log.fork()
    copy.#oldest = this.#oldest
    copy.#historyBytes = this.#historyBytes
    copy.#marks = this.#marks.slice()
    return copy
  }

  #forgetOne(): void {
    const change = this.#log.shift()!
    this.#oldest = change.revision
    this.#historyBytes -= this.#weigh(change)
    this.#options.onForget?.(change)
  }

  #weigh(change: C): number {
    const { bytesOf } = this.#options
    return (change.previous === undefined ? 0 : bytesOf(change.previous)) + (change.deleted ? bytesOf(change.entry) : 0)
  }

  /** What keys under `prefix` that changed after `revision` were at it; `undefined` when none did. */
  #undone(prefix: string, revision: number): Map<string, E | undefined> | undefined {
    if (revision >= this.#revision) return undefined
    let undone: Map<string, E | undefined> | undefined
    for (let index = this.#log.indexAfter(revision); index < this.#log.length; index++) {
      const { entry, previous } = this.#log.at(index)!
      if (!entry.key.startsWith(prefix) || undone?.has(entry.key)) continue
      undone ??= new Map()
      undone.set(entry.key, previous)
    }
    return undone
  }
}
