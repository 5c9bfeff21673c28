import type { Buffer } from 'node:buffer'
import { constants, verify } from 'node:crypto'

import { readDerElements, type DerElement } from './der-reader.ts'
import type { RequestedKey } from './requested-key.ts'

interface SignatureAlgorithm {
  readonly name: string
  readonly keyType: 'rsa' | 'ecdsa' | 'ed25519'
  /** `undefined` where the signature is of the text itself. */
  readonly hash: string | undefined
  readonly isPss?: boolean
}

const md5: SignatureAlgorithm = { name: 'MD5-RSA', keyType: 'rsa', hash: 'md5' }

const algorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map<string, SignatureAlgorithm>([
  ['2a864886f70d010104', md5],
  ['2a864886f70d010105', { name: 'SHA1-RSA', keyType: 'rsa', hash: 'sha1' }],
  ['2a864886f70d01010b', { name: 'SHA256-RSA', keyType: 'rsa', hash: 'sha256' }],
  ['2a864886f70d01010c', { name: 'SHA384-RSA', keyType: 'rsa', hash: 'sha384' }],
  ['2a864886f70d01010d', { name: 'SHA512-RSA', keyType: 'rsa', hash: 'sha512' }],
  ['2a8648ce3d0401', { name: 'ECDSA-SHA1', keyType: 'ecdsa', hash: 'sha1' }],
  ['2a8648ce3d040302', { name: 'ECDSA-SHA256', keyType: 'ecdsa', hash: 'sha256' }],
  ['2a8648ce3d040303', { name: 'ECDSA-SHA384', keyType: 'ecdsa', hash: 'sha384' }],
  ['2a8648ce3d040304', { name: 'ECDSA-SHA512', keyType: 'ecdsa', hash: 'sha512' }],
  ['2b6570', { name: 'Ed25519', keyType: 'ed25519', hash: undefined }],
])

const pss = '2a864886f70d01010a'
const pssHashes: ReadonlyMap<string, string> = new Map([
  ['608648016503040201', 'sha256'],
  ['608648016503040202', 'sha384'],
  ['608648016503040203', 'sha512'],
])

const keyNames = { rsa: 'RSA', ecdsa: 'ECDSA', ed25519: 'Ed25519' } as const
const keyTypes = { rsa: '*rsa.PublicKey', ecdsa: '*ecdsa.PublicKey', ed25519: 'ed25519.PublicKey', unknown: '<nil>' }
const failures = {
  rsa: 'crypto/rsa: verification error',
  ecdsa: 'x509: ECDSA verification failure',
  ed25519: 'x509: Ed25519 verification failure',
} as const
const unimplemented = 'x509: cannot verify signature: algorithm unimplemented'

/** Why a signature is not that of the key over the text; `undefined` where it is. */
// upstream: crypto/x509, CertificateRequest.CheckSignature – SHA-1 is still taken for requests, MD5 is not.
export function requestSignatureError(
  certified: Buffer,
  algorithmElement: DerElement,
  signature: Buffer,
  { type, bits, publicKey }: RequestedKey,
): string | undefined {
  const algorithm = algorithmOf(algorithmElement)
  if (algorithm === undefined) return unimplemented
  if (algorithm === md5) return `x509: cannot verify signature: insecure algorithm ${algorithm.name}`
  if (publicKey === undefined) return unimplemented
  if (algorithm.keyType !== type) {
    return `x509: signature algorithm specifies an ${keyNames[algorithm.keyType]} public key, but have public key of type ${keyTypes[type]}`
  }
  if (type === 'rsa' && bits < 1024) {
    return `crypto/rsa: ${bits}-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)`
  }
  const padding = algorithm.isPss === true ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
  return isGood(() =>
    verify(algorithm.hash, certified, type === 'rsa' ? { key: publicKey, padding } : publicKey, signature),
  )
    ? undefined
    : failures[type]
}

function algorithmOf({ content }: DerElement): SignatureAlgorithm | undefined {
  const [id, parameters] = readDerElements(content)
  const name = id?.content.toString('hex') ?? ''
  if (name !== pss) return algorithms.get(name)
  const hash = parameters === undefined ? undefined : pssHash(parameters.content)
  return hash === undefined ? undefined : { name: 'RSAPSS', keyType: 'rsa', hash, isPss: true }
}

function pssHash(parameters: Buffer): string | undefined {
  const hash = readDerElements(parameters).find(({ tag }) => tag === 0xa0)
  const algorithm = hash === undefined ? undefined : readDerElements(hash.content)[0]
  const id = algorithm === undefined ? undefined : readDerElements(algorithm.content)[0]
  return pssHashes.get(id?.content.toString('hex') ?? '')
}

// What cannot be a signature at all makes some keys throw.
function isGood(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
