import type { Buffer } from 'node:buffer'
import type { KeyObject } from 'node:crypto'
import { oidOf, readDerElements, type DerElement } from './der-reader.ts'
import { derNull, derOid, derSequence } from './der-writer.ts'
import { oid } from './object-identifiers.ts'

/** An algorithm that signs certificates and requests. */
export interface SignatureAlgorithm {
  /** As Go prints it. */
  readonly name: string
  readonly keyType: 'rsa' | 'ecdsa' | 'ed25519'
  /** `undefined` where the text itself is signed. */
  readonly hash: string | undefined
  readonly isPss?: boolean
}

const algorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map<string, SignatureAlgorithm>([
  [oid.md5WithRsa, { name: 'MD5-RSA', keyType: 'rsa', hash: 'md5' }],
  [oid.sha1WithRsa, { name: 'SHA1-RSA', keyType: 'rsa', hash: 'sha1' }],
  [oid.sha256WithRsa, { name: 'SHA256-RSA', keyType: 'rsa', hash: 'sha256' }],
  [oid.sha384WithRsa, { name: 'SHA384-RSA', keyType: 'rsa', hash: 'sha384' }],
  [oid.sha512WithRsa, { name: 'SHA512-RSA', keyType: 'rsa', hash: 'sha512' }],
  [oid.ecdsaWithSha1, { name: 'ECDSA-SHA1', keyType: 'ecdsa', hash: 'sha1' }],
  [oid.ecdsaWithSha256, { name: 'ECDSA-SHA256', keyType: 'ecdsa', hash: 'sha256' }],
  [oid.ecdsaWithSha384, { name: 'ECDSA-SHA384', keyType: 'ecdsa', hash: 'sha384' }],
  [oid.ecdsaWithSha512, { name: 'ECDSA-SHA512', keyType: 'ecdsa', hash: 'sha512' }],
  [oid.ed25519, { name: 'Ed25519', keyType: 'ed25519', hash: undefined }],
])

const pssHashes: ReadonlyMap<string, string> = new Map([
  [oid.sha256, 'sha256'],
  [oid.sha384, 'sha384'],
  [oid.sha512, 'sha512'],
])

/** Reads an AlgorithmIdentifier; `undefined` for an unknown algorithm. */
export function readSignatureAlgorithm({ content }: DerElement): SignatureAlgorithm | undefined {
  const [type, parameters] = readDerElements(content)
  const id = oidOf(type)
  if (id !== oid.rsaPss) return algorithms.get(id)
  const hash = parameters === undefined ? undefined : readPssHash(parameters.content)
  return hash === undefined ? undefined : { name: 'RSAPSS', keyType: 'rsa', hash, isPss: true }
}

function readPssHash(parameters: Buffer): string | undefined {
  const hash = readDerElements(parameters).find(({ tag }) => tag === 0xa0)
  const algorithm = hash === undefined ? undefined : readDerElements(hash.content)[0]
  const id = algorithm === undefined ? undefined : readDerElements(algorithm.content)[0]
  return pssHashes.get(oidOf(id))
}

/** How a private key signs certificates and requests. */
export interface SigningAlgorithm {
  /** AlgorithmIdentifier, DER. */
  readonly identifier: Buffer
  /** `undefined` where the text itself is signed. */
  readonly hash: string | undefined
}

/** The algorithm a private key signs with. Throws a TypeError for a type of key or a curve that is not supported. */
// upstream: crypto/x509, signingParamsForKey – a curve is used with the hash of its size.
export function signingAlgorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): SigningAlgorithm {
  const type = asymmetricKeyType === 'ec' ? asymmetricKeyDetails?.namedCurve : asymmetricKeyType
  switch (type) {
    case 'prime256v1':
      return { identifier: derSequence(derOid(oid.ecdsaWithSha256)), hash: 'sha256' }
    case 'secp384r1':
      return { identifier: derSequence(derOid(oid.ecdsaWithSha384)), hash: 'sha384' }
    case 'secp521r1':
      return { identifier: derSequence(derOid(oid.ecdsaWithSha512)), hash: 'sha512' }
    case 'ed25519':
      return { identifier: derSequence(derOid(oid.ed25519)), hash: undefined }
    case 'rsa':
      return { identifier: derSequence(derOid(oid.sha256WithRsa), derNull()), hash: 'sha256' }
    default:
      throw new TypeError(`cannot sign with a key of type ${JSON.stringify(type)}`)
  }
}
