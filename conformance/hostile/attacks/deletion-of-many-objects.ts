import type { Attack } from '../attack.ts'
import { many, until } from '../tools/many.ts'

const namespace = 'hostile-many'
const maps = `/api/v1/namespaces/${namespace}/configmaps`

export const attack: Attack = {
  title: 'a namespace with 100,000 objects: listed as YAML, and deleted',
  limits: { cpuMs: 100_000, stopMs: 50 },
  server: () => ({ flags: ['--controllers=namespace-controller'] }),
  async prepare(target) {
    await target.send({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } })
    await many(target.pick(100_000, 300), 16, async (index) => {
      await target.send({ method: 'POST', path: maps, body: { metadata: { name: `m${index}` }, data: { a: 'b' } } })
    })
  },
  async run(target, judge) {
    const { status } = await target.send({ path: maps, headers: { accept: 'application/yaml' } })
    judge.expectEach([status], [200], 'the list')
    const path = `/api/v1/namespaces/${namespace}`
    judge.expectEach([(await target.send({ method: 'DELETE', path })).status], [200], 'the deletion')
    const isGone = async (): Promise<boolean> => (await target.send({ path })).status === 404
    judge.expect(await until(isGone, 120_000), 'the namespace is not deleted after two minutes')
  },
}
