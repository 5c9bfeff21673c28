/** The series of one metric: one for each combination of label values, created when it is first used. */
export interface Series<T> {
  of(labels: readonly string[]): T
  /** Removes every series. */
  clear(): void
}

/** The value of every label of the series that counts what is beyond the limit. */
const overflow = 'other'

/**
 * Keeps at most `limit` series. What belongs to further ones is counted in one more, whose labels are all `other`.
 *
 * Not a BoundedMap: a series is data, which must not be evicted, and not a cache.
 */
export function createSeries<T>(labelCount: number, limit: number, make: (labels: readonly string[]) => T): Series<T> {
  const known = new Map<string, T>()
  return {
    of(labels) {
      const key = keyOf(labels)
      const found = known.get(key)
      if (found !== undefined) return found
      if (labels.length !== labelCount) throw new TypeError(`${labels.length} label values for ${labelCount} labels`)
      if (known.size < limit) return insert(known, key, make(labels))
      const last = Array.from({ length: labelCount }, () => overflow)
      return known.get(keyOf(last)) ?? insert(known, keyOf(last), make(last))
    },
    clear: () => known.clear(),
  }
}

function keyOf(labels: readonly string[]): string {
  const [only = ''] = labels
  return labels.length < 2 ? only : labels.join('\u0001')
}

function insert<T>(known: Map<string, T>, key: string, value: T): T {
  known.set(key, value)
  return value
}
