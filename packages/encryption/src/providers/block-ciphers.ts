import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '@pinnace/meta'
import type { LocalTransformer } from '../prefix-transformer.ts'

const blockBytes = 16
const nonceBytes = 12
const tagBytes = 16

/** AES-CBC with PKCS #7 padding: a random initialization vector and the ciphertext. Not authenticated. */
// upstream: apiserver/pkg/storage/value/encrypt/aes/aes.go, cbc
export function aesCbc(key: Uint8Array, random: Random): LocalTransformer {
  const algorithm = `aes-${key.length * 8}-cbc`
  return {
    toStorage(value) {
      const vector = random.bytes(blockBytes)
      const cipher = createCipheriv(algorithm, key, vector)
      return Buffer.concat([vector, cipher.update(value), cipher.final()])
    },
    fromStorage(stored) {
      if (stored.length < blockBytes) throw tooShort()
      const decipher = createDecipheriv(algorithm, key, stored.subarray(0, blockBytes))
      return Buffer.concat([decipher.update(stored.subarray(blockBytes)), decipher.final()])
    },
  }
}

/** AES-GCM with a random nonce: nonce, ciphertext and tag. The key of the entry is authenticated. */
// upstream: apiserver/pkg/storage/value/encrypt/aes/aes.go, gcm
export function aesGcm(key: Uint8Array, random: Random): LocalTransformer {
  const algorithm = `aes-${(key.length * 8) as 128 | 192 | 256}-gcm` as const
  return {
    toStorage(value, storageKey) {
      const nonce = random.bytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(storageKey))
      return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()])
    },
    fromStorage(stored, storageKey) {
      if (stored.length < nonceBytes + tagBytes) throw tooShort()
      const decipher = createDecipheriv(algorithm, key, stored.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(storageKey)).setAuthTag(stored.subarray(-tagBytes))
      return Buffer.concat([decipher.update(stored.subarray(nonceBytes, -tagBytes)), decipher.final()])
    },
  }
}

function tooShort(): TypeError {
  return new TypeError('the stored data was shorter than the required size')
}
