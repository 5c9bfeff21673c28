import type { PolicyRule } from '@pinnace/authz'
import type { ApiObject, LabelSelector } from '@pinnace/meta'

/** What may be done in one namespace. */
export interface Role extends ApiObject {
  readonly rules?: readonly PolicyRule[] | null
}

/** What may be done anywhere, or the sum of the cluster roles its selectors find. */
export interface ClusterRole extends ApiObject {
  readonly rules?: readonly PolicyRule[] | null
  readonly aggregationRule?: AggregationRule
}

/** Which cluster roles a cluster role is the sum of. */
export interface AggregationRule {
  readonly clusterRoleSelectors?: readonly LabelSelector[]
}

/** Who has a role in one namespace. */
export interface RoleBinding extends ApiObject {
  readonly subjects?: readonly Subject[]
  readonly roleRef: RoleRef
}

/** Who has a cluster role everywhere. */
export interface ClusterRoleBinding extends ApiObject {
  readonly subjects?: readonly Subject[]
  readonly roleRef: RoleRef
}

/** The role a binding gives. */
export interface RoleRef {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
}

/** Who a binding gives a role to: `User`, `Group` or `ServiceAccount`. */
export interface Subject {
  readonly kind: string
  readonly apiGroup?: string
  readonly name: string
  readonly namespace?: string
}

/** The objects of each resource of the group. */
export interface RbacObjects {
  readonly roles: Role
  readonly clusterroles: ClusterRole
  readonly rolebindings: RoleBinding
  readonly clusterrolebindings: ClusterRoleBinding
}

/** A resource of the group. */
export type RbacResource = keyof RbacObjects
