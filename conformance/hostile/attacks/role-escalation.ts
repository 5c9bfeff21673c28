import type { Attack } from '../attack.ts'
import { grantManyToViewer, grantToViewer, manyRules, rbac } from '../tools/many-rules.ts'

export const attack: Attack = {
  title: 'a role of 15,000 rules, written by a user who holds 100,000 others',
  limits: { cpuMs: 3_000, stopMs: 50 },
  server: () => ({}),
  async prepare(target) {
    await grantManyToViewer(target, target.pick(100_000, 500))
    const create = { apiGroups: ['rbac.authorization.k8s.io'], resources: ['clusterroles'], verbs: ['create'] }
    await grantToViewer(target, 'hostile-writer', [create])
  },
  async run(target, judge) {
    const body = { metadata: { name: 'hostile-wanted' }, rules: manyRules(target.pick(15_000, 500), 'wanted') }
    const { status } = await target.send({ method: 'POST', path: `${rbac}/clusterroles`, as: 'viewer', body })
    judge.expectEach([status], [403], 'a role with rules that the user does not hold')
  },
}
