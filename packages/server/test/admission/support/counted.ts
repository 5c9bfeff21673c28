import { noMetrics, type Metrics } from '@pinnace/meta'

/** Metrics that remember what was counted. */
export interface Counted extends Metrics {
  /** `name{a=1,b=2}` and how often, of counters whose name ends so. */
  of(suffix: string): readonly string[]
}

/** Counts in memory. */
export function createCounted(): Counted {
  const counts = new Map<string, number>()
  return {
    ...noMetrics,
    counter({ name, labelNames = [] }) {
      const add = (labels: readonly string[], by = 1): void => {
        const key = `${name}{${labelNames.map((label, index) => `${label}=${labels[index]}`).join(',')}}`
        counts.set(key, (counts.get(key) ?? 0) + by)
      }
      return { add, of: (labels) => ({ add: (by) => add(labels, by) }) }
    },
    of: (suffix) =>
      [...counts]
        .filter(([key]) => key.slice(0, key.indexOf('{')).endsWith(suffix))
        .map(([key, count]) => `${key.slice(key.indexOf('{'))} ${count}`),
  }
}
