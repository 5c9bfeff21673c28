import { describe, expect, it } from 'vitest'
import {
  applyMergePatch,
  applyMergePatchInSteps,
  applyStrategicMergePatch,
  applyStrategicMergePatchInSteps,
} from '../src/index.ts'
import { container, object, pods } from './fixtures/cluster.ts'
import { workload } from './fixtures/workload-schema.ts'

const many = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => item(at))
const containers = (count: number, image = 'a'): object[] => many(count, (index) => container(`c${index}`, { image }))

function countSteps<T>(work: Generator<void, T>): { readonly value: T; readonly count: number } {
  for (let count = 0; ; count++) {
    const { done, value } = work.next()
    if (done === true) return { value, count }
  }
}

describe('a large patch can be interrupted', () => {
  it('a merge patch of many keys', () => {
    const data = Object.fromEntries(many(5_000, (index) => [`k${index}`, index % 2 === 0 ? null : 'v']))
    const { value, count } = countSteps(applyMergePatchInSteps({ data: { k0: 'a' } }, { data }))
    expect(value).toEqual(applyMergePatch({ data: { k0: 'a' } }, { data }))
    expect(count).toBeGreaterThan(10)
  })

  it.each([
    ['that come and stay', pods(...containers(2_000, 'b'))],
    [
      'that are ordered and deleted',
      {
        template: {
          spec: {
            '$setElementOrder/containers': many(1_000, (index) => ({ name: `c${index * 2}` })),
            containers: many(1_000, (index) => ({ $patch: 'delete', name: `c${index * 2 + 1}` })),
          },
        },
      },
    ],
  ])('a strategic merge patch of many items %s', (_what, spec) => {
    const live = object(pods(...containers(2_000)))
    const { value, count } = countSteps(applyStrategicMergePatchInSteps(live, { spec }, workload))
    expect(value).toEqual(applyStrategicMergePatch(live, { spec }, workload))
    expect(count).toBeGreaterThan(5)
  })
})
