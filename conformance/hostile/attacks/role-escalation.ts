import type { Attack } from '../attack.ts'

const group = '/apis/rbac.authorization.k8s.io/v1'
const roleRef = (name: string): object => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name })
const viewer = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'viewer' }]
const rules = (count: number, word: string): object[] =>
  Array.from({ length: count }, (_, index) => ({ apiGroups: [''], resources: [`${word}${index}`], verbs: ['get'] }))

export const attack: Attack = {
  title: 'a role of 15,000 rules, written by a user who holds 100,000 others',
  limits: { cpuMs: 3_000, stopMs: 150 },
  server: () => ({}),
  async prepare(target) {
    const grant = async (name: string, granted: readonly object[]): Promise<void> => {
      await target.send({ method: 'POST', path: `${group}/clusterroles`, body: { metadata: { name }, rules: granted } })
      const body = { metadata: { name }, roleRef: roleRef(name), subjects: viewer }
      await target.send({ method: 'POST', path: `${group}/clusterrolebindings`, body })
    }
    for (let index = 0; index < target.pick(10, 1); index++) {
      await grant(`hostile-held-${index}`, rules(target.pick(10_000, 500), `held${index}x`))
    }
    await grant('hostile-writer', [
      { apiGroups: ['rbac.authorization.k8s.io'], resources: ['clusterroles'], verbs: ['create'] },
    ])
  },
  async run(target, judge) {
    const body = { metadata: { name: 'hostile-wanted' }, rules: rules(target.pick(15_000, 500), 'wanted') }
    const { status } = await target.send({ method: 'POST', path: `${group}/clusterroles`, as: 'viewer', body })
    judge.expectEach([status], [403], 'a role with rules that the user does not hold')
  },
}
