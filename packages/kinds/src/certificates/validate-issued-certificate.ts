import { Buffer } from 'node:buffer'
import { X509Certificate } from 'node:crypto'
import { isSemanticEqual, parseTime, type FieldErrors, type Vocabulary } from '@pinnace/meta'
import type { PodCertificateRequest, PodCertificateRequestStatus } from '@pinnace/types/certificates-v1beta1'
import { readCertificateRequest, readPemBlocks } from '@pinnace/x509'
import { validateConditions } from '../validation/conditions.ts'
import { omitted, parseKey } from './validate-pod-certificate-request.ts'

const decisions = ['Issued', 'Denied', 'Failed']
const maxChain = 100 * 1024
const minute = 60_000
const chainField = 'status.certificateChain'
const refreshField = 'status.beginRefreshAt'
const oneDecision = 'There may be at most one condition with type "Issued", "Denied", or "Failed"'
const decided = 'immutable after PodCertificateRequest is issued, denied, or failed'
const onlyConditions = 'non-condition status fields must be empty when denying or failing the PodCertificateRequest'
const undecided = 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"'
const consistent = 'must be present and consistent with the issued certificate'

/** When a certificate is issued, and the words of the server. */
export interface IssueContext {
  readonly now: number
  readonly vocabulary: Vocabulary
}

/** The decision about a request, and the certificate; without `at` the certificate may begin at any time. */
// upstream: certificates/validation, ValidatePodCertificateRequestStatusUpdate
export function validateIssue(
  next: PodCertificateRequest,
  live: PodCertificateRequest,
  errors: FieldErrors,
  at: IssueContext | undefined,
): void {
  const status = next.status ?? {}
  const before = errors.list.length
  validateDecision(status, errors)
  if (errors.list.length > before) return
  const isDecided = (list: PodCertificateRequestStatus | undefined, types: readonly string[]): boolean =>
    (list?.conditions ?? []).some(({ type, status: value }) => value === 'True' && types.includes(type))
  if (isDecided(live.status, decisions)) {
    if (!isSemanticEqual(status, live.status)) omitted(errors, 'status', decided)
  } else if (isDecided(status, ['Denied', 'Failed'])) {
    if (!isSemanticEqual(status, { conditions: status.conditions })) omitted(errors, 'status', onlyConditions)
  } else if (isDecided(status, ['Issued'])) validateChain(status, live, errors, at)
  else if (!isSemanticEqual(status, live.status ?? {})) omitted(errors, 'status', undecided)
}

function validateDecision({ conditions }: PodCertificateRequestStatus, errors: FieldErrors): void {
  let known = 0
  for (const [index, { type, status }] of (conditions ?? []).entries()) {
    // upstream: the index is a field of its own.
    const at = `status.conditions.[${index}]`
    if (!decisions.includes(type)) {
      errors.notSupported(`${at}.type`, type, decisions)
      continue
    }
    if (++known > 1) errors.invalid(`${at}.type`, type, oneDecision)
    if (status !== 'True') errors.notSupported(`${at}.status`, status, ['True'])
  }
  validateConditions(conditions ?? [], 'status.conditions', errors)
}

function validateChain(
  status: PodCertificateRequestStatus,
  live: PodCertificateRequest,
  errors: FieldErrors,
  at: IssueContext | undefined,
): void {
  const chain = status.certificateChain ?? ''
  const refuse = (detail: string): void => errors.invalid(chainField, chain, detail)
  if (Buffer.byteLength(chain) > maxChain) return errors.tooLong(chainField, maxChain)
  const [first, ...rest] = readPemBlocks(chain)
  if (first === undefined) return refuse('issued certificate chain must contain at least one certificate')
  if (first.type !== 'CERTIFICATE') {
    return refuse('issued certificate chain must consist entirely of CERTIFICATE PEM blocks')
  }
  const leaf = readLeaf(first.bytes)
  if (leaf === undefined) return refuse('leaf certificate does not parse as valid X.509')
  const before = errors.list.length
  validateNames(leaf, errors)
  const spki = spkiOf(live)
  if (spki === undefined) return omitted(errors, 'spec.stubPKCS10Request', 'must be a valid PKCS#10 CSR')
  const key = leaf.publicKey.export({ type: 'spki', format: 'der' })
  if (!key.equals(spki)) return refuse('leaf certificate was not issued to the requested public key')
  if (!validateTimes({ status, leaf, live, errors, at, before })) return undefined
  for (const { type, bytes } of rest) {
    // upstream: the word is spelled so.
    if (type !== 'CERTIFICATE') {
      return refuse('issued certificate chain must consist entirely of CERTFICATE PEM blocks')
    }
    if (readLeaf(bytes) === undefined) return refuse('intermediate certificate does not parse as valid X.509')
  }
  return undefined
}

