import type { Buffer } from 'node:buffer'
import { sign, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { derBitString, derSequence } from './der-writer.ts'
import { signingAlgorithmOf } from './signature-algorithms.ts'

const signOffThread = promisify(sign)

/** A signed structure: the bytes, the algorithm and the signature, as certificates and requests have them. */
export function signDerSync(bytes: Buffer, key: KeyObject): Buffer {
  const { identifier, hash } = signingAlgorithmOf(key)
  return derSequence(bytes, identifier, derBitString(sign(hash, bytes, key)))
}

/** As {@link signDerSync}, with the signature made off the event loop: one with RSA takes milliseconds. */
export async function signDer(bytes: Buffer, key: KeyObject): Promise<Buffer> {
  const { identifier, hash } = signingAlgorithmOf(key)
  return derSequence(bytes, identifier, derBitString(await signOffThread(hash, bytes, key)))
}
