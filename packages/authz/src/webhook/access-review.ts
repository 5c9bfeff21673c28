import { parseJson, type FieldRequirement, type LabelRequirement, type Vocabulary } from '@pinnace/meta'
import type { AuthorizerAttributes } from '../authorizer.ts'

/** Versions of SubjectAccessReview. */
export type AccessReviewVersion = 'v1' | 'v1beta1'

/** The status of an answer. */
export interface AccessReviewStatus {
  readonly allowed: boolean
  readonly denied: boolean
  readonly reason: string
}

/** The spec of the review of a request. */
// upstream: apiserver/plugin/pkg/authorizer/webhook/webhook.go, Authorize
export function accessReviewSpec(attributes: AuthorizerAttributes, version: AccessReviewVersion): object {
  const { user, path, verb } = attributes
  const { username, uid = '', groups, extra } = user
  return {
    ...(attributes.isResourceRequest
      ? { resourceAttributes: resourceAttributes(attributes) }
      : { nonResourceAttributes: filled({ path, verb }) }),
    ...filled({ user: username }),
    // The older version says "group" for the same list.
    ...(groups.length === 0 ? {} : version === 'v1' ? { groups } : { group: groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
    ...filled({ uid }),
  }
}

/** The request that match conditions see: the spec of version v1, with empty texts. */
// upstream: apiserver/pkg/authorization/cel/compile.go, convertObjectToUnstructured
export function conditionRequest(attributes: AuthorizerAttributes): object {
  const { user, path, verb, namespace, group, version, resource, subresource, name } = attributes
  const { username, uid = '', groups, extra } = user
  return {
    user: username,
    groups,
    uid,
    extra,
    ...(attributes.isResourceRequest
      ? {
          resourceAttributes: {
            namespace,
            verb,
            group,
            version,
            resource,
            subresource,
            name,
            ...selectorAttributes(attributes),
          },
        }
      : { nonResourceAttributes: { path, verb } }),
  }
}

/** The review, as JSON. */
export function accessReview(spec: object, version: AccessReviewVersion, vocabulary: Vocabulary): string {
  return JSON.stringify({
    kind: 'SubjectAccessReview',
    apiVersion: `${vocabulary.group('authorization')}/${version}`,
    metadata: { creationTimestamp: null },
    spec,
    status: { allowed: false },
  })
}

/** Reads the answer of a webhook. Throws an Error unless it is a review of the version of the question. */
export function readAccessReview(
  body: string,
  version: AccessReviewVersion,
  vocabulary: Vocabulary,
): AccessReviewStatus {
  const review = fields(parseJson(body).value)
  const expected = `${vocabulary.group('authorization')}/${version}`
  if (review.get('kind') !== 'SubjectAccessReview' || review.get('apiVersion') !== expected) {
    throw new Error(`the authorization webhook did not answer with a SubjectAccessReview of ${expected}`)
  }
  const status = fields(review.get('status') ?? {})
  const reason = status.get('reason') ?? ''
  if (typeof reason !== 'string') throw new Error('the reason of the authorization webhook is not a string')
  return { allowed: flag(status, 'allowed'), denied: flag(status, 'denied'), reason }
}

function resourceAttributes(attributes: AuthorizerAttributes): object {
  const { namespace, verb, group, version, resource, subresource, name } = attributes
  return {
    ...filled({ namespace, verb, group, version, resource, subresource, name }),
    ...selectorAttributes(attributes),
  }
}

function selectorAttributes(attributes: AuthorizerAttributes): object {
  const byField = (attributes.fieldRequirements ?? []).map(fieldRequirement)
  const byLabel = (attributes.labelRequirements ?? []).flatMap(labelRequirement)
  return {
    ...(byField.length === 0 ? {} : { fieldSelector: { requirements: byField } }),
    ...(byLabel.length === 0 ? {} : { labelSelector: { requirements: byLabel } }),
  }
}

function fieldRequirement({ field, operator, value }: FieldRequirement): object {
  return { key: field, operator: operator === '=' ? 'In' : 'NotIn', values: [value] }
}

const labelOperators: ReadonlyMap<string, string> = new Map([
  ['=', 'In'],
  ['==', 'In'],
  ['in', 'In'],
  ['!=', 'NotIn'],
  ['notin', 'NotIn'],
  ['exists', 'Exists'],
  ['!', 'DoesNotExist'],
])

// Requirements with other operators are left out: an answer that allows more requests also allows this one.
function labelRequirement({ key, operator, values }: LabelRequirement): object[] {
  const word = labelOperators.get(operator)
  if (word === undefined) return []
  return [{ key, operator: word, ...(values.length === 0 ? {} : { values }) }]
}

/** The members that are not empty. */
function filled(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

function fields(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('the authorization webhook did not answer with an object')
  }
  return new Map(Object.entries(value))
}

function flag(status: ReadonlyMap<string, unknown>, name: string): boolean {
  const value = status.get(name) ?? false
  if (typeof value !== 'boolean') throw new Error(`${name} of the authorization webhook is not a boolean`)
  return value
}
