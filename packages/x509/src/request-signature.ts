import type { Buffer } from 'node:buffer'
import { constants, verify } from 'node:crypto'
import type { DerElement } from './der-reader.ts'
import type { RequestedKey } from './requested-key.ts'
import { readSignatureAlgorithm } from './signature-algorithms.ts'

const keyNames = { rsa: 'RSA', ecdsa: 'ECDSA', ed25519: 'Ed25519' } as const
const keyTypes = { rsa: '*rsa.PublicKey', ecdsa: '*ecdsa.PublicKey', ed25519: 'ed25519.PublicKey', unknown: '<nil>' }
const failures = {
  rsa: 'crypto/rsa: verification error',
  ecdsa: 'x509: ECDSA verification failure',
  ed25519: 'x509: Ed25519 verification failure',
} as const
const unimplemented = 'x509: cannot verify signature: algorithm unimplemented'

/** Why a signature is not one of the key over the bytes; `undefined` if it is. */
// upstream: crypto/x509, CertificateRequest.CheckSignature – SHA-1 is still accepted for requests, MD5 is not.
export function requestSignatureError(
  signed: Buffer,
  algorithmElement: DerElement,
  signature: Buffer,
  { type, bits, publicKey }: RequestedKey,
): string | undefined {
  const algorithm = readSignatureAlgorithm(algorithmElement)
  if (algorithm === undefined) return unimplemented
  if (algorithm.hash === 'md5') return `x509: cannot verify signature: insecure algorithm ${algorithm.name}`
  if (publicKey === undefined) return unimplemented
  if (algorithm.keyType !== type) {
    return `x509: signature algorithm specifies an ${keyNames[algorithm.keyType]} public key, but have public key of type ${keyTypes[type]}`
  }
  if (type === 'rsa' && bits < 1024) {
    return `crypto/rsa: ${bits}-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)`
  }
  const padding = algorithm.isPss === true ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
  const key = type === 'rsa' ? { key: publicKey, padding } : publicKey
  return isGood(() => verify(algorithm.hash, signed, key, signature)) ? undefined : failures[type]
}

// Some keys throw for bytes that cannot be a signature.
function isGood(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
