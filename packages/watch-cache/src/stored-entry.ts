import type { StoreEntry } from '@pinnace/store'
import type { CachedObject, ObjectHolder, ObjectRing } from './object-cache.ts'
import { withResourceVersion } from './resource-version.ts'
import type { CacheEntry, EntryNote } from './watch-cache.ts'

/** Shared by all entries of a cache and its forks. */
export interface EntryHome<T> {
  readonly decode: (value: Uint8Array) => T
  readonly describe: (object: T) => EntryNote
  /** Fields a stored note must have; without one of them it is outdated. */
  readonly fields: readonly string[]
  readonly objects: ObjectRing
}

/** An entry of the store, as the cache returns it. */
export class StoredEntry<T> implements CacheEntry<T>, ObjectHolder {
  readonly #source: StoreEntry
  readonly #home: EntryHome<T>
  #note: EntryNote | undefined
  cached: CachedObject<T> | undefined

  constructor(source: StoreEntry, home: EntryHome<T>) {
    this.#source = source
    this.#home = home
    this.#note = isNote(source.note) && hasFields(source.note, home.fields) ? source.note : undefined
    this.cached = undefined
  }

  get key(): string {
    return this.#source.key
  }

  get value(): Uint8Array {
    return this.#source.value
  }

  get createRevision(): bigint {
    return this.#source.createRevision
  }

  get modRevision(): bigint {
    return this.#source.modRevision
  }

  get labels(): Readonly<Record<string, string>> {
    return this.#noted().labels
  }

  get fields(): Readonly<Record<string, string>> {
    return this.#noted().fields
  }

  object(): T {
    const { cached } = this
    if (cached !== undefined) {
      cached.used = true
      return cached.object
    }
    const { value } = this.#source
    const object = this.#home.decode(value)
    this.#cache(object, value.length)
    return object
  }

  parse(): T {
    return this.cached?.object ?? this.#home.decode(this.#source.value)
  }

  /** Caches the parsed object of this entry. */
  cacheObject(object: T): void {
    if (this.cached === undefined) this.#cache(object, this.#source.value.length)
  }

  at(revision: bigint): StoredEntry<T> {
    const { key, value, createRevision } = this.#source
    const note = this.#noted()
    const stamped = withResourceVersion(value, revision)
    return new StoredEntry({ key, value: stamped, note, createRevision, modRevision: revision }, this.#home)
  }

  isOf(home: object): boolean {
    return this.#home === home
  }

  #cache(object: T, bytes: number): void {
    this.cached = { object, bytes, used: false, slot: 0 }
    this.#home.objects.add(this)
  }

  #noted(): EntryNote {
    return (this.#note ??= this.#home.describe(this.parse()))
  }
}

function hasFields({ fields }: EntryNote, names: readonly string[]): boolean {
  for (const name of names) if (!Object.hasOwn(fields, name)) return false
  return true
}

function isNote(note: unknown): note is EntryNote {
  return typeof note === 'object' && note !== null && 'labels' in note && 'fields' in note
}
