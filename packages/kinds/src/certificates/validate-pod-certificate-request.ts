import { Buffer } from 'node:buffer'
import { constants, verify } from 'node:crypto'
import { isDns1123Subdomain, isQualifiedName, type FieldErrors, type Vocabulary } from '@pinnace/meta'
import type { PodCertificateRequestSpec } from '@pinnace/types/certificates-v1beta1'
import { readCertificateRequest, readRequestedKey, type RequestedKey } from '@pinnace/x509'
import { reportEach } from '../validation/messages.ts'
import { validateSignerName } from '../validation/signer-name.ts'

const maxUid = 128
const maxKeySize = 10 * 1024
const maxAnnotations = 256 * 1024
const hour = 60 * 60
const day = 24 * hour
const shortest = hour
const oneProof = 'exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set'
const unknownKey = 'unknown public key type; supported types are Ed25519, ECDSA, and RSA'
const badModulus = 'RSA keys must have modulus size 3072 or 4096'

/** What a certificate for a pod is asked with. */
// upstream: certificates/validation, ValidatePodCertificateRequestCreate
export function validateCertificateRequest(
  spec: PodCertificateRequestSpec,
  errors: FieldErrors,
  { labelDomain }: Vocabulary,
): void {
  const { signerName } = spec
  validateSignerName(signerName, 'spec.signerName', errors)
  validateAnnotations(spec.unverifiedUserAnnotations, errors)
  const owners = [
    ['podName', 'podUID'],
    ['serviceAccountName', 'serviceAccountUID'],
    ['nodeName', 'nodeUID'],
  ] as const
  for (const [name, uid] of owners) {
    reportEach(errors, isDns1123Subdomain(spec[name]), `spec.${name}`, spec[name])
    if (spec[uid] === '') errors.invalid(`spec.${uid}`, '', 'must not be empty')
    if (Buffer.byteLength(spec[uid]) > maxUid) errors.tooLong(`spec.${uid}`, maxUid)
  }
  const seconds = spec.maxExpirationSeconds ?? 0
  const host = signerName.split('/', 1).join()
  const longest = host === labelDomain || host.endsWith(`.${labelDomain}`) ? day : 91 * day
  if (seconds < shortest || seconds > longest) {
    errors.invalid('spec.maxExpirationSeconds', seconds, `must be in the range [${shortest}, ${longest}]`)
  }
  validateProof(spec, errors)
}

// upstream: core/validation, ValidateUserAnnotations
function validateAnnotations(annotations: Readonly<Record<string, string>> | undefined, errors: FieldErrors): void {
  const field = 'spec.unverifiedUserAnnotations'
  let size = 0
  for (const [key, value] of Object.entries(annotations ?? {})) {
    validateKeyOf(key.toLowerCase(), field, errors)
    size += Buffer.byteLength(key) + Buffer.byteLength(value)
  }
  if (size > maxAnnotations) errors.tooLong(field, maxAnnotations)
}

// upstream: apimachinery/pkg/util/validation, IsDomainPrefixedKey
function validateKeyOf(key: string, field: string, errors: FieldErrors): void {
  if (key === '') return errors.required(field)
  const messages = isQualifiedName(key)
  if (messages.length > 0) return reportEach(errors, messages, field, key)
  if (key.includes('/')) return undefined
  return errors.invalid(field, key, 'must be a domain-prefixed key (such as "acme.io/foo")')
}

function validateProof(spec: PodCertificateRequestSpec, errors: FieldErrors): void {
  const bytesOf = (base64: string | undefined): Buffer => Buffer.from(base64 ?? '', 'base64')
  const request = bytesOf(spec.stubPKCS10Request)
  const key = bytesOf(spec.pkixPublicKey)
  const proof = bytesOf(spec.proofOfPossession)
  const isEmpty = (bytes: Buffer): boolean => bytes.length === 0
  if (!isEmpty(request) && isEmpty(key) && isEmpty(proof)) validateStub(request, errors)
  else if (isEmpty(request) && !isEmpty(key) && !isEmpty(proof)) validateKey(spec, key, proof, errors)
  else omitted(errors, 'spec', oneProof)
}

/** An invalid value that is not printed. */
export function omitted(errors: FieldErrors, field: string, detail: string): void {
  errors.add('FieldValueInvalid', field, `Invalid value: ${detail}`)
}

// upstream: validateStubPKCS10Request
function validateStub(bytes: Buffer, errors: FieldErrors): void {
  const field = 'spec.stubPKCS10Request'
  if (bytes.length > maxKeySize) return errors.tooLong(field, maxKeySize)
  let request
  try {
    request = readCertificateRequest(bytes)
  } catch {
    return omitted(errors, field, 'must be a valid PKCS#10 CSR')
  }
  const { type, bits } = request.key
  if (type === 'unknown') return omitted(errors, field, unknownKey)
  if (type === 'ecdsa' && bits < 256) {
    return errors.invalid(field, 'curve P-224', 'elliptic public keys must use curve P256, P384, or P521')
  }
  if (type === 'rsa' && bits !== 3072 && bits !== 4096) return errors.invalid(field, `${bits}-bit modulus`, badModulus)
  return request.signatureError() === undefined ? undefined : omitted(errors, field, 'invalid signature')
}

// upstream: validateDeprecatedPKIXPublicKey
function validateKey(spec: PodCertificateRequestSpec, bytes: Buffer, proof: Buffer, errors: FieldErrors): void {
  const field = 'spec.pkixPublicKey'
  if (bytes.length > maxKeySize) return errors.tooLong(field, maxKeySize)
  if (proof.length > maxKeySize) return errors.tooLong('spec.proofOfPossession', maxKeySize)
  const key = parseKey(bytes)
  if (key === undefined) return errors.invalid(field, spec.pkixPublicKey, 'must be a valid PKIX-serialized public key')
  const { type, bits } = key
  if (type === 'unknown') return errors.invalid(field, spec.pkixPublicKey, unknownKey)
  if (type === 'ecdsa' && bits < 256) {
    return errors.invalid(field, 'curve P-224', 'elliptic public keys must use curve P256 or P384')
  }
  if (type === 'rsa' && bits !== 3072 && bits !== 4096) return errors.invalid(field, `${bits}-bit modulus`, badModulus)
  if (provesPossession(key, Buffer.from(spec.podUID), proof)) return undefined
  return omitted(errors, 'spec.proofOfPossession', 'could not verify proof-of-possession signature')
}

/** Reads a public key; undefined for what is none. */
export function parseKey(bytes: Buffer): RequestedKey | undefined {
  try {
    return readRequestedKey(bytes)
  } catch {
    return undefined
  }
}

function provesPossession({ type, publicKey }: RequestedKey, uid: Buffer, proof: Buffer): boolean {
  if (publicKey === undefined) return false
  try {
    if (type === 'ed25519') return verify(null, uid, publicKey, proof)
    if (type === 'ecdsa') return verify('sha256', uid, publicKey, proof)
    const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    return verify('sha256', uid, { key: publicKey, ...padding }, proof)
  } catch {
    return false
  }
}
