import { Buffer } from 'node:buffer'
import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import { derBitString, derContext, derInteger, derOctetString, derOid, derSequence } from './der-writer.ts'
import { oid } from './object-identifiers.ts'
import { formatPem } from './pem.ts'

/** A key pair on P-256. */
export interface P256KeyPair {
  readonly privateKey: KeyObject
  /** The public key, SubjectPublicKeyInfo in DER. */
  readonly spki: Buffer
  /** The private key, PKCS#8 in PEM. */
  pem(): string
}

const one = derInteger(Uint8Array.of(1))
const version = derInteger(Uint8Array.of(0))
const curve = derOid(oid.p256)
const algorithm = derSequence(derOid(oid.ecPublicKey), curve)

/**
 * Generates a key pair. The keys of a curve have fixed forms (RFC 5480, 5915 and 5958), which are written here: OpenSSL takes
 * several times as long to export a key as to generate it.
 */
export function generateP256KeyPair(): P256KeyPair {
  const pair = createECDH('prime256v1')
  const point = pair.generateKeys()
  const digits = pair.getPrivateKey()
  const secret = derOctetString(Buffer.concat([Buffer.alloc(32 - digits.length), digits]))
  const publicPart = derContext(1, derBitString(point))
  const sec1 = derSequence(one, secret, derContext(0, curve), publicPart)
  return {
    privateKey: createPrivateKey({ key: sec1, format: 'der', type: 'sec1' }),
    spki: derSequence(algorithm, derBitString(point)),
    pem: () =>
      formatPem('PRIVATE KEY', derSequence(version, algorithm, derOctetString(derSequence(one, secret, publicPart)))),
  }
}
