import type { Random } from '@pinnace/meta'

/** Pseudorandom numbers, the same for the same seed. For tests only: they are predictable. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  // A Weyl sequence through two rounds of mixing: short, and even enough to spread tests.
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) & 0xff
  }
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, next)
  return {
    bytes,
    uid() {
      const hex = [...bytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
