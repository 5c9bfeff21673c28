import type { Change } from '@pinnace/store/history'
import type { StoredEntry } from './stored-entry.ts'
import type { ViewKeeper } from './view-keeper.ts'
import type { BookmarkEvent, ChangeEvent, EntrySelector } from './watch-cache.ts'

/** Ready lines of one event, by representation. */
class Lines {
  // One representation is the rule; a map for it would cost more than the line.
  #first: unknown
  #line: Uint8Array | undefined
  #others: Map<unknown, Uint8Array> | undefined

  protected memo<E>(representation: unknown, make: (event: E) => Uint8Array, event: E): Uint8Array {
    if (this.#line !== undefined && this.#first === representation) return this.#line
    const known = this.#others?.get(representation)
    if (known !== undefined) return known
    const line = make(event)
    if (this.#line === undefined) {
      this.#first = representation
      this.#line = line
    } else (this.#others ??= new Map()).set(representation, line)
    return line
  }
}

/** One way a change looks to watches. */
export class EventView<T> extends Lines implements ChangeEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly entry: StoredEntry<T>
  readonly revision: bigint
  /** Another view of the same change. */
  readonly other: EventView<T> | undefined

  constructor(
    type: 'ADDED' | 'MODIFIED' | 'DELETED',
    entry: StoredEntry<T>,
    revision: bigint,
    other: EventView<T> | undefined,
  ) {
    super()
    this.type = type
    this.entry = entry
    this.revision = revision
    this.other = other
  }

  line(representation: unknown, make: (event: ChangeEvent<T>) => Uint8Array): Uint8Array {
    return this.memo<ChangeEvent<T>>(representation, make, this)
  }
}

/** A bookmark; those of one revision are one object. */
export class Bookmark extends Lines implements BookmarkEvent {
  readonly type = 'BOOKMARK'
  readonly revision: bigint
  readonly initialEventsEnd: boolean

  constructor(revision: bigint, initialEventsEnd: boolean) {
    super()
    this.revision = revision
    this.initialEventsEnd = initialEventsEnd
  }

  line(representation: unknown, make: (event: BookmarkEvent) => Uint8Array): Uint8Array {
    return this.memo<BookmarkEvent>(representation, make, this)
  }
}

/** A change in the cache's history, with the views of it that watches have asked for so far. */
export class CacheChange<T> implements Change<StoredEntry<T>> {
  readonly revision: number
  readonly deleted: boolean
  readonly entry: StoredEntry<T>
  readonly previous: StoredEntry<T> | undefined
  /** The first view asked for; any other hangs on it. */
  #view: EventView<T> | undefined

  constructor(revision: number, deleted: boolean, entry: StoredEntry<T>, previous: StoredEntry<T> | undefined) {
    this.revision = revision
    this.deleted = deleted
    this.entry = entry
    this.previous = previous
    this.#view = undefined
  }

  /**
   * What a watch with this selector sees of the change: nothing, where the object was and stays outside. The keeper is
   * told of the first view and says when to let them go.
   */
  // upstream: apiserver/pkg/storage/cacher/cache_watcher.go, convertToWatchEvent – entering is ADDED, leaving DELETED.
  seenBy(selector: EntrySelector<T> | undefined, keeper: ViewKeeper): EventView<T> | undefined {
    const { previous } = this
    const now = !this.deleted && (selector === undefined || selector.matches(this.entry))
    const before = previous !== undefined && (selector === undefined || selector.matches(previous))
    if (now) return this.#as(before ? 'MODIFIED' : 'ADDED', keeper)
    return before ? this.#as('DELETED', keeper) : undefined
  }

  /** Lets the views and their lines go; who asks again gets new ones. */
  release(): void {
    this.#view = undefined
  }

  #as(type: EventView<T>['type'], keeper: ViewKeeper): EventView<T> {
    let view = this.#view
    if (view === undefined) keeper.keep(this, this.entry.value.length)
    while (view !== undefined && view.type !== type) view = view.other
    if (view !== undefined) return view
    const revision = BigInt(this.revision)
    // DELETED shows the last visible state at the revision of the change; a tombstone is that already.
    const entry = type === 'DELETED' && !this.deleted ? this.previous!.at(revision) : this.entry
    return (this.#view = new EventView(type, entry, revision, this.#view))
  }
}
