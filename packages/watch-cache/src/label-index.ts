import type { LabelPin } from './watch-cache.ts'

/** What the index looks at of an entry. */
interface Labelled {
  readonly key: string
  readonly labels: Readonly<Record<string, string>>
}

/** A change the index follows. */
interface LabelledChange {
  readonly deleted: boolean
  readonly entry: Labelled
  readonly previous: Labelled | undefined
}

/** Store keys by the value of one label; a value that only one entry has is the rule for some labels, so no set is made. */
type KeysByValue = Map<string, string | Set<string>>

/** Label keys that are indexed at a time. */
const mostKeys = 4

/**
 * Finds the entries that carry a label without looking at the others. The index of a label key is made when a selector
 * first pins it, and kept up to date from then on; at {@link mostKeys} of them, the one that was not asked for longest
 * goes.
 */
export class LabelIndex {
  readonly #byLabel = new Map<string, KeysByValue>()

  /** Store keys of the entries with one of the values, in no order. `all` gives every entry, where the index is to be made. */
  find({ label, values }: LabelPin, all: () => Iterable<Labelled>): readonly string[] {
    const index = this.#byLabel.get(label) ?? build(label, all())
    this.#byLabel.delete(label)
    this.#byLabel.set(label, index)
    if (this.#byLabel.size > mostKeys) this.#byLabel.delete(this.#byLabel.keys().next().value!)
    const found: string[] = []
    for (const value of new Set(values)) {
      const keys = index.get(value)
      if (typeof keys === 'string') found.push(keys)
      else if (keys !== undefined) found.push(...keys)
    }
    return found
  }

  apply({ deleted, entry, previous }: LabelledChange): void {
    for (const [label, index] of this.#byLabel) {
      const before = previous === undefined ? undefined : valueOf(previous, label)
      const after = deleted ? undefined : valueOf(entry, label)
      if (before === after) continue
      if (before !== undefined) remove(index, before, entry.key)
      if (after !== undefined) add(index, after, entry.key)
    }
  }
}

function build(label: string, entries: Iterable<Labelled>): KeysByValue {
  const index: KeysByValue = new Map()
  for (const entry of entries) {
    const value = valueOf(entry, label)
    if (value !== undefined) add(index, value, entry.key)
  }
  return index
}

function valueOf({ labels }: Labelled, label: string): string | undefined {
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
