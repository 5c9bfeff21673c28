import type { Change } from '@pinnace/store/history'
import { EncodedLines } from './encoded-lines.ts'
import type { StoredEntry } from './stored-entry.ts'
import type { RecentViews } from './recent-views.ts'
import type { ChangeEvent, EntrySelector } from './watch-cache.ts'

/** A change as a watch sees it. */
export class EventView<T> extends EncodedLines implements ChangeEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly entry: StoredEntry<T>
  readonly revision: bigint
  /** The next view of the same change. */
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

  object(): T {
    return this.entry.object()
  }

  line(representation: unknown, make: (event: ChangeEvent<T>) => Uint8Array): Uint8Array {
    return this.memo<ChangeEvent<T>>(representation, make, this)
  }
}

/** An initial event of a watch of more objects than are cached. */
export class ScannedView<T> extends EventView<T> {
  override object(): T {
    return this.entry.parse()
  }
}

/** A change in the history of the cache, with its event views. */
export class CacheChange<T> implements Change<StoredEntry<T>> {
  readonly revision: number
  readonly deleted: boolean
  readonly entry: StoredEntry<T>
  readonly previous: StoredEntry<T> | undefined
  /** The newest view, which links to the others. */
  #view: EventView<T> | undefined

  constructor(revision: number, deleted: boolean, entry: StoredEntry<T>, previous: StoredEntry<T> | undefined) {
    this.revision = revision
    this.deleted = deleted
    this.entry = entry
    this.previous = previous
    this.#view = undefined
  }

  /**
   * The event of a watch with this selector; undefined if the object matched neither before nor after. Event views are
   * kept as long as `views` has room.
   */
  // upstream: apiserver/pkg/storage/cacher/cache_watcher.go, convertToWatchEvent – an object that starts to match is ADDED, one that no longer matches is DELETED.
  viewFor(selector: EntrySelector<T> | undefined, views: RecentViews): EventView<T> | undefined {
    const { previous } = this
    const now = !this.deleted && (selector === undefined || selector.matches(this.entry))
    const before = previous !== undefined && (selector === undefined || selector.matches(previous))
    if (now) return this.#as(before ? 'MODIFIED' : 'ADDED', views)
    return before ? this.#as('DELETED', views) : undefined
  }

  /** Drops the views and their lines; they are created again when needed. */
  release(): void {
    this.#view = undefined
  }

  #as(type: EventView<T>['type'], views: RecentViews): EventView<T> {
    let view = this.#view
    // The value, the line that is made of it, and the value before.
    if (view === undefined) views.add(this, 2 * this.entry.value.length + (this.previous?.value.length ?? 0))
    while (view !== undefined && view.type !== type) view = view.other
    if (view !== undefined) return view
    const revision = BigInt(this.revision)
    // DELETED has the last matching state at the revision of the change; a tombstone is that already.
    const { previous } = this
    const entry = type === 'DELETED' && !this.deleted && previous !== undefined ? previous.at(revision) : this.entry
    return (this.#view = new EventView(type, entry, revision, this.#view))
  }
}
