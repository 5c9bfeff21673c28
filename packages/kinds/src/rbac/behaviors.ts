import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { roleBinding } from './role-binding.ts'
import { clusterRole, role } from './role.ts'

/** The behavior of the kinds of rbac. */
export function behaviors({ vocabulary }: BehaviorContext): KindBehaviors {
  return {
    'rbac.v1.ClusterRole': behaviorOf(clusterRole),
    'rbac.v1.ClusterRoleBinding': behaviorOf(roleBinding(vocabulary, false)),
    'rbac.v1.Role': behaviorOf(role),
    'rbac.v1.RoleBinding': behaviorOf(roleBinding(vocabulary, true)),
  }
}
