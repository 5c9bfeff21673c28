/** Delays per key that double with every use, until the key is forgotten. */
export interface GrowingDelays {
  /** The next delay of a key, in milliseconds, at most `longestMs`. */
  next(key: string, longestMs?: number): number
  /** The next use of the key begins with the first delay again. */
  forget(key: string): void
}

/** Delays that begin at `firstMs` and grow up to `longestMs`. It holds one number per key that is not forgotten. */
// upstream: client-go/util/workqueue, ItemExponentialFailureRateLimiter
export function createGrowingDelays(bounds: { readonly firstMs: number; readonly longestMs: number }): GrowingDelays {
  const uses = new Map<string, number>()
  return {
    next(key, longestMs = bounds.longestMs) {
      const use = uses.get(key) ?? 0
      uses.set(key, use + 1)
      return Math.min(bounds.firstMs * 2 ** use, longestMs, bounds.longestMs)
    },
    forget: (key) => void uses.delete(key),
  }
}
