import type { Clock } from '@pinnace/meta'

/** Remembers answers for a while. */
export interface DecisionCache<T> {
  get(key: string): T | undefined
  /** A `ttlMs` of 0 remembers nothing. */
  set(key: string, value: T, ttlMs: number): void
}

/** A cache of at most `maxEntries`; at the bound the one used longest ago goes. */
// upstream: apimachinery/pkg/util/cache, LRUExpireCache
export function createDecisionCache<T>(clock: Clock, maxEntries: number): DecisionCache<T> {
  const entries = new Map<string, { readonly value: T; readonly endsAt: number }>()
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      if (clock.monotonic() >= entry.endsAt) return undefined
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, ttlMs) {
      entries.delete(key)
      if (ttlMs <= 0) return
      entries.set(key, { value, endsAt: clock.monotonic() + ttlMs })
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value!)
    },
  }
}
