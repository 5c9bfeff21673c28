import type { Target } from '../run/target.ts'

/** Allows users to use core resources everywhere. */
export async function allow(
  target: Target,
  users: readonly string[],
  resources: readonly string[],
  verbs: readonly string[],
): Promise<void> {
  const name = `allow-${resources.join('-')}-${users.join('-')}`
  const path = '/apis/rbac.authorization.k8s.io/v1'
  await target.send({
    method: 'POST',
    path: `${path}/clusterroles`,
    body: { metadata: { name }, rules: [{ apiGroups: [''], resources, verbs }] },
  })
  await target.send({
    method: 'POST',
    path: `${path}/clusterrolebindings`,
    body: {
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: users.map((user) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user })),
    },
  })
}
