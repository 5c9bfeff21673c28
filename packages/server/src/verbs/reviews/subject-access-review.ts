import type { AuthorizerAttributes } from '@pinnace/authz'
import { FieldErrors, invalid, type ApiObject, type ObjectMeta, type UserInfo } from '@pinnace/meta'
import type { RequestScope } from '../../request/request-scope.ts'
import type { ReviewContext } from './review-context.ts'
import { readReviewSelectors, validateReviewSelectors, type ReviewSelectors } from './review-selectors.ts'

interface ResourceAttributes extends ReviewSelectors {
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
  refuse(scope, validate(scope, review, { spec, namesSubject: true }))
  return answer(server, review, spec, subjectOf(spec))
}

/** LocalSubjectAccessReview: whether another user is allowed within one namespace. */
export function reviewLocalSubject(server: ReviewContext, scope: RequestScope, review: ApiObject): Promise<ApiObject> {
  const spec = specOf(review)
  const errors = validate(scope, review, { spec, namesSubject: true, blankRule: 'must be empty except for namespace' })
  if (spec.resourceAttributes !== undefined && spec.resourceAttributes.namespace !== scope.namespace) {
    errors.invalid(
      'spec.resourceAttributes.namespace',
      spec.resourceAttributes.namespace ?? '',
      'must match metadata.namespace',
    )
  }
  if (spec.nonResourceAttributes !== undefined) {
    errors.invalid(
      'spec.nonResourceAttributes',
      printed(spec.nonResourceAttributes),
      'disallowed on this kind of request',
    )
  }
  refuse(scope, errors)
  return answer(server, review, spec, subjectOf(spec))
}

/** SelfSubjectAccessReview: whether the caller is allowed. */
export function reviewSelf(server: ReviewContext, scope: RequestScope, review: ApiObject): Promise<ApiObject> {
  const spec = specOf(review)
  refuse(scope, validate(scope, review, { spec, namesSubject: false }))
  return answer(server, review, spec, scope.user)
}

// upstream: registry/authorization/util/helpers.go and the storage of each review
async function answer(
  server: ReviewContext,
  review: ApiObject,
  spec: AccessReviewSpec,
  user: UserInfo,
): Promise<ApiObject> {
  const { ignored, ...attributes } = attributesOf(spec, user)
  const decision = await decide(server, attributes)
  const evaluationError = [...ignored, decision.error].filter((text) => text !== '').join(', ')
  const status = {
    allowed: decision.effect === 'allow',
    ...(decision.effect === 'deny' ? { denied: true } : {}),
    ...(decision.reason === '' ? {} : { reason: decision.reason }),
    ...(evaluationError === '' ? {} : { evaluationError }),
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
): AuthorizerAttributes & { readonly ignored: readonly string[] } {
  if (resourceAttributes === undefined) {
    const { path = '', verb = '' } = nonResourceAttributes ?? {}
    const none = { group: '', version: '', namespace: '', resource: '', subresource: '', name: '' }
    return { user, verb, path, isResourceRequest: false, ...none, ignored: [] }
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
  return {
    user,
    verb,
    path: '',
    isResourceRequest: true,
    group,
    version,
    namespace,
    resource,
    subresource,
    name,
    ...readReviewSelectors(resourceAttributes, resourcePath),
  }
}

function subjectOf({ user = '', uid, groups, extra }: AccessReviewSpec): UserInfo {
  return { username: user, ...(uid === undefined ? {} : { uid }), groups: groups ?? [], extra: extra ?? {} }
}

const resourcePath = 'spec.resourceAttributes'

/** The attributes as messages print them, with the names of the internal struct. */
function printed({ path = '', verb = '' }: NonNullable<AccessReviewSpec['nonResourceAttributes']>): unknown {
  return { Path: path, Verb: verb }
}

interface ReviewRules {
  readonly spec: AccessReviewSpec
  /** The review must name a user or a group. */
  readonly namesSubject: boolean
  /** What metadata must be. */
  readonly blankRule?: string
}

// upstream: pkg/apis/authorization/validation/validation.go
function validate(
  { served }: RequestScope,
  review: ApiObject,
  { spec, namesSubject, blankRule = 'must be empty' }: ReviewRules,
): FieldErrors {
  const { resourceAttributes, nonResourceAttributes, user, groups } = spec
  const errors = new FieldErrors()
  if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) {
    errors.invalid(
      'spec.nonResourceAttributes',
      printed(nonResourceAttributes),
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
  if (resourceAttributes !== undefined) validateReviewSelectors(resourceAttributes, resourcePath, errors)
  // Messages print it in the order of its type, not in that of the body.
  if (!isBlank(review.metadata)) errors.invalid('metadata', served.codec.written(review).metadata, blankRule)
  return errors
}

// The server itself sets the namespace of a LocalSubjectAccessReview and the managed fields.
function isBlank({ managedFields: _managedFields, namespace: _namespace, ...metadata }: ObjectMeta): boolean {
  return Object.values(metadata).every((value) => value === undefined)
}

// upstream: registry/authorization/*/rest.go – the errors are those of an object without a kind.
function refuse({ served }: RequestScope, errors: FieldErrors): void {
  if (!errors.isEmpty) throw invalid({ group: served.gvk.group, kind: '' }, '', errors.list)
}

function specOf(review: ApiObject): AccessReviewSpec {
  const { spec } = review as { readonly spec?: AccessReviewSpec | null }
  return spec ?? {}
}
