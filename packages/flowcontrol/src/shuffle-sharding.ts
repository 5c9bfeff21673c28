/** A 32-bit hash of a text. Those who do not know the seed cannot choose texts of the same hash. */
export function hashText(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) | 0
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return mix(hash ^ seed)
}

/**
 * Deals a hand of different queues by a hash: flows share all queues of a hand so seldom that a few busy flows leave every
 * other one a queue.
 */
// upstream: apiserver/pkg/util/shufflesharding
export function dealHand(hash: number, queues: number, handSize: number): readonly number[] {
  const hand: number[] = []
  const sorted: number[] = []
  let state = hash
  for (let dealt = 0; dealt < handSize; dealt++) {
    state = (state + 0x9e3779b9) | 0
    let card = (mix(state) >>> 0) % (queues - dealt)
    let at = 0
    while (at < sorted.length && card >= (sorted[at] ?? 0)) {
      card++
      at++
    }
    sorted.splice(at, 0, card)
    hand.push(card)
  }
  return hand
}

// The finalizer of MurmurHash3.
function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
