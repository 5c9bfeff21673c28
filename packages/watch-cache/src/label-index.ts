import { BoundedMap } from '@pinnace/meta'
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

/**
 * Finds the entries with a label. The index of a label is created when a selector first pins it, and updated with every
 * change from then on. At {@link maxIndexedLabels} indexes, the least recently used one is dropped.
 */
export class LabelIndex {
  readonly #byLabel = new BoundedMap<string, KeysByValue>({ maxEntries: maxIndexedLabels })

  /** Returns the store keys of entries with one of the values, unordered. `all` returns every entry, to create an index. */
  find({ label, values }: LabelPin, all: () => Iterable<LabeledEntry>): readonly string[] {
    const index = this.#byLabel.getOrInsertComputed(label, () => build(label, all()))
    const found: string[] = []
    for (const value of new Set(values)) {
      const keys = index.get(value)
      if (typeof keys === 'string') found.push(keys)
      else if (keys !== undefined) found.push(...keys)
    }
    return found
  }

  apply({ deleted, entry, previous }: LabeledChange): void {
    if (this.#byLabel.size === 0) return
    for (const [label, index] of this.#byLabel) {
      const before = previous === undefined ? undefined : valueOf(previous, label)
      const after = deleted ? undefined : valueOf(entry, label)
      if (before === after) continue
      if (before !== undefined) remove(index, before, entry.key)
      if (after !== undefined) add(index, after, entry.key)
    }
  }
}

function build(label: string, entries: Iterable<LabeledEntry>): KeysByValue {
  const index: KeysByValue = new Map()
  for (const entry of entries) {
    const value = valueOf(entry, label)
    if (value !== undefined) add(index, value, entry.key)
  }
  return index
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
