import type { Attack } from '../attack.ts'
import { expectAnswers } from '../tools/bodies.ts'

const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const name = 'larges.hostile.example.com'

export const attack: Attack = {
  title: 'a definition of 1.4 MB, patched and read in OpenAPI',
  limits: { cpuMs: 10_000, residentMiB: 500, stopMs: 75 },
  server: () => ({}),
  run(target, judge) {
    const properties = Object.fromEntries(
      Array.from({ length: target.pick(14_000, 200) }, (_, index) => [
        `member${index}`,
        { type: 'string', maxLength: 10, description: 'one of very many members of this object' },
      ]),
    )
    const body = {
      metadata: { name },
      spec: {
        group: 'hostile.example.com',
        scope: 'Namespaced',
        names: { plural: 'larges', kind: 'Large' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties } } },
        ],
      },
    }
    const patch = { metadata: { labels: { a: 'b' } } }
    return expectAnswers(target, judge, [
      { name: 'create', method: 'POST', path, body, status: [201] },
      {
        name: 'patch',
        method: 'PATCH',
        path: `${path}/${name}`,
        type: 'application/merge-patch+json',
        body: patch,
        status: [200],
      },
      { name: 'OpenAPI v2', path: '/openapi/v2', status: [200] },
      { name: 'OpenAPI v3', path: '/openapi/v3/apis/hostile.example.com/v1', status: [200] },
      { name: 'delete', method: 'DELETE', path: `${path}/${name}`, status: [200] },
    ])
  },
}
