import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@pinnace/types/rbac-v1'

/** The kind of each resource of the group `rbac.authorization`. */
export interface RbacObjects {
  readonly roles: Role
  readonly clusterroles: ClusterRole
  readonly rolebindings: RoleBinding
  readonly clusterrolebindings: ClusterRoleBinding
}

/** A resource of the group. */
export type RbacResource = keyof RbacObjects
