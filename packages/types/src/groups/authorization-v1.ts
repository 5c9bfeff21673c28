// Made by scripts/generate-types.mjs; do not edit.
import type { ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { FieldSelectorRequirement, LabelSelectorRequirement } from './meta-v1.ts'

/**
 * authorization.v1.FieldSelectorAttributes
 *
 * The field selector of the request, which an authorizer may take into account. Only one of its members is set.
 */
export interface FieldSelectorAttributes {
  /** The selector as it stands in the query. What cannot be parsed counts as no selector. */
  readonly rawSelector?: string
  /**
   * The selector in parsed form: all requirements hold. Those that are not understood may be ignored, which makes the
   * request broader.
   */
  readonly requirements?: readonly FieldSelectorRequirement[]
}

/**
 * authorization.v1.LabelSelectorAttributes
 *
 * The label selector of the request, which an authorizer may take into account. Only one of its members is set.
 */
export interface LabelSelectorAttributes {
  /** The selector as it stands in the query. What cannot be parsed counts as no selector. */
  readonly rawSelector?: string
  /**
   * The selector in parsed form: all requirements hold. Those that are not understood may be ignored, which makes the
   * request broader.
   */
  readonly requirements?: readonly LabelSelectorRequirement[]
}

/**
 * authorization.v1.LocalSubjectAccessReview
 *
 * Asks whether a user may do something in this namespace. Permission to ask can be granted for one namespace.
 */
export interface LocalSubjectAccessReview extends ApiObject {
  /** The user and the request. Its namespace must be that of the review. */
  readonly spec: SubjectAccessReviewSpec
  /** The answer. It is filled in by the server. */
  readonly status?: SubjectAccessReviewStatus
}

/**
 * authorization.v1.NonResourceAttributes
 *
 * A request for a path that is no resource.
 */
export interface NonResourceAttributes {
  /** The path of the URL. */
  readonly path?: string
  /** The HTTP method in small letters. */
  readonly verb?: string
}

/**
 * authorization.v1.NonResourceRule
 *
 * What a user may do with paths that are no resources.
 */
export interface NonResourceRule {
  /** HTTP methods in small letters. "*" is everything. */
  readonly verbs: readonly string[]
  /** The paths; "*" stands for any, also as the last part. */
  readonly nonResourceURLs?: readonly string[]
}

/**
 * authorization.v1.ResourceAttributes
 *
 * A request for a resource.
 */
export interface ResourceAttributes {
  /** The namespace. Empty for resources of the whole cluster, or for all namespaces. */
  readonly namespace?: string
  /** The operation, such as get, list or create. "*" is everything. */
  readonly verb?: string
  /** The API group; "*" is every group. */
  readonly group?: string
  /** The version; "*" is every version. */
  readonly version?: string
  /** The resource; "*" is every resource. */
  readonly resource?: string
  /** The subresource; empty for the resource itself. */
  readonly subresource?: string
  /** The object. Empty means all of them, or one that has no name yet. */
  readonly name?: string
  /** The field selector that narrows the request down. It can only help to allow it. */
  readonly fieldSelector?: FieldSelectorAttributes
  /** The label selector that narrows the request down. It can only help to allow it. */
  readonly labelSelector?: LabelSelectorAttributes
}

/**
 * authorization.v1.ResourceRule
 *
 * What a user may do with resources. The order of rules means nothing.
 */
export interface ResourceRule {
  /** Operations, such as get and list. "*" is everything. */
  readonly verbs: readonly string[]
  /** The API groups of the resources; "*" is every group. */
  readonly apiGroups?: readonly string[]
  /** The resources, with subresources as in "pods/log". "*" is everything. */
  readonly resources?: readonly string[]
  /** The objects that the rule is restricted to. Empty means all. */
  readonly resourceNames?: readonly string[]
}

/**
 * authorization.v1.SelfSubjectAccessReview
 *
 * Asks whether the user who asks may do something. Everyone who is authenticated may ask.
 */
export interface SelfSubjectAccessReview extends ApiObject {
  /** The request to ask about. */
  readonly spec: SelfSubjectAccessReviewSpec
  /** The answer. It is filled in by the server. */
  readonly status?: SubjectAccessReviewStatus
}

/**
 * authorization.v1.SelfSubjectAccessReviewSpec
 *
 * The request to ask about.
 */
export interface SelfSubjectAccessReviewSpec {
  /** The request to ask about, if it is for a resource. Exactly one of this and nonResourceAttributes is set. */
  readonly resourceAttributes?: ResourceAttributes
  /** The request to ask about, if it is for another path. */
  readonly nonResourceAttributes?: NonResourceAttributes
}

/**
 * authorization.v1.SelfSubjectRulesReview
 *
 * Asks for everything that the user who asks may do in a namespace. Good for showing or hiding actions; for decisions
 * use an access review.
 */
export interface SelfSubjectRulesReview extends ApiObject {
  /** The namespace to ask about. */
  readonly spec: SelfSubjectRulesReviewSpec
  /** The rules. They are filled in by the server. */
  readonly status?: SubjectRulesReviewStatus
}

/**
 * authorization.v1.SelfSubjectRulesReviewSpec
 *
 * What to ask about.
 */
export interface SelfSubjectRulesReviewSpec {
  /** The namespace whose rules are wanted. Required. */
  readonly namespace?: string
}

/**
 * authorization.v1.SubjectAccessReview
 *
 * Asks whether a user may do something.
 */
export interface SubjectAccessReview extends ApiObject {
  /** The user and the request. */
  readonly spec: SubjectAccessReviewSpec
  /** The answer. It is filled in by the server. */
  readonly status?: SubjectAccessReviewStatus
}

/**
 * authorization.v1.SubjectAccessReviewSpec
 *
 * A user and a request. A user or a group is needed.
 */
export interface SubjectAccessReviewSpec {
  /** The request to ask about, if it is for a resource. Exactly one of this and nonResourceAttributes is set. */
  readonly resourceAttributes?: ResourceAttributes
  /** The request to ask about, if it is for another path. */
  readonly nonResourceAttributes?: NonResourceAttributes
  /** The name of the user. */
  readonly user?: string
  /** The groups that the user is in. Nothing is added to them. */
  readonly groups?: readonly string[]
  /** Further data about the user, by key, as the authenticator would give it. */
  readonly extra?: Readonly<Record<string, readonly string[]>>
  /** The uid of the user. */
  readonly uid?: string
}

/**
 * authorization.v1.SubjectAccessReviewStatus
 *
 * Whether a request is allowed.
 */
export interface SubjectAccessReviewStatus {
  /** Whether it is allowed. */
  readonly allowed: boolean
  /** Whether it is explicitly denied, so that no other authorizer is to be asked. Never together with allowed. */
  readonly denied?: boolean
  /** Why it is allowed or not. */
  readonly reason?: string
  /** What went wrong on the way to the answer. The answer can be right all the same. */
  readonly evaluationError?: string
}

/**
 * authorization.v1.SubjectRulesReviewStatus
 *
 * What a user may do in a namespace, as far as it is known.
 */
export interface SubjectRulesReviewStatus {
  /** What may be done with resources. In no order, possibly with repetitions. */
  readonly resourceRules: readonly ResourceRule[]
  /** What may be done with other paths. In no order, possibly with repetitions. */
  readonly nonResourceRules: readonly NonResourceRule[]
  /** Whether there may be more, since an authorizer cannot list its rules. */
  readonly incomplete: boolean
  /** What went wrong on the way to the answer. The rules that were found still count. */
  readonly evaluationError?: string
}

/** Fields of the types of this file, one line each. */
export const authorizationV1Types: TypeTable = {
  'authorization.v1.FieldSelectorAttributes': `rawSelector 1 string omitempty
requirements 2 []meta.v1.FieldSelectorRequirement omitempty list=atomic`,
  'authorization.v1.LabelSelectorAttributes': `rawSelector 1 string omitempty
requirements 2 []meta.v1.LabelSelectorRequirement omitempty list=atomic`,
  'authorization.v1.LocalSubjectAccessReview': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 authorization.v1.SubjectAccessReviewSpec required
status 3 authorization.v1.SubjectAccessReviewStatus omitempty`,
  'authorization.v1.NonResourceAttributes': `path 1 string omitempty
verb 2 string omitempty`,
  'authorization.v1.NonResourceRule': `verbs 1 []string required list=atomic
nonResourceURLs 2 []string omitempty list=atomic`,
  'authorization.v1.ResourceAttributes': `namespace 1 string omitempty
verb 2 string omitempty
group 3 string omitempty
version 4 string omitempty
resource 5 string omitempty
subresource 6 string omitempty
name 7 string omitempty
fieldSelector 8 authorization.v1.FieldSelectorAttributes omitempty pointer
labelSelector 9 authorization.v1.LabelSelectorAttributes omitempty pointer`,
  'authorization.v1.ResourceRule': `verbs 1 []string required list=atomic
apiGroups 2 []string omitempty list=atomic
resources 3 []string omitempty list=atomic
resourceNames 4 []string omitempty list=atomic`,
  'authorization.v1.SelfSubjectAccessReview': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 authorization.v1.SelfSubjectAccessReviewSpec required
status 3 authorization.v1.SubjectAccessReviewStatus omitempty`,
  'authorization.v1.SelfSubjectAccessReviewSpec': `resourceAttributes 1 authorization.v1.ResourceAttributes omitempty pointer
nonResourceAttributes 2 authorization.v1.NonResourceAttributes omitempty pointer`,
  'authorization.v1.SelfSubjectRulesReview': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 authorization.v1.SelfSubjectRulesReviewSpec required
status 3 authorization.v1.SubjectRulesReviewStatus omitempty`,
  'authorization.v1.SelfSubjectRulesReviewSpec': `namespace 1 string omitempty`,
  'authorization.v1.SubjectAccessReview': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 authorization.v1.SubjectAccessReviewSpec required
status 3 authorization.v1.SubjectAccessReviewStatus omitempty`,
  'authorization.v1.SubjectAccessReviewSpec': `resourceAttributes 1 authorization.v1.ResourceAttributes omitempty pointer
nonResourceAttributes 2 authorization.v1.NonResourceAttributes omitempty pointer
user 3 string omitempty
groups 4 []string omitempty list=atomic
extra 5 map:[]string omitempty
uid 6 string omitempty`,
  'authorization.v1.SubjectAccessReviewStatus': `allowed 1 boolean required
denied 4 boolean omitempty
reason 2 string omitempty
evaluationError 3 string omitempty`,
  'authorization.v1.SubjectRulesReviewStatus': `resourceRules 1 []authorization.v1.ResourceRule required list=atomic
nonResourceRules 2 []authorization.v1.NonResourceRule required list=atomic
incomplete 3 boolean required
evaluationError 4 string omitempty`,
}
