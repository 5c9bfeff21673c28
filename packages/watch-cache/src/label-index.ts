import { BoundedMap, createTimeSlices, runInSlices, thenMaybe, type Awaitable, type Clock } from '@pinnace/meta'
import { maxIndexedLabels } from './cache-settings.ts'
import type { LabelPin } from './watch-cache.ts'

/** The part of an entry that is indexed. */
interface LabeledEntry {
  readonly key: string
  readonly labels: Readonly<Record<string, string>>
}

/** The part of a change that the index needs. */
interface LabeledChange {
  readonly deleted: boolean
  readonly entry: LabeledEntry
  readonly previous: LabeledEntry | undefined
}

/** Store keys by the value of a label. A value of one entry has a string: for some labels every value is unique. */
type KeysByValue = Map<string, string | Set<string>>

/** Reads at most `limit` entries of the newest state, from a key on. */
type ReadEntries = (from: string, limit: number) => readonly LabeledEntry[]

/** An index that has only the entries of the keys before some key, and all changes since. */
interface UnfinishedIndex {
  readonly index: KeysByValue
  readonly done: Promise<void>
}

/**
 * Finds the entries with a label. The index of a label is created when a selector first pins it, and updated with every
 * change from then on. At {@link maxIndexedLabels} indexes, the least recently used one is dropped.
 */
export class LabelIndex {
  readonly #byLabel = new BoundedMap<string, KeysByValue>({ maxEntries: maxIndexedLabels })
  readonly #unfinished = new Map<string, UnfinishedIndex>()

  /**
   * Creates the index of a label, if there is none: of many entries in turns, and once for those who ask for it meanwhile.
   * It does nothing if as many indexes are being created as can be kept.
   */
  prepare(label: string, read: ReadEntries, clock: Clock): Awaitable<void> {
    if (this.#byLabel.get(label) !== undefined) return undefined
    const unfinished = this.#unfinished.get(label)
    if (unfinished !== undefined) return unfinished.done
    if (this.#unfinished.size >= maxIndexedLabels) return undefined
    const index: KeysByValue = new Map()
    const building = runInSlices(build(index, label, read), createTimeSlices({ clock }))
    const built = thenMaybe(building, () => void this.#byLabel.set(label, index))
    if (!(built instanceof Promise)) return built
    const done = built.finally(() => this.#unfinished.delete(label))
    this.#unfinished.set(label, { index, done })
    return done
  }

  /** Returns the store keys of entries with one of the values, unordered; undefined without an index of the label. */
  find({ label, values }: LabelPin): readonly string[] | undefined {
    const index = this.#byLabel.get(label)
    if (index === undefined) return undefined
    const found: string[] = []
    for (const value of new Set(values)) {
      const keys = index.get(value)
      if (typeof keys === 'string') found.push(keys)
      else if (keys !== undefined) found.push(...keys)
    }
    return found
  }

  apply(change: LabeledChange): void {
    if (this.#byLabel.size > 0) for (const [label, index] of this.#byLabel) applyTo(index, label, change)
    // A change of a key that has not been read yet is found again when it is read, which changes nothing.
    if (this.#unfinished.size > 0) {
      for (const [label, { index }] of this.#unfinished) applyTo(index, label, change)
    }
  }
}

function applyTo(index: KeysByValue, label: string, { deleted, entry, previous }: LabeledChange): void {
  const before = previous === undefined ? undefined : valueOf(previous, label)
  const after = deleted ? undefined : valueOf(entry, label)
  if (before === after) return
  if (before !== undefined) remove(index, before, entry.key)
  if (after !== undefined) add(index, after, entry.key)
}

/** The entries of a step: of one that was not read before, the labels are parsed. */
const stepLength = 16

function* build(index: KeysByValue, label: string, read: ReadEntries): Generator<void, void> {
  for (let from = ''; ;) {
    const entries = read(from, stepLength)
    for (const entry of entries) {
      const value = valueOf(entry, label)
      if (value !== undefined) add(index, value, entry.key)
    }
    const last = entries.at(-1)
    if (last === undefined || entries.length < stepLength) return
    from = `${last.key}\0`
    yield
  }
}

function valueOf({ labels }: LabeledEntry, label: string): string | undefined {
  return Object.hasOwn(labels, label) ? labels[label] : undefined
}

function add(index: KeysByValue, value: string, key: string): void {
  const keys = index.get(value)
  if (keys === undefined) index.set(value, key)
  else if (typeof keys === 'string') {
    if (keys !== key) index.set(value, new Set([keys, key]))
  } else keys.add(key)
}

function remove(index: KeysByValue, value: string, key: string): void {
  const keys = index.get(value)
  if (keys === key) index.delete(value)
  else if (typeof keys === 'object') {
    keys.delete(key)
    if (keys.size === 0) index.delete(value)
  }
}
