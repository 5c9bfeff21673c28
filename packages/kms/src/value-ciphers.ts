import { createHmac } from 'node:crypto'
import { aesGcm, type LocalTransformer } from '@pinnace/encryption'
import type { Random } from '@pinnace/meta'
import type { KeySource } from './encrypted-object.ts'

const infoBytes = 32
const minSeedBytes = 32

/** The cipher of a key or a seed. Throws a TypeError for a seed that is too short. */
export function valueCipher(source: KeySource, secret: Uint8Array, random: Random): LocalTransformer {
  return source === 'key' ? aesGcm(secret, random) : seededGcm(secret, random)
}

/**
 * AES-GCM with a key of its own for every value, derived from a seed and 32 random bytes, which precede the value: a seed
 * can encrypt any number of values.
 */
// upstream: apiserver/pkg/storage/value/encrypt/aes/aes_extended_nonce.go
function seededGcm(seed: Uint8Array, random: Random): LocalTransformer {
  if (seed.length < minSeedBytes) {
    throw new TypeError(`invalid seed length, must be at least ${minSeedBytes} bytes`)
  }
  return {
    toStorage(value, key) {
      const info = random.bytes(infoBytes)
      return Buffer.concat([info, aesGcm(derive(seed, info), random).toStorage(value, key)])
    },
    fromStorage(stored, key) {
      if (stored.length < infoBytes) throw new TypeError('the stored data was shorter than the required size')
      return aesGcm(derive(seed, stored.subarray(0, infoBytes)), random).fromStorage(stored.subarray(infoBytes), key)
    },
  }
}

/** HKDF-Expand of RFC 5869 with SHA-256, for one block of output. */
function derive(seed: Uint8Array, info: Uint8Array): Buffer {
  return createHmac('sha256', seed).update(info).update(Uint8Array.of(1)).digest()
}
