/** Series of one metric: one for each combination of label values, made when first used. */
export interface Series<T> {
  of(labels: readonly string[]): T
  /** Forgets them all. */
  clear(): void
}

/** What stands in the place of every label once a metric has as many series as it may. */
const overflow = 'other'

/**
 * Keeps at most `limit` series: what would be one more is counted in a last one, whose labels all say `other`.
 */
export function createSeries<T>(labelCount: number, limit: number, make: (labels: readonly string[]) => T): Series<T> {
  const known = new Map<string, T>()
  return {
    of(labels) {
      const key = labelCount === 1 ? labels[0]! : labels.join('\u0001')
      let found = known.get(key)
      if (found !== undefined) return found
      if (labels.length !== labelCount) throw new TypeError(`${labels.length} label values for ${labelCount} labels`)
      if (known.size >= limit) {
        const last = Array.from({ length: labelCount }, () => overflow)
        const lastKey = last.join('\u0001')
        found = known.get(lastKey)
        if (found === undefined) known.set(lastKey, (found = make(last)))
        return found
      }
      known.set(key, (found = make(labels)))
      return found
    },
    clear: () => known.clear(),
  }
}
