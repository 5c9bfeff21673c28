import type { Random } from '@pinnace/meta'

/** Creates a source of randomness that repeats itself for the same seed. Not for secrets. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => next() >>> 24)
  return {
    bytes,
    uid() {
      const id = bytes(16)
      id[6] = ((id[6] ?? 0) & 0x0f) | 0x40
      id[8] = ((id[8] ?? 0) & 0x3f) | 0x80
      const hex = Buffer.from(id).toString('hex')
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
    },
  }
}
