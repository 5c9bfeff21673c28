import type { Buffer } from 'node:buffer'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { DerError, oidOf, readDerElements, readDerOf } from './der-reader.ts'
import { derTag } from './der-tags.ts'
import { oid } from './object-identifiers.ts'

/** The public key of a request. */
export interface RequestedKey {
  readonly type: 'rsa' | 'ecdsa' | 'ed25519' | 'unknown'
  /** Bits of an RSA modulus; of a curve for ECDSA. */
  readonly bits: number
  /** `undefined` for an unknown type. */
  readonly publicKey: KeyObject | undefined
  /** SubjectPublicKeyInfo, DER. */
  readonly spki: Buffer
}

const curves: ReadonlyMap<string, number> = new Map([
  [oid.p224, 224],
  [oid.p256, 256],
  [oid.p384, 384],
  [oid.p521, 521],
])

/** Reads a SubjectPublicKeyInfo. */
// upstream: crypto/x509/parser.go, parsePublicKey
export function readRequestedKey(spki: Buffer): RequestedKey {
  const [algorithm] = readDerElements(readDerOf(derTag.sequence, spki, 'publicKeyInfo').content)
  const [type, parameters] = algorithm === undefined ? [] : readDerElements(algorithm.content)
  switch (oidOf(type)) {
    case oid.rsaEncryption: {
      const publicKey = keyOf(spki, 'x509: invalid RSA public key')
      return { type: 'rsa', bits: publicKey.asymmetricKeyDetails?.modulusLength ?? 0, publicKey, spki }
    }
    case oid.ecPublicKey: {
      const bits = curves.get(oidOf(parameters))
      if (bits === undefined) throw new DerError('x509: unsupported elliptic curve')
      return { type: 'ecdsa', bits, publicKey: keyOf(spki, 'x509: failed to unmarshal elliptic curve point'), spki }
    }
    case oid.ed25519:
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
