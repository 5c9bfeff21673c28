import { randomBytes, randomUUID } from 'node:crypto'

/** Randomness and ids, injected: the only way code in this project makes a value nobody can guess. */
export interface Random {
  /** `length` unpredictable bytes. */
  bytes(length: number): Uint8Array
  /** A new RFC 9562 version 4 UUID. */
  uid(): string
}

/** The machine's own source of randomness. */
export const systemRandom: Random = Object.freeze({
  bytes: (length: number): Uint8Array => randomBytes(length),
  uid: (): string => randomUUID(),
})

// upstream: apimachinery/pkg/util/rand – no vowels and no look-alikes, so that no word is spelled by chance.
const alphabet = 'bcdfghjklmnpqrstvwxz2456789'

/** `length` characters that are safe in any name, as generateName appends them. */
export function randomSuffix(random: Random, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length * 2)) {
      // INVARIANT: every character is equally likely; bytes past the last whole multiple are thrown away.
      if (byte < 243 && text.length < length) text += alphabet[byte % 27]
    }
  }
  return text
}

/** A number from `low` (included) to `high` (excluded). */
export function randomBetween(random: Random, low: number, high: number): number {
  const bytes = random.bytes(4)
  const fraction = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) / 0x1_0000_0000
  return low + fraction * (high - low)
}
