import type { Attack } from '../attack.ts'
import { many, until } from '../tools/many.ts'

const namespace = 'hostile-quota'
const maps = `/api/v1/namespaces/${namespace}/configmaps`
const quotas = `/api/v1/namespaces/${namespace}/resourcequotas`

export const attack: Attack = {
  // The count is no round number: a quantity of 30,000 is written as 30k.
  title: 'quotas over 30,000 objects',
  limits: { cpuMs: 8_000, residentMiB: 350, stopMs: 50 },
  server: () => ({ flags: ['--controllers=resourcequota-controller', '--enable-admission-plugins=ResourceQuota'] }),
  async prepare(target) {
    await target.send({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } })
    await many(target.pick(30_001, 301), 16, async (index) => {
      await target.send({ method: 'POST', path: maps, body: { metadata: { name: `m${index}` }, data: { a: 'b' } } })
    })
  },
  async run(target, judge) {
    const count = target.pick(30_001, 301)
    const hard = { 'count/configmaps': String(count + 1) }
    const created = await target.send({
      method: 'POST',
      path: quotas,
      body: { metadata: { name: 'all' }, spec: { hard } },
    })
    judge.expectEach([created.status], [201], 'the quota')
    const isCounted = async (): Promise<boolean> =>
      (await target.send({ path: `${quotas}/all` })).text.includes(`"used":{"count/configmaps":"${count}"}`)
    judge.expect(await until(isCounted, 30_000), 'the objects are not counted')
    const answers: number[] = []
    for (const name of ['last', 'too-many']) {
      answers.push((await target.send({ method: 'POST', path: maps, body: { metadata: { name } } })).status)
    }
    judge.expect(answers.join() === '201,403', `the objects at the limit: ${answers.join(' and ')}`)
  },
}
