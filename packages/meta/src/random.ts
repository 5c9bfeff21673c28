import { randomBytes, randomUUID } from 'node:crypto'

/** A source of randomness and ids, which is injected everywhere. */
export interface Random {
  /** Returns `length` unpredictable bytes. */
  bytes(length: number): Uint8Array
  /** Returns a new UUID (RFC 9562, version 4). */
  uid(): string
}

/** The system source of randomness. */
export const systemRandom: Random = Object.freeze({
  bytes: (length: number): Uint8Array => randomBytes(length),
  uid: (): string => randomUUID(),
})

// upstream: apimachinery/pkg/util/rand – no vowels and no similar characters, to avoid words.
const alphabet = 'bcdfghjklmnpqrstvwxz2456789'

/** Returns `length` random characters that are valid in names, as for generateName. */
export function randomSuffix(random: Random, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length * 2)) {
      // INVARIANT: every character is equally likely; bytes after the last whole multiple are dropped.
      if (byte < 243 && text.length < length) text += alphabet[byte % 27]
    }
  }
  return text
}

/** Returns a random number from `low` (inclusive) to `high` (exclusive). */
export function randomBetween(random: Random, low: number, high: number): number {
  const bytes = random.bytes(4)
  const fraction = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) / 0x1_0000_0000
  return low + fraction * (high - low)
}
