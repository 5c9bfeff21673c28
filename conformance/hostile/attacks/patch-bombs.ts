import type { Attack } from '../attack.ts'
import { expectAnswers } from '../tools/bodies.ts'

const path = '/api/v1/namespaces/default/configmaps'
const name = 'patch-bombs'

export const attack: Attack = {
  title: 'JSON patches: copies that double, 10,001 operations, 10,000 copies, inserts at the head, moves, tests',
  limits: { cpuMs: 3_000, residentMiB: 350, stopMs: 50 },
  async run(target, judge) {
    const patch = {
      method: 'PATCH',
      path: `${path}/${name}?dryRun=All`,
      type: 'application/json-patch+json',
      status: [400, 413, 422, 500],
    }
    const repeat = (count: number, operation: (index: number) => object): object[] =>
      Array.from({ length: count }, (_, index) => operation(index))
    await expectAnswers(target, judge, [
      {
        name: 'create',
        method: 'POST',
        path,
        body: { metadata: { name }, data: { a: 'x'.repeat(1_000) } },
        status: [201],
      },
      {
        ...patch,
        name: 'copies that double',
        body: repeat(60, (index) => ({ op: 'copy', from: '/metadata', path: `/metadata/labels${index}` })),
        status: [200, 400, 413, 422],
      },
      {
        ...patch,
        name: 'copies into themselves',
        body: [
          { op: 'add', path: '/data/list', value: ['x'] },
          ...repeat(9_000, () => ({ op: 'copy', from: '/data/list', path: '/data/list/0' })),
        ],
      },
      {
        ...patch,
        name: '10,001 operations',
        body: repeat(10_001, () => ({ op: 'test', path: '/kind', value: 'ConfigMap' })),
      },
      {
        ...patch,
        name: '10,000 copies',
        body: repeat(10_000, (index) => ({ op: 'copy', from: '/data/a', path: `/data/k${index}` })),
        status: [200, 400, 413, 422, 500],
      },
      {
        ...patch,
        name: 'inserts at the head',
        body: [
          { op: 'add', path: '/metadata/finalizers', value: [] },
          ...repeat(9_990, (index) => ({ op: 'add', path: '/metadata/finalizers/0', value: `a/${index}` })),
        ],
        status: [200, 400, 413, 422],
      },
      {
        ...patch,
        name: 'moves',
        body: repeat(10_000, (index) => ({
          op: 'move',
          from: `/data/${index === 0 ? 'a' : `k${index - 1}`}`,
          path: `/data/k${index}`,
        })),
        status: [200],
      },
      {
        ...patch,
        name: 'tests',
        body: repeat(10_000, () => ({ op: 'test', path: '/data/a', value: 'x'.repeat(100) })),
      },
      { name: 'delete', method: 'DELETE', path: `${path}/${name}`, status: [200] },
    ])
  },
}
