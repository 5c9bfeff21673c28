import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import type { Random } from '@pinnace/meta'
import type { LocalTransformer } from '../prefix-transformer.ts'

const nonceBytes = 24
const tagBytes = 16

/** XSalsa20 and Poly1305 of NaCl: a random nonce, the tag and the ciphertext. */
// upstream: apiserver/pkg/storage/value/encrypt/secretbox/secretbox.go
export function secretbox(key: Uint8Array, random: Random): LocalTransformer {
  return {
    toStorage(value) {
      const nonce = random.bytes(nonceBytes)
      return Buffer.concat([nonce, xsalsa20poly1305(key, nonce).encrypt(value)])
    },
    fromStorage(stored) {
      if (stored.length < nonceBytes + tagBytes) {
        throw new TypeError('the stored data was shorter than the required size')
      }
      return xsalsa20poly1305(key, stored.subarray(0, nonceBytes)).decrypt(stored.subarray(nonceBytes))
    },
  }
}
