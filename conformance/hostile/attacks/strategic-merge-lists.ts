import type { Attack } from '../attack.ts'
import { expectAnswers } from '../tools/bodies.ts'

const path = '/api/v1/namespaces/default/podtemplates'
const name = 'strategic'

export const attack: Attack = {
  title:
    'strategic merge patches: 50,000 environment variables, 10,000 containers, an order of 30,000, 100,000 finalizers',
  limits: { cpuMs: 8_000, residentMiB: 450, stopMs: 50 },
  async run(target, judge) {
    const size = target.pick(1, 0.01)
    const container = { name: 'main', image: 'x' }
    const items = <T>(count: number, item: (index: number) => T): T[] =>
      Array.from({ length: count * size }, (_, index) => item(index))
    const patch = {
      method: 'PATCH',
      path: `${path}/${name}?dryRun=All`,
      type: 'application/strategic-merge-patch+json',
      status: [200, 400, 413, 422, 500],
    }
    const spec = (fields: object): object => ({ template: { spec: fields } })
    await expectAnswers(target, judge, [
      {
        name: 'create',
        method: 'POST',
        path,
        body: { metadata: { name }, ...spec({ containers: [container] }) },
        status: [201],
      },
      {
        ...patch,
        name: 'variables',
        body: spec({
          containers: [{ name: 'main', env: items(50_000, (index) => ({ name: `E${index}`, value: 'v' })) }],
        }),
      },
      {
        ...patch,
        name: 'containers',
        body: spec({ containers: items(10_000, (index) => ({ name: `c${index}`, image: 'x' })) }),
      },
      {
        ...patch,
        name: 'an order',
        body: spec({ '$setElementOrder/containers': items(30_000, (index) => ({ name: `c${index}` })) }),
      },
      { ...patch, name: 'finalizers', body: { metadata: { finalizers: items(100_000, (index) => `a/${index}`) } } },
      { name: 'delete', method: 'DELETE', path: `${path}/${name}`, status: [200] },
    ])
  },
}
