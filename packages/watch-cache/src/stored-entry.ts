import type { StoreEntry } from '@pinnace/store'
import type { KeptObject, ObjectHolder, ObjectRing } from './object-cache.ts'
import { withResourceVersion } from './resource-version.ts'
import type { CacheEntry, EntryNote } from './watch-cache.ts'

/** What all entries of a cache, and of its forks, have in common. */
export interface EntryHome<T> {
  readonly decode: (value: Uint8Array) => T
  readonly describe: (object: T) => EntryNote
  /** Fields without which a note that the store has kept is out of date. */
  readonly fields: readonly string[]
  readonly objects: ObjectRing
}

/** A store's entry as the cache hands it out. */
export class StoredEntry<T> implements CacheEntry<T>, ObjectHolder {
  readonly #source: StoreEntry
  readonly #home: EntryHome<T>
  #note: EntryNote | undefined
  kept: KeptObject<T> | undefined

  constructor(source: StoreEntry, home: EntryHome<T>) {
    this.#source = source
    this.#home = home
    this.#note = isNote(source.note) && hasFields(source.note, home.fields) ? source.note : undefined
    this.kept = undefined
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
    const { kept } = this
    if (kept !== undefined) {
      kept.used = true
      return kept.object
    }
    const object = this.#home.decode(this.#source.value)
    this.remember(object)
    return object
  }

  /** Keeps an object that is known to be this entry's. */
  remember(object: T): void {
    if (this.kept !== undefined) return
    this.kept = { object, used: false }
    this.#home.objects.keep(this)
  }

  /** The same state as of a later revision: what a watch sees of an object that has left its selector. */
  at(revision: bigint): StoredEntry<T> {
    const { key, value, createRevision } = this.#source
    const note = this.#noted()
    const stamped = withResourceVersion(value, revision)
    return new StoredEntry({ key, value: stamped, note, createRevision, modRevision: revision }, this.#home)
  }

  isOf(home: object): boolean {
    return this.#home === home
  }

  #noted(): EntryNote {
    return (this.#note ??= this.#home.describe(this.object()))
  }
}

function hasFields({ fields }: EntryNote, names: readonly string[]): boolean {
  for (const name of names) if (!Object.hasOwn(fields, name)) return false
  return true
}

function isNote(note: unknown): note is EntryNote {
  return typeof note === 'object' && note !== null && 'labels' in note && 'fields' in note
}
