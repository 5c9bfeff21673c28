import type { Attack } from '../attack.ts'
import { many } from '../tools/many.ts'

const path = '/api/v1/namespaces/default/configmaps'

export const attack: Attack = {
  title: 'lists and writes of 4,000 objects of 10 KB with a heap of 128 MB',
  limits: { residentMiB: 600, stopMs: 1_000 },
  server: () => ({ nodeFlags: ['--max-old-space-size=128'] }),
  async run(target, judge) {
    const count = target.pick(4_000, 100)
    const data = { text: 'x'.repeat(10_000) }
    const written = await many(count, 16, async (index) => {
      const body = { metadata: { name: `memory-${index}`, labels: { a: `v${index % 10}` } }, data }
      return (await target.send({ method: 'POST', path, body })).status
    })
    judge.expectEach(written, [201, 429], 'writes')
    const queries = ['', '?labelSelector=a%3Dv1', '?pretty=true', '?limit=500']
    const type = 'application/json;as=Table;v=v1;g=meta.k8s.io'
    const read = await many(target.pick(200, 8), 8, async (index) => {
      const query = queries[index % queries.length] ?? ''
      const accept = index % 5 === 4 ? type : 'application/json'
      return (await target.send({ path: path + query, headers: { accept } })).status
    })
    judge.expectEach(read, [200, 429, 504], 'lists')
    const changed = await many(target.pick(8_000, 100), 16, async (index) => {
      const patch = { data: { index: String(index) } }
      const type = 'application/merge-patch+json'
      return (await target.send({ method: 'PATCH', path: `${path}/memory-${index % count}`, type, body: patch })).status
    })
    judge.expectEach(changed, [200, 429], 'patches')
    judge.expect((await target.send({ path: '/livez' })).status === 200, 'the server does not answer')
  },
}
