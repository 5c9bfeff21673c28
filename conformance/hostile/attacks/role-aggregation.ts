import type { Attack } from '../attack.ts'
import { manyRules, rbac } from '../tools/many-rules.ts'
import { until } from '../tools/many.ts'

const roles = `${rbac}/clusterroles`
const labels = { 'hostile-aggregated': 'yes' }
const name = 'hostile-aggregate'

export const attack: Attack = {
  title: 'a ClusterRole that aggregates 20,000 rules of 10 others, one of which changes',
  limits: { cpuMs: 8_000, residentMiB: 350, stopMs: 75 },
  server: () => ({ flags: ['--controllers=clusterrole-aggregation-controller'] }),
  async prepare(target) {
    for (let index = 0; index < 10; index++) {
      const rules = manyRules(target.pick(2_000, 50), `part${index}x`)
      await target.send({
        method: 'POST',
        path: roles,
        body: { metadata: { name: `hostile-${index}`, labels }, rules },
      })
    }
  },
  async run(target, judge) {
    const count = target.pick(20_000, 500)
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: labels }] }
    const created = await target.send({ method: 'POST', path: roles, body: { metadata: { name }, aggregationRule } })
    judge.expectEach([created.status], [201], 'the role')
    const hasRules = async (wanted: number): Promise<boolean> =>
      (await target.send({ path: `${roles}/${name}` })).text.split('"verbs"').length > wanted
    judge.expect(await until(() => hasRules(count), 60_000, 500), 'the rules are not aggregated')
    const body = { rules: manyRules(target.pick(2_001, 51), 'part0x') }
    const type = 'application/merge-patch+json'
    const patched = await target.send({ method: 'PATCH', path: `${roles}/hostile-0`, type, body })
    judge.expectEach([patched.status], [200], 'the change of a role')
    judge.expect(await until(() => hasRules(count + 1), 60_000, 500), 'the change is not aggregated')
  },
}
