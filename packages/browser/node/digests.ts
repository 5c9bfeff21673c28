import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { Buffer } from './buffer.ts'

const functions: Readonly<Record<string, HashFunction>> = { md5, sha1, sha256, sha384, sha512 }

/** A hash function of a package. */
type HashFunction = ((bytes: Uint8Array) => Uint8Array) & {
  create(): { update(bytes: Uint8Array): unknown; digest(): Uint8Array }
}

/** A hash that is being computed, as `createHash` of Node returns it. */
export interface Digest {
  update(data: string | Uint8Array): Digest
  digest(): Buffer
  digest(encoding: string): string
}

/** The hash function of a name such as `sha256`. Throws a TypeError for another name. */
export function digestOf(algorithm: string): HashFunction {
  const found = functions[algorithm.toLowerCase().replace('-', '')]
  if (found === undefined) throw new TypeError(`${algorithm} is not available in a browser`)
  return found
}

/** `createHash` of Node. */
export function createHash(algorithm: string): Digest {
  const state = digestOf(algorithm).create()
  const digest: Digest = {
    update(data) {
      state.update(typeof data === 'string' ? Buffer.from(data) : data)
      return digest
    },
    digest: ((encoding?: 'hex') => {
      const bytes = Buffer.from(state.digest())
      return encoding === undefined ? bytes : bytes.toString(encoding)
    }) as Digest['digest'],
  }
  return digest
}

/** `hash` of Node. */
export function hash(algorithm: string, data: string | Uint8Array, encoding = 'hex'): string | Buffer {
  const digest = createHash(algorithm).update(data)
  return encoding === 'buffer' ? digest.digest() : digest.digest(encoding)
}
