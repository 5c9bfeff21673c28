/** A choice at random, the same for a seed. */
export interface Dice {
  /** A number from 0 to 1. */
  next(): number
  /** An integer from 0 to `count` (exclusive). */
  below(count: number): number
}

/** Creates dice. */
export function createDice(seed: number): Dice {
  let state = seed | 0
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { next, below: (count) => Math.floor(next() * count) }
}
