import type { Buffer } from 'node:buffer'
import { parseJson, type Vocabulary } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { messageOf } from '../../message-of.ts'

/** What the backend is asked. */
export interface ImageReviewSpec {
  readonly containers?: readonly { readonly image?: string }[]
  readonly annotations?: Readonly<Record<string, string>>
  readonly namespace: string
}

/** What it has answered. */
export interface ImageReviewStatus {
  readonly allowed: boolean
  readonly reason: string
  readonly auditAnnotations: readonly (readonly [key: string, value: string])[]
}

type Fields = Readonly<Record<string, unknown>>

/** The images of a pod, or those of the ephemeral containers it gets, and the annotations that are for the backend. */
// upstream: plugin/pkg/admission/imagepolicy/admission.go, Validate
export function imageReviewSpec(
  { metadata: { annotations = {} }, spec }: Pod,
  namespace: string,
  subresource: string,
  { groupDomain }: Vocabulary,
): ImageReviewSpec {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec ?? {}
  const asked = subresource === 'ephemeralcontainers' ? ephemeralContainers : [...containers, ...initContainers]
  // In order, so that the same question is the same text.
  const own = Object.entries(annotations)
    .filter(([key]) => key.includes(`.image-policy.${groupDomain}/`))
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return {
    ...(asked.length === 0 ? {} : { containers: asked.map(({ image = '' }) => (image === '' ? {} : { image })) }),
    ...(own.length === 0 ? {} : { annotations: Object.fromEntries(own) }),
    namespace,
  }
}

/** The whole review. @param spec as JSON */
export function imageReview(spec: string, vocabulary: Vocabulary): string {
  const apiVersion = JSON.stringify(apiVersionOf(vocabulary))
  return `{"kind":"ImageReview","apiVersion":${apiVersion},"metadata":{"creationTimestamp":null},"spec":${spec},"status":{"allowed":false}}`
}

/** Reads an answer. Throws an Error for anything but a review. */
export function readImageReview(body: Buffer, vocabulary: Vocabulary): ImageReviewStatus {
  const review = fields(parse(body))
  const expected = apiVersionOf(vocabulary)
  if (review['kind'] !== 'ImageReview' || review['apiVersion'] !== expected) {
    throw new Error(`the image policy webhook did not answer with an ImageReview of ${expected}`)
  }
  const { allowed, reason, auditAnnotations } = fields(review['status'])
  if (allowed !== undefined && allowed !== null && typeof allowed !== 'boolean') {
    throw new Error('allowed of the image policy webhook is neither true nor false')
  }
  return {
    allowed: allowed === true,
    reason: text('reason', reason),
    auditAnnotations: Object.entries(fields(auditAnnotations)).map(([key, value]) => [key, text(key, value)]),
  }
}

// upstream: apimachinery/pkg/runtime/serializer/json, Interpret
function parse(body: Buffer): unknown {
  try {
    return parseJson(body).value
  } catch (cause) {
    throw new Error(`couldn't get version/kind; json parse error: ${messageOf(cause)}`, { cause })
  }
}

function apiVersionOf({ groupDomain }: Vocabulary): string {
  return `imagepolicy.${groupDomain}/v1alpha1`
}

function fields(value: unknown): Fields {
  if (value === undefined || value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Fields
  throw new Error('the image policy webhook did not answer with an object')
}

function text(name: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  throw new Error(`${name} of the image policy webhook is no text`)
}
