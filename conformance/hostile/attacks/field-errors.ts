import type { Attack } from '../attack.ts'
import { expectAnswers } from '../tools/bodies.ts'
import { until } from '../tools/many.ts'

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const group = 'hostile-errors.example.com'
const things = `/apis/${group}/v1/things`
const listOf = <T>(length: number, item: (index: number) => T): T[] => Array.from({ length }, (_, index) => item(index))

const definition = (properties: object): object => ({
  metadata: { name: `things.${group}` },
  spec: {
    group,
    scope: 'Cluster',
    names: { plural: 'things', kind: 'Thing' },
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties } } },
    ],
  },
})

const number = { type: 'array', items: { type: 'number', minimum: 0 } }

export const attack: Attack = {
  title: '60,000 errors in a custom resource, in a list of environment variables and in labels',
  limits: { cpuMs: 10_000, residentMiB: 450, stopMs: 50 },
  server: () => ({}),
  async prepare(target) {
    const ask = { method: 'POST', path: crds, body: definition({ numbers: number, texts: number }) }
    await target.send(ask)
    await until(async () => (await target.send({ path: things })).status === 200, 10_000)
  },
  run(target, judge) {
    const count = target.pick(60_000, 1_000)
    const thing = { apiVersion: `${group}/v1`, kind: 'Thing', metadata: { name: 'one' } }
    const container = { name: 'a', image: 'a', env: listOf(count, () => ({ name: '' })) }
    const labels = Object.fromEntries(listOf(count, (index) => [`-${index}`, '-']))
    const post = { method: 'POST', status: [422, 400, 413] }
    return expectAnswers(target, judge, [
      { ...post, name: 'numbers out of range', path: things, body: { ...thing, numbers: listOf(count, () => -1) } },
      { ...post, name: 'texts for numbers', path: things, body: { ...thing, texts: listOf(count, () => 'a') } },
      {
        ...post,
        name: 'environment variables',
        path: '/api/v1/namespaces/default/podtemplates',
        body: { metadata: { name: 'a' }, template: { spec: { containers: [container] } } },
      },
      {
        ...post,
        name: 'labels',
        path: '/api/v1/namespaces/default/configmaps',
        body: { metadata: { name: 'a', labels } },
      },
    ])
  },
}
