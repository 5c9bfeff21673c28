import type { Target } from '../run/target.ts'

export const rbac = '/apis/rbac.authorization.k8s.io/v1'

/** Rules that have nothing in common. */
export function manyRules(count: number, word: string): object[] {
  return Array.from({ length: count }, (_, index) => ({
    apiGroups: [''],
    resources: [`${word}${index}`],
    verbs: ['get'],
  }))
}

/** Binds the user `viewer` to a new ClusterRole. */
export async function grantToViewer(target: Target, name: string, rules: readonly object[]): Promise<void> {
  await target.send({ method: 'POST', path: `${rbac}/clusterroles`, body: { metadata: { name }, rules } })
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name }
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'viewer' }]
  await target.send({
    method: 'POST',
    path: `${rbac}/clusterrolebindings`,
    body: { metadata: { name }, roleRef, subjects },
  })
}

/** Gives the user `viewer` so many rules, in roles of 10,000. */
export async function grantManyToViewer(target: Target, count: number): Promise<void> {
  const ofRole = Math.min(count, 10_000)
  for (let index = 0; index * ofRole < count; index++) {
    await grantToViewer(target, `hostile-held-${index}`, manyRules(ofRole, `held${index}x`))
  }
}
