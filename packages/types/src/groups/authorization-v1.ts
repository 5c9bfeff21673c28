// Made by scripts/generate-types.mjs; do not edit.
import type { ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { FieldSelectorRequirement, LabelSelectorRequirement } from './meta-v1.ts'

/** authorization.v1.FieldSelectorAttributes */
export interface FieldSelectorAttributes {
  readonly rawSelector?: string
  readonly requirements?: readonly FieldSelectorRequirement[]
}

/** authorization.v1.LabelSelectorAttributes */
export interface LabelSelectorAttributes {
  readonly rawSelector?: string
  readonly requirements?: readonly LabelSelectorRequirement[]
}

/** authorization.v1.LocalSubjectAccessReview */
export interface LocalSubjectAccessReview extends ApiObject {
  readonly spec: SubjectAccessReviewSpec
  readonly status?: SubjectAccessReviewStatus
}

/** authorization.v1.NonResourceAttributes */
export interface NonResourceAttributes {
  readonly path?: string
  readonly verb?: string
}

/** authorization.v1.NonResourceRule */
export interface NonResourceRule {
  readonly verbs: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/** authorization.v1.ResourceAttributes */
export interface ResourceAttributes {
  readonly namespace?: string
  readonly verb?: string
  readonly group?: string
  readonly version?: string
  readonly resource?: string
  readonly subresource?: string
  readonly name?: string
  readonly fieldSelector?: FieldSelectorAttributes
  readonly labelSelector?: LabelSelectorAttributes
}

/** authorization.v1.ResourceRule */
export interface ResourceRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}

/** authorization.v1.SelfSubjectAccessReview */
export interface SelfSubjectAccessReview extends ApiObject {
  readonly spec: SelfSubjectAccessReviewSpec
  readonly status?: SubjectAccessReviewStatus
}

/** authorization.v1.SelfSubjectAccessReviewSpec */
export interface SelfSubjectAccessReviewSpec {
  readonly resourceAttributes?: ResourceAttributes
  readonly nonResourceAttributes?: NonResourceAttributes
}

/** authorization.v1.SelfSubjectRulesReview */
export interface SelfSubjectRulesReview extends ApiObject {
  readonly spec: SelfSubjectRulesReviewSpec
  readonly status?: SubjectRulesReviewStatus
}

/** authorization.v1.SelfSubjectRulesReviewSpec */
export interface SelfSubjectRulesReviewSpec {
  readonly namespace?: string
}

/** authorization.v1.SubjectAccessReview */
export interface SubjectAccessReview extends ApiObject {
  readonly spec: SubjectAccessReviewSpec
  readonly status?: SubjectAccessReviewStatus
}

/** authorization.v1.SubjectAccessReviewSpec */
export interface SubjectAccessReviewSpec {
  readonly resourceAttributes?: ResourceAttributes
  readonly nonResourceAttributes?: NonResourceAttributes
  readonly user?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
  readonly uid?: string
}

/** authorization.v1.SubjectAccessReviewStatus */
export interface SubjectAccessReviewStatus {
  readonly allowed: boolean
  readonly denied?: boolean
  readonly reason?: string
  readonly evaluationError?: string
}

/** authorization.v1.SubjectRulesReviewStatus */
export interface SubjectRulesReviewStatus {
  readonly resourceRules: readonly ResourceRule[]
  readonly nonResourceRules: readonly NonResourceRule[]
  readonly incomplete: boolean
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
