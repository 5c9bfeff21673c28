import type { Buffer } from 'node:buffer'
import { createPublicKey, type KeyObject } from 'node:crypto'

import { DerError, derTag, readDerElements, readDerOf } from './der-reader.ts'

/** The public key of a request. */
export interface RequestedKey {
  readonly type: 'rsa' | 'ecdsa' | 'ed25519' | 'unknown'
  /** Bits of an RSA modulus; of a curve for ECDSA. */
  readonly bits: number
  /** `undefined` for a type that is not known. */
  readonly publicKey: KeyObject | undefined
  /** SubjectPublicKeyInfo. */
  readonly spki: Buffer
}

const rsa = '2a864886f70d010101'
const ecdsa = '2a8648ce3d0201'
const ed25519 = '2b6570'

const curves: ReadonlyMap<string, number> = new Map([
  ['2b81040021', 224],
  ['2a8648ce3d030107', 256],
  ['2b81040022', 384],
  ['2b81040023', 521],
])

/** Reads a SubjectPublicKeyInfo. */
// upstream: crypto/x509/parser.go, parsePublicKey
export function readRequestedKey(spki: Buffer): RequestedKey {
  const [algorithm] = readDerElements(readDerOf(derTag.sequence, spki, 'publicKeyInfo').content)
  const [type, parameters] = algorithm === undefined ? [] : readDerElements(algorithm.content)
  switch (type?.content.toString('hex')) {
    case rsa: {
      const publicKey = keyOf(spki, 'x509: invalid RSA public key')
      return { type: 'rsa', bits: publicKey.asymmetricKeyDetails?.modulusLength ?? 0, publicKey, spki }
    }
    case ecdsa: {
      const bits = curves.get(parameters?.content.toString('hex') ?? '')
      if (bits === undefined) throw new DerError('x509: unsupported elliptic curve')
      return { type: 'ecdsa', bits, publicKey: keyOf(spki, 'x509: failed to unmarshal elliptic curve point'), spki }
    }
    case ed25519:
      return { type: 'ed25519', bits: 256, publicKey: keyOf(spki, 'x509: wrong Ed25519 public key size'), spki }
    default:
      return { type: 'unknown', bits: 0, publicKey: undefined, spki }
  }
}

function keyOf(spki: Buffer, message: string): KeyObject {
  try {
    return createPublicKey({ key: spki, format: 'der', type: 'spki' })
  } catch (error) {
    throw new DerError(message, { cause: error })
  }
}
