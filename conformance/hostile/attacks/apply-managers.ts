import type { Attack } from '../attack.ts'
import { many } from '../tools/many.ts'

const path = '/api/v1/namespaces/default/configmaps/managed'

export const attack: Attack = {
  title: '1,500 managers that apply to one object',
  limits: { cpuMs: 60_000, residentMiB: 450, stopMs: 100 },
  async run(target, judge) {
    const statuses = await many(target.pick(1_500, 20), 4, async (index) => {
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'managed' }, data: { [`k${index}`]: 'v' } }
      const type = 'application/apply-patch+yaml'
      const { status } = await target.send({
        method: 'PATCH',
        path: `${path}?fieldManager=manager-${index}`,
        type,
        body,
      })
      return status
    })
    judge.expectEach(statuses, [200, 201], 'applies')
    await target.send({ method: 'DELETE', path })
  },
}
