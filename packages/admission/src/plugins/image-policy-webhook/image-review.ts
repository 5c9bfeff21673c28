import type { Buffer } from 'node:buffer'
import { parseJson, type Vocabulary } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { messageOf } from '../../message-of.ts'

/** The spec of a review. */
export interface ImageReviewSpec {
  readonly containers?: readonly { readonly image?: string }[]
  readonly annotations?: Readonly<Record<string, string>>
  readonly namespace: string
}

/** The status of a review. */
export interface ImageReviewStatus {
  readonly allowed: boolean
  readonly reason: string
  readonly auditAnnotations: readonly (readonly [key: string, value: string])[]
}

type Fields = Readonly<Record<string, unknown>>

/** Collects the images of a pod, or of its ephemeral containers for that subresource, and the annotations for the backend. */
// upstream: plugin/pkg/admission/imagepolicy/admission.go, Validate
export function imageReviewSpec(
  { metadata: { annotations = {} }, spec }: Pod,
  namespace: string,
  subresource: string,
  { groupDomain }: Vocabulary,
): ImageReviewSpec {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec ?? {}
  const containersToReview =
    subresource === 'ephemeralcontainers' ? ephemeralContainers : [...containers, ...initContainers]
  // Sorted, so that equal reviews have equal text.
  const own = Object.entries(annotations)
    .filter(([key]) => key.includes(`.image-policy.${groupDomain}/`))
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return {
    ...(containersToReview.length === 0
      ? {}
      : { containers: containersToReview.map(({ image = '' }) => (image === '' ? {} : { image })) }),
    ...(own.length === 0 ? {} : { annotations: Object.fromEntries(own) }),
    namespace,
  }
}

/** Formats a review. @param spec as JSON */
export function imageReview(spec: string, vocabulary: Vocabulary): string {
  const apiVersion = JSON.stringify(apiVersionOf(vocabulary))
  return `{"kind":"ImageReview","apiVersion":${apiVersion},"metadata":{"creationTimestamp":null},"spec":${spec},"status":{"allowed":false}}`
}

/** Reads the review in a response. Throws an Error for an invalid response. */
export function readImageReview(body: Buffer, vocabulary: Vocabulary): ImageReviewStatus {
  const review = fields(parse(body))
  const expected = apiVersionOf(vocabulary)
  if (review['kind'] !== 'ImageReview' || review['apiVersion'] !== expected) {
    throw new Error(`the response of the image policy webhook must be an ImageReview of ${expected}`)
  }
  const { allowed, reason, auditAnnotations } = fields(review['status'])
  if (allowed !== undefined && allowed !== null && typeof allowed !== 'boolean') {
    throw new Error('allowed in the response of the image policy webhook must be a boolean')
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
  throw new Error('the response of the image policy webhook must be an object')
}

function text(name: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  throw new Error(`${name} in the response of the image policy webhook must be a string`)
}
