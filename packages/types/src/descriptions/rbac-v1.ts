import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `rbac/v1`. */
export const descriptions: TypeDescriptions = {
  'rbac.v1.AggregationRule': {
    '': 'Which other cluster roles a cluster role is composed of.',
    clusterRoleSelectors: 'Selects cluster roles by label. A role that any selector matches contributes its rules.',
  },
  'rbac.v1.ClusterRole': {
    '': 'A set of permissions that can be granted in the whole cluster, or in a namespace by a role binding.',
    rules: 'The permissions. A controller overwrites them if there is an aggregation rule.',
    aggregationRule: 'Makes the rules the union of those of other cluster roles.',
  },
  'rbac.v1.ClusterRoleBinding': {
    '': 'Grants the permissions of a cluster role everywhere.',
    subjects: 'Those who get the permissions.',
    roleRef: 'The cluster role. It cannot be changed: delete the binding and create it again.',
  },
  'rbac.v1.PolicyRule': {
    '': 'Permissions for a product of verbs and resources, or of verbs and paths. There are no rules that deny.',
    verbs: 'What may be done. "*" is everything.',
    apiGroups: 'The API groups of the resources; "" is the core group and "*" every group.',
    resources:
      'The resources, with subresources as in "pods/log". "*" is everything, "*/scale" a subresource of everything.',
    resourceNames:
      'Restricts the rule to objects of these names. Empty means every name; create and deletecollection cannot be restricted so.',
    nonResourceURLs:
      'Paths that are no resources, such as "/metrics"; "*" may stand for the rest of a path. Only in a cluster role that is granted everywhere.',
  },
  'rbac.v1.Role': {
    '': 'A set of permissions within one namespace.',
    rules: 'The permissions.',
  },
  'rbac.v1.RoleBinding': {
    '': 'Grants the permissions of a role within one namespace.',
    subjects: 'Those who get the permissions.',
    roleRef:
      'A role of the namespace, or a cluster role, whose permissions then count in the namespace only. It cannot be changed.',
  },
  'rbac.v1.RoleRef': {
    '': 'The role that a binding grants.',
    apiGroup: 'The API group of the role. It is that of the binding.',
    kind: 'Role or ClusterRole.',
    name: 'The name of the role, which need not exist yet.',
  },
  'rbac.v1.Subject': {
    '': 'A user, a group or a service account that permissions are granted to.',
    kind: 'User, Group or ServiceAccount.',
    apiGroup:
      'The API group of the kind. Empty for service accounts; users and groups get that of the binding by default.',
    name: 'The name of the user, group or service account.',
    namespace: 'The namespace of a service account. Users and groups have none.',
  },
}
