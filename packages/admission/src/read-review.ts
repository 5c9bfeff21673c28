import { Buffer } from 'node:buffer'
import { quote, setMember, type Vocabulary } from '@pinnace/meta'
import {
  reviewApiVersion,
  reviewVersions,
  type ReviewRequest,
  type ReviewStatus,
  type ReviewVerdict,
  type ReviewVersion,
} from './admission-review.ts'
import type { Operation } from './admission-attributes.ts'
import { readObject } from './read-fields.ts'

/**
 * Reads the request of a review, in either version. Throws a TypeError for an invalid review. The members that matching
 * depends on are checked; objects are not validated.
 */
export function readReviewRequest(
  value: unknown,
  vocabulary: Vocabulary,
): { readonly version: ReviewVersion; readonly apiVersion: string; readonly request: ReviewRequest } {
  const review = readObject('the body', value)
  const apiVersion = text(review, 'apiVersion') ?? ''
  const version = reviewVersions.find((candidate) => apiVersion === reviewApiVersion(vocabulary, candidate))
  if (version === undefined || review['kind'] !== 'AdmissionReview') {
    const known = reviewVersions.map((candidate) => reviewApiVersion(vocabulary, candidate)).join(' or ')
    throw new TypeError(`expected an AdmissionReview of ${known}, got ${formatKind(review)}`)
  }
  const request = readObject('request', review['request'])
  if (!text(request, 'uid')) throw new TypeError('request.uid is missing')
  const operation = request['operation']
  if (!operations.includes(operation as Operation)) {
    throw new TypeError(`request.operation must be one of ${operations.join(', ')}`)
  }
  for (const name of ['kind', 'resource', 'userInfo']) readObject(`request.${name}`, request[name])
  for (const name of ['object', 'oldObject', 'options']) {
    if (request[name] !== undefined && request[name] !== null) readObject(`request.${name}`, request[name])
  }
  return { version, apiVersion, request: request as unknown as ReviewRequest }
}

/** The expectations a response is checked against. */
export interface ExpectedResponse {
  readonly vocabulary: Vocabulary
  readonly version: ReviewVersion
  readonly uid: string
  readonly isMutating: boolean
}

/** Reads the response of a webhook. Throws an Error with the reason for an invalid response. */
// upstream: apiserver/pkg/admission/plugin/webhook/request/admissionreview.go, VerifyAdmissionResponse. In v1beta1,
// uid, kind and patchType are not verified.
export function readReviewResponse(value: unknown, expected: ExpectedResponse): ReviewVerdict {
  const { vocabulary, version, uid, isMutating } = expected
  const isStrict = version === 'v1'
  const review = readObject('the body', value)
  if (review['response'] === undefined || review['response'] === null) throw new Error('webhook response was absent')
  const response = readObject('response', review['response'])
  const answered = text(response, 'uid') ?? ''
  if (isStrict && answered !== uid) {
    throw new Error(`expected response.uid=${quote(uid)}, got ${quote(answered)}`)
  }
  const wanted = { apiVersion: reviewApiVersion(vocabulary, version), kind: 'AdmissionReview' }
  if (isStrict && formatKind(review) !== formatKind(wanted)) {
    throw new Error(`expected webhook response of ${formatKind(wanted)}, got ${formatKind(review)}`)
  }
  return {
    allowed: response['allowed'] === true,
    status: readStatus(response['status']),
    ...readPatch(response, isMutating, isStrict),
    auditAnnotations: readTexts(response['auditAnnotations']),
    warnings: readList(response['warnings']),
  }
}

type Fields = Readonly<Record<string, unknown>>

const operations: readonly Operation[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT']

// The one type that is known is asserted where the patch is applied: webhooks/apply-webhook-patch.ts.
function readPatch(
  response: Fields,
  isMutating: boolean,
  isStrict: boolean,
): Pick<ReviewVerdict, 'patch' | 'patchType'> {
  const encoded = text(response, 'patch') ?? ''
  const patchType = text(response, 'patchType')
  if (!isMutating) {
    if (isStrict && encoded !== '') throw new Error('validating webhook may not return response.patch')
    if (isStrict && patchType !== undefined) throw new Error('validating webhook may not return response.patchType')
    return { patch: undefined, patchType: '' }
  }
  const patch = encoded === '' ? undefined : decodeBase64(encoded)
  if (!isStrict) return { patch, patchType: patch === undefined ? '' : 'JSONPatch' }
  if (patch !== undefined && patchType === undefined) {
    throw new Error('webhook returned response.patch but not response.patchType')
  }
  if (patch === undefined && patchType !== undefined) {
    throw new Error('webhook returned response.patchType but not response.patch')
  }
  if (patchType === '') throw new Error('webhook returned invalid response.patchType of ""')
  return { patch, patchType: patchType ?? '' }
}

function readStatus(value: unknown): ReviewStatus | undefined {
  if (value === undefined || value === null) return undefined
  const status = readObject('response.status', value)
  const code = status['code']
  const reason = text(status, 'reason')
  const message = text(status, 'message')
  const { details, metadata } = status
  const word = text(status, 'status')
  return {
    ...(Number.isSafeInteger(code) ? { code: code as number } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    ...(typeof details === 'object' && details !== null ? { details } : {}),
    ...(word === undefined ? {} : { status: word }),
    ...(typeof metadata === 'object' && metadata !== null ? { metadata } : {}),
  }
}

function readTexts(value: unknown): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {}
  if (value === undefined || value === null) return texts
  for (const [key, item] of Object.entries(readObject('response.auditAnnotations', value))) {
    if (typeof item !== 'string') throw new Error(`response.auditAnnotations[${quote(key)}] must be a string`)
    setMember(texts, key, item)
  }
  return texts
}

function readList(value: unknown): readonly string[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw new Error('response.warnings must be a list of strings')
  }
  return value
}

// upstream: encoding/base64, StdEncoding – ignores line breaks.
function decodeBase64(encoded: string): Buffer {
  const characters = encoded.replace(/[\r\n]/g, '')
  const bytes = Buffer.from(characters, 'base64')
  if (bytes.toString('base64') !== characters) throw new Error('response.patch is not valid base64')
  return bytes
}

function formatKind(review: Fields): string {
  const apiVersion = text(review, 'apiVersion') ?? ''
  const kind = text(review, 'kind') ?? ''
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`
}

function text(object: Fields, name: string): string | undefined {
  const value = object[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string`)
  return value
}
