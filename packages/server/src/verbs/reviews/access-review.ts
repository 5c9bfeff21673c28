import type { AuthorizerAttributes } from '@pinnace/authz'
import { badRequest, FieldErrors, invalid, type ApiObject, type UserInfo } from '@pinnace/meta'
import type { RequestScope } from '../../request/request-scope.ts'
import type { ReviewContext } from './review-context.ts'

interface ResourceAttributes {
  readonly namespace?: string
  readonly verb?: string
  readonly group?: string
  readonly version?: string
  readonly resource?: string
  readonly subresource?: string
  readonly name?: string
}

/** The attributes that an access review asks about. */
export interface AccessReviewSpec {
  readonly resourceAttributes?: ResourceAttributes
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string }
  readonly user?: string
  readonly uid?: string
  readonly groups?: readonly string[] | null
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** SubjectAccessReview: whether another user is allowed. */
export function reviewSubject(server: ReviewContext, scope: RequestScope, review: ApiObject): Promise<ApiObject> {
  const spec = specOf(review)
  refuse(scope, validate(spec, true))
  return answer(server, review, spec, subjectOf(spec))
}

/** LocalSubjectAccessReview: whether another user is allowed within one namespace. */
export function reviewLocalSubject(server: ReviewContext, scope: RequestScope, review: ApiObject): Promise<ApiObject> {
  const spec = specOf(review)
  const errors = validate(spec, true)
  if (spec.resourceAttributes !== undefined && spec.resourceAttributes.namespace !== scope.namespace) {
    errors.invalid(
      'spec.resourceAttributes.namespace',
      spec.resourceAttributes.namespace ?? '',
      'must match metadata.namespace',
    )
  }
  if (spec.nonResourceAttributes !== undefined) {
    errors.invalid('spec.nonResourceAttributes', spec.nonResourceAttributes, 'disallowed on this kind of request')
  }
  refuse(scope, errors)
  return answer(server, review, spec, subjectOf(spec))
}

/** SelfSubjectAccessReview: whether the caller is allowed. */
export function reviewSelf(server: ReviewContext, scope: RequestScope, review: ApiObject): Promise<ApiObject> {
  const spec = specOf(review)
  refuse(scope, validate(spec, false))
  return answer(server, review, spec, scope.user)
}

// upstream: registry/authorization/util/helpers.go and the storage of each review
async function answer(
  server: ReviewContext,
  review: ApiObject,
  spec: AccessReviewSpec,
  user: UserInfo,
): Promise<ApiObject> {
  const decision = await decide(server, attributesOf(spec, user))
  const status = {
    allowed: decision.effect === 'allow',
    ...(decision.effect === 'deny' ? { denied: true } : {}),
    ...(decision.reason === '' ? {} : { reason: decision.reason }),
    ...(decision.error === '' ? {} : { evaluationError: decision.error }),
  }
  return { ...review, status } as ApiObject
}

async function decide(
  server: ReviewContext,
  attributes: AuthorizerAttributes,
): Promise<{ readonly effect: string; readonly reason: string; readonly error: string }> {
  try {
    return { ...(await server.authorize(attributes)), error: '' }
  } catch (error) {
    server.logger.error({ err: error }, 'failed to decide an access review')
    return { effect: 'noOpinion', reason: '', error: 'authorization could not be decided' }
  }
}

function attributesOf(
  { resourceAttributes, nonResourceAttributes }: AccessReviewSpec,
  user: UserInfo,
): AuthorizerAttributes {
  if (resourceAttributes === undefined) {
    const { path = '', verb = '' } = nonResourceAttributes ?? {}
    const none = { group: '', version: '', namespace: '', resource: '', subresource: '', name: '' }
    return { user, verb, path, isResourceRequest: false, ...none }
  }
  const {
    namespace = '',
    verb = '',
    group = '',
    version = '',
    resource = '',
    subresource = '',
    name = '',
  } = resourceAttributes
  return { user, verb, path: '', isResourceRequest: true, group, version, namespace, resource, subresource, name }
}

function subjectOf({ user = '', uid, groups, extra }: AccessReviewSpec): UserInfo {
  return { username: user, ...(uid === undefined ? {} : { uid }), groups: groups ?? [], extra: extra ?? {} }
}

// upstream: pkg/apis/authorization/validation/validation.go
function validate(
  { resourceAttributes, nonResourceAttributes, user, groups }: AccessReviewSpec,
  namesSubject: boolean,
): FieldErrors {
  const errors = new FieldErrors()
  if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) {
    errors.invalid(
      'spec.nonResourceAttributes',
      nonResourceAttributes,
      'cannot be specified in combination with resourceAttributes',
    )
  }
  if (resourceAttributes === undefined && nonResourceAttributes === undefined) {
    errors.invalid(
      'spec.resourceAttributes',
      null,
      'exactly one of nonResourceAttributes or resourceAttributes must be specified',
    )
  }
  if (namesSubject && (user ?? '') === '' && (groups ?? []).length === 0) {
    errors.invalid('spec.user', user ?? '', 'at least one of user or group must be specified')
  }
  return errors
}

function refuse({ served }: RequestScope, errors: FieldErrors): void {
  if (!errors.isEmpty) throw invalid(served.gvk, '', errors.list)
}

function specOf(review: ApiObject): AccessReviewSpec {
  const { spec } = review as { readonly spec?: AccessReviewSpec | null }
  if (spec === undefined || spec === null) throw badRequest('spec is required')
  return spec
}
