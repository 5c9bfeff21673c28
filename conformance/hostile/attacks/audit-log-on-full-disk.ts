import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Attack } from '../attack.ts'
import { many } from '../tools/many.ts'

export const attack: Attack = {
  title: '2,000 writes while the disk of the audit log is full',
  limits: { cpuMs: 10_000, residentMiB: 200, stopMs: 50 },
  server(folder) {
    const policy = join(folder, 'policy.yaml')
    writeFileSync(policy, 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: RequestResponse}]\n')
    return { flags: [`--audit-policy-file=${policy}`, '--audit-log-path=/dev/full'] }
  },
  async run(target, judge) {
    const count = target.pick(2_000, 20)
    const path = '/api/v1/namespaces/default/configmaps'
    const statuses = await many(count, 8, async (index) => {
      const body = { metadata: { name: `audited-${index}` } }
      return (await target.send({ method: 'POST', path, body })).status
    })
    judge.expectEach(statuses, [201], 'writes')
    const ready = await target.send({ path: '/readyz' })
    judge.expect(ready.status === 500 && ready.text.includes('[-]audit failed'), 'readyz does not show the failure')
    judge.expect((await target.send({ path: '/livez' })).status === 200, 'livez fails')
    const { text } = await target.send({ path: '/metrics' })
    const lost = Number(/^apiserver_audit_error_total\{plugin="log"\} (\d+)$/m.exec(text)?.[1] ?? 0)
    judge.expect(lost >= count, `${lost} lost events are counted`)
    const lines = target
      .log()
      .split('\n')
      .filter((line) => line.includes('audit events were lost')).length
    judge.note(`${lost.toLocaleString('en-US')} lost events counted, ${lines} lines logged`)
    judge.expect(lines >= 1 && lines <= 3, `${lines} lines are logged`)
  },
}
