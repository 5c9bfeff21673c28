/** Random choices, reproducible by seed. */
export interface Chance {
  /** An integer from 0 up to, but not including, `below`. */
  below(below: number): number
  /** A random item. */
  of<T>(items: readonly T[]): T
  /** True once in `times` calls, on average. */
  oneIn(times: number): boolean
}

/** Mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * limit)
  }
  return { below, of: (items) => items[below(items.length)]!, oneIn: (times) => below(times) === 0 }
}
