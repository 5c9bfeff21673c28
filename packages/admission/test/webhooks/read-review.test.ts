import { kubernetesVocabulary as vocabulary, platformVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { reviewUser } from '../../src/admission-review.ts'
import { readReviewRequest, readReviewResponse } from '../../src/read-review.ts'

// Tests read any shape of any review.
// oxlint-disable-next-line no-explicit-any
type Json = any

const answer = (version: string, response: Json): Json => ({
  apiVersion: `admission.k8s.io/${version}`,
  kind: 'AdmissionReview',
  response,
})
const base64 = (text: string): string => btoa(text)

describe('review responses', () => {
  const expected = { vocabulary, uid: 'u', isMutating: true } as const

  it('is read whole', () => {
    const response = {
      uid: 'u',
      allowed: false,
      status: { code: 418, reason: 'Teapot', message: 'short', details: { name: 'x' }, other: 1 },
      patch: base64('[]'),
      patchType: 'JSONPatch',
      auditAnnotations: { a: 'b' },
      warnings: ['w'],
    }
    const { patch, ...rest } = readReviewResponse(answer('v1', response), { ...expected, version: 'v1' })
    expect(patch!.toString()).toBe('[]')
    expect(rest).toEqual({
      allowed: false,
      status: { code: 418, reason: 'Teapot', message: 'short', details: { name: 'x' } },
      patchType: 'JSONPatch',
      auditAnnotations: { a: 'b' },
      warnings: ['w'],
    })
  })

  it.each<[string, Json]>([
    ['without kind and version', { response: { uid: 'u', allowed: true } }],
    ['without uid', answer('v1beta1', { allowed: true })],
    ['with another uid', answer('v1beta1', { uid: 'x', allowed: true })],
    ['with a type and no patch', answer('v1beta1', { uid: 'u', allowed: true, patchType: 'JSONPatch' })],
    [
      'with null for nothing',
      answer('v1beta1', { uid: 'u', allowed: true, status: null, warnings: null, patch: null }),
    ],
  ])('of v1beta1 are accepted %s', (_, value) => {
    const verdict = readReviewResponse(value, { ...expected, version: 'v1beta1' })
    expect(verdict).toMatchObject({ allowed: true, patch: undefined })
  })

  it.each<[Json, string]>([
    [answer('v1', []), 'response must be an object'],
    [answer('v1', { uid: 1 }), 'uid must be a string'],
    [answer('v1', { uid: 'u', warnings: 'w' }), 'response.warnings must be a list of strings'],
    [answer('v1', { uid: 'u', warnings: [1] }), 'response.warnings must be a list of strings'],
    [answer('v1', { uid: 'u', auditAnnotations: { a: 1 } }), 'response.auditAnnotations["a"] must be a string'],
    [answer('v1', { uid: 'u', status: 'no' }), 'response.status must be an object'],
    [answer('v1', { uid: 'u', patch: {} }), 'patch must be a string'],
  ])('is refused: %j', (value, message) => {
    expect(() => readReviewResponse(value, { ...expected, version: 'v1' })).toThrow(message)
  })

  it('do not allow without a boolean', () => {
    expect(
      readReviewResponse(answer('v1', { uid: 'u', allowed: 'true' }), { ...expected, version: 'v1' }).allowed,
    ).toBe(false)
  })

  it('keeps the keys of annotations apart from those of objects', () => {
    const value = JSON.parse(
      '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"u","auditAnnotations":{"__proto__":"x"}}}',
    )
    const { auditAnnotations } = readReviewResponse(value, { ...expected, version: 'v1' })
    expect(Object.keys(auditAnnotations)).toEqual(['__proto__'])
  })
})

describe('review requests', () => {
  const request = {
    uid: 'u',
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    userInfo: {},
    object: { metadata: {} },
    oldObject: null,
  }

  it.each(['v1', 'v1beta1'])('is read in version %s', (version) => {
    const value = { apiVersion: `admission.k8s.io/${version}`, kind: 'AdmissionReview', request }
    expect(readReviewRequest(value, vocabulary)).toEqual({ version, apiVersion: value.apiVersion, request })
  })

  it.each<[Json, string]>([
    ['x', 'the body must be an object'],
    [{}, 'expected an AdmissionReview of admission.k8s.io/v1 or admission.k8s.io/v1beta1, got /, Kind='],
    [{ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' }, 'request must be an object'],
    [{ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: {} }, 'request.uid is missing'],
    [
      { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: { ...request, operation: 'GET' } },
      'request.operation must be one of CREATE, UPDATE, DELETE, CONNECT',
    ],
    [
      { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: { ...request, object: 1 } },
      'request.object must be an object',
    ],
  ])('is refused: %j', (value, message) => {
    expect(() => readReviewRequest(value, vocabulary)).toThrow(message)
  })

  it('has the spelling of its vocabulary', () => {
    const value = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request }
    expect(() => readReviewRequest(value, platformVocabulary)).toThrow(
      'expected an AdmissionReview of admission.platform.io/v1',
    )
  })

  it('formats a user without empty members', () => {
    expect(reviewUser({ username: 'u', uid: '', groups: [], extra: {} })).toEqual({ username: 'u' })
    expect(reviewUser({ username: 'u', uid: '1', groups: ['g'], extra: { k: ['v'] } })).toEqual({
      username: 'u',
      uid: '1',
      groups: ['g'],
      extra: { k: ['v'] },
    })
  })
})
