// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { LabelSelector } from './meta-v1.ts'

/** rbac.v1.AggregationRule */
export interface AggregationRule {
  readonly clusterRoleSelectors?: readonly LabelSelector[]
}

/** rbac.v1.ClusterRole */
export interface ClusterRole extends ApiObject {
  readonly rules?: readonly PolicyRule[] | null
  readonly aggregationRule?: AggregationRule
}

/** rbac.v1.ClusterRoleBinding */
export interface ClusterRoleBinding extends ApiObject {
  readonly subjects?: readonly Subject[]
  readonly roleRef: RoleRef
}

/** rbac.v1.ClusterRoleBindingList */
export type ClusterRoleBindingList = ApiList<ClusterRoleBinding>

/** rbac.v1.ClusterRoleList */
export type ClusterRoleList = ApiList<ClusterRole>

/** rbac.v1.PolicyRule */
export interface PolicyRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/** rbac.v1.Role */
export interface Role extends ApiObject {
  readonly rules?: readonly PolicyRule[] | null
}

/** rbac.v1.RoleBinding */
export interface RoleBinding extends ApiObject {
  readonly subjects?: readonly Subject[]
  readonly roleRef: RoleRef
}

/** rbac.v1.RoleBindingList */
export type RoleBindingList = ApiList<RoleBinding>

/** rbac.v1.RoleList */
export type RoleList = ApiList<Role>

/** rbac.v1.RoleRef */
export interface RoleRef {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
}

/** rbac.v1.Subject */
export interface Subject {
  readonly kind: string
  readonly apiGroup?: string
  readonly name: string
  readonly namespace?: string
}

/** Fields of the types of this file, one line each. */
export const rbacV1Types: TypeTable = {
  'rbac.v1.AggregationRule': `clusterRoleSelectors 1 []meta.v1.LabelSelector omitempty list=atomic`,
  'rbac.v1.ClusterRole': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
rules 2 []rbac.v1.PolicyRule list=atomic
aggregationRule 3 rbac.v1.AggregationRule omitempty pointer`,
  'rbac.v1.ClusterRoleBinding': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
subjects 2 []rbac.v1.Subject omitempty list=atomic
roleRef 3 rbac.v1.RoleRef required`,
  'rbac.v1.ClusterRoleBindingList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []rbac.v1.ClusterRoleBinding required`,
  'rbac.v1.ClusterRoleList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []rbac.v1.ClusterRole required`,
  'rbac.v1.PolicyRule': `verbs 1 []string required list=atomic
apiGroups 2 []string omitempty list=atomic
resources 3 []string omitempty list=atomic
resourceNames 4 []string omitempty list=atomic
nonResourceURLs 5 []string omitempty list=atomic`,
  'rbac.v1.Role': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
rules 2 []rbac.v1.PolicyRule list=atomic`,
  'rbac.v1.RoleBinding': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
subjects 2 []rbac.v1.Subject omitempty list=atomic
roleRef 3 rbac.v1.RoleRef required`,
  'rbac.v1.RoleBindingList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []rbac.v1.RoleBinding required`,
  'rbac.v1.RoleList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []rbac.v1.Role required`,
  'rbac.v1.RoleRef': `@atomic
apiGroup 1 string
kind 2 string required
name 3 string required`,
  'rbac.v1.Subject': `@atomic
kind 1 string required
apiGroup 2 string omitempty
name 3 string required
namespace 4 string omitempty`,
}
