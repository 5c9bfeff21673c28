// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { LabelSelector } from './meta-v1.ts'

/**
 * rbac.v1.AggregationRule
 *
 * Which other cluster roles a cluster role is composed of.
 */
export interface AggregationRule {
  /** Selects cluster roles by label. A role that any selector matches contributes its rules. */
  readonly clusterRoleSelectors?: readonly LabelSelector[]
}

/**
 * rbac.v1.ClusterRole
 *
 * A set of permissions that can be granted in the whole cluster, or in a namespace by a role binding.
 */
export interface ClusterRole extends ApiObject {
  /** The permissions. A controller overwrites them if there is an aggregation rule. */
  readonly rules?: readonly PolicyRule[] | null
  /** Makes the rules the union of those of other cluster roles. */
  readonly aggregationRule?: AggregationRule
}

/**
 * rbac.v1.ClusterRoleBinding
 *
 * Grants the permissions of a cluster role everywhere.
 */
export interface ClusterRoleBinding extends ApiObject {
  /** Those who get the permissions. */
  readonly subjects?: readonly Subject[]
  /** The cluster role. It cannot be changed: delete the binding and create it again. */
  readonly roleRef: RoleRef
}

/** rbac.v1.ClusterRoleBindingList */
export type ClusterRoleBindingList = ApiList<ClusterRoleBinding>

/** rbac.v1.ClusterRoleList */
export type ClusterRoleList = ApiList<ClusterRole>

/**
 * rbac.v1.PolicyRule
 *
 * Permissions for a product of verbs and resources, or of verbs and paths. There are no rules that deny.
 */
export interface PolicyRule {
  /** What may be done. "*" is everything. */
  readonly verbs: readonly string[]
  /** The API groups of the resources; "" is the core group and "*" every group. */
  readonly apiGroups?: readonly string[]
  /** The resources, with subresources as in "pods/log". "*" is everything, "* /scale" a subresource of everything. */
  readonly resources?: readonly string[]
  /**
   * Restricts the rule to objects of these names. Empty means every name; create and deletecollection cannot be
   * restricted so.
   */
  readonly resourceNames?: readonly string[]
  /**
   * Paths that are no resources, such as "/metrics"; "*" may stand for the rest of a path. Only in a cluster role that
   * is granted everywhere.
   */
  readonly nonResourceURLs?: readonly string[]
}

/**
 * rbac.v1.Role
 *
 * A set of permissions within one namespace.
 */
export interface Role extends ApiObject {
  /** The permissions. */
  readonly rules?: readonly PolicyRule[] | null
}

/**
 * rbac.v1.RoleBinding
 *
 * Grants the permissions of a role within one namespace.
 */
export interface RoleBinding extends ApiObject {
  /** Those who get the permissions. */
  readonly subjects?: readonly Subject[]
  /**
   * A role of the namespace, or a cluster role, whose permissions then count in the namespace only. It cannot be
   * changed.
   */
  readonly roleRef: RoleRef
}

/** rbac.v1.RoleBindingList */
export type RoleBindingList = ApiList<RoleBinding>

/** rbac.v1.RoleList */
export type RoleList = ApiList<Role>

/**
 * rbac.v1.RoleRef
 *
 * The role that a binding grants.
 */
export interface RoleRef {
  /** The API group of the role. It is that of the binding. */
  readonly apiGroup?: string
  /** Role or ClusterRole. */
  readonly kind: string
  /** The name of the role, which need not exist yet. */
  readonly name: string
}

/**
 * rbac.v1.Subject
 *
 * A user, a group or a service account that permissions are granted to.
 */
export interface Subject {
  /** User, Group or ServiceAccount. */
  readonly kind: string
  /** The API group of the kind. Empty for service accounts; users and groups get that of the binding by default. */
  readonly apiGroup?: string
  /** The name of the user, group or service account. */
  readonly name: string
  /** The namespace of a service account. Users and groups have none. */
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