function readLeaf(bytes: Buffer): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(bytes)
    return certificate.raw.length === bytes.length ? certificate : undefined
  } catch {
    return undefined
  }
}

/** The key that was asked for, in DER. */
function spkiOf({ spec }: PodCertificateRequest): Buffer | undefined {
  const request = Buffer.from(spec.stubPKCS10Request ?? '', 'base64')
  if (request.length === 0) return parseKey(Buffer.from(spec.pkixPublicKey ?? '', 'base64'))?.spki
  try {
    return readCertificateRequest(request).key.spki
  } catch {
    return undefined
  }
}

function validateNames({ subjectAltName = '' }: X509Certificate, errors: FieldErrors): void {
  for (const entry of subjectAltName.split(', ')) {
    if (!entry.startsWith('DNS:')) continue
    const name = entry.slice('DNS:'.length)
    const refuse = (detail: string): void => errors.invalid(chainField, name, `leaf certificate${detail}`)
    if (name === '') refuse(' should not contain empty DNSName')
    if (name.includes('..')) refuse("'s DNSName should not contain '..'")
    if (name.startsWith('.') || name.endsWith('.')) refuse("'s DNSName should not start or end with '.'")
  }
}

interface Times {
  readonly status: PodCertificateRequestStatus
  readonly leaf: X509Certificate
  readonly live: PodCertificateRequest
  readonly errors: FieldErrors
  readonly at: IssueContext | undefined
  /** Errors that were there before. */
  readonly before: number
}

/** Whether the times are those of the certificate; the first mistake is the only one. */
function validateTimes({ status, leaf, live, errors, at, before }: Times): boolean {
  const { notBefore, notAfter, beginRefreshAt } = status
  if (!notBefore) errors.required('status.notBefore', consistent)
  if (!notAfter) errors.required('status.notAfter', consistent)
  if (!beginRefreshAt) {
    errors.required(refreshField, 'must be present and in the range [notbefore+10min, notafter-10min]')
  }
  if (errors.list.length > before) return false
  const [from, to, refresh] = [notBefore, notAfter, beginRefreshAt].map((time) => parseTime(time ?? '') ?? 0) as [
    number,
    number,
    number,
  ]
  const starts = Date.parse(leaf.validFrom)
  const ends = Date.parse(leaf.validTo)
  const lifetime = ends - starts
  const refuse = (field: string, value: unknown, detail: string): false => {
    errors.invalid(field, value, detail)
    return false
  }
  const own = (name: string): string => `must be set to the ${name} time encoded in the leaf certificate`
  if (from !== starts) return refuse('status.notBefore', notBefore, own('NotBefore'))
  if (at !== undefined && Math.abs(from - at.now) >= 5 * minute) {
    const server = `${at.vocabulary.componentPrefix}-apiserver`
    return refuse('status.notBefore', notBefore, `must be set to within 5 minutes of ${server}'s current time`)
  }
  if (to !== ends) return refuse('status.notAfter', notAfter, own('NotAfter'))
  if (lifetime < 60 * minute) return refuse(chainField, lifetime * 1e6, 'leaf certificate lifetime must be >= 1 hour')
  const longest = live.spec.maxExpirationSeconds ?? 0
  if (lifetime > longest * 1000) {
    const detail = `leaf certificate lifetime must be <= spec.maxExpirationSeconds (${longest})`
    return refuse(chainField, lifetime * 1e6, detail)
  }
  if (refresh < from + 10 * minute) {
    return refuse(refreshField, beginRefreshAt, 'must be at least 10 minutes after status.notBefore')
  }
  if (refresh > to - 10 * minute) {
    return refuse(refreshField, beginRefreshAt, 'must be at least 10 minutes before status.notAfter')
  }
  return true
}
