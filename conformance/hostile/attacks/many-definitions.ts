import type { Attack } from '../attack.ts'
import { many, until } from '../tools/many.ts'

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const label = 'hostile-definitions'

const definition = (index: number): object => {
  const group = `hostile${index % 50}.example.com`
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } }
  return {
    metadata: { name: `things${index}.${group}`, labels: { [label]: 'true' } },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: `things${index}`, kind: `Thing${index}` },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  }
}

export const attack: Attack = {
  title: '1,000 CRDs: OpenAPI of all, and their deletion',
  limits: { cpuMs: 40_000, stopMs: 50 },
  server: () => ({}),
  async prepare(target) {
    await many(target.pick(1_000, 30), 8, async (index) => {
      await target.send({ method: 'POST', path: crds, body: definition(index) })
    })
  },
  async run(target, judge) {
    for (const path of ['/openapi/v2', '/openapi/v3']) {
      judge.expectEach([(await target.send({ path })).status], [200], path)
    }
    const selected = `${crds}?labelSelector=${label}`
    judge.expectEach([(await target.send({ method: 'DELETE', path: selected })).status], [200], 'the deletion')
    const isEmpty = async (): Promise<boolean> => {
      const { text } = await target.send({ path: `${selected}&limit=1` })
      return (JSON.parse(text) as { readonly items?: readonly unknown[] }).items?.length === 0
    }
    judge.expect(await until(isEmpty, 120_000), 'not all CRDs are deleted after two minutes')
  },
}
