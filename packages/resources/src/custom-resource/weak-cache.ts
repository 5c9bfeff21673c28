import { createHash } from 'node:crypto'

/** Values by the text they were made from: texts that are equal share one value, and all that is kept with it. */
export interface WeakCache<T extends object> {
  /** The value of a text; `make` is called when the cache has none. */
  get(text: string, make: () => T): T
  /** The value of a text; undefined where the cache has none. */
  find(text: string): T | undefined
  /** Number of values that are still referenced. */
  readonly size: number
}

/** A cache that keeps nothing alive: a value goes with the last one who uses it. */
export function createWeakCache<T extends object>(): WeakCache<T> {
  const known = new Map<string, WeakRef<T>>()
  const gone = new FinalizationRegistry<string>((key) => {
    if (known.get(key)?.deref() === undefined) known.delete(key)
  })
  const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64')
  return {
    find: (text) => known.get(keyOf(text))?.deref(),
    get(text, make) {
      const key = keyOf(text)
      const found = known.get(key)?.deref()
      if (found !== undefined) return found
      const made = make()
      known.set(key, new WeakRef(made))
      gone.register(made, key)
      return made
    },
    get size() {
      return known.size
    },
  }
}
