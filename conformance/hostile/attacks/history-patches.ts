import type { Attack } from '../attack.ts'
import { many } from '../tools/many.ts'

const path = '/api/v1/namespaces/default/configmaps'

export const attack: Attack = {
  title: '3,000 merge patches of an object of 1 MB',
  limits: { residentMiB: 300, stopMs: 75 },
  async run(target, judge) {
    const data = { text: 'x'.repeat(1_000_000) }
    await target.send({ method: 'POST', path, body: { metadata: { name: 'history' }, data } })
    const statuses = await many(target.pick(3_000, 20), 4, async (index) => {
      const type = 'application/merge-patch+json'
      const body = { data: { index: String(index) } }
      return (await target.send({ method: 'PATCH', path: `${path}/history`, type, body })).status
    })
    // A patch that loses to others five times is a conflict.
    judge.expectEach(statuses, [200, 409], 'patches')
    await target.send({ method: 'DELETE', path: `${path}/history` })
  },
}
