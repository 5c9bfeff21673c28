import { runAtOnce, StatusError } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { compare, compareInSteps } from '../src/compare.ts'
import { writeFieldsV1, writeFieldsV1InSteps } from '../src/fields-v1.ts'
import { sortInSteps } from '../src/sort-in-steps.ts'
import { valueTypeOf } from '../src/value-type.ts'
import { Cluster, container, object, pods } from './fixtures/cluster.ts'
import { workload } from './fixtures/workload-schema.ts'

const many = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => item(at))
const variables = (count: number, value: string): object[] => many(count, (index) => ({ name: `E${index}`, value }))
const labels = (count: number, value: string): object =>
  Object.fromEntries(many(count, (index) => [`k${(index * 7919) % count}`, value]))
const large = (count: number, value: string): object => ({
  ...object(pods(container('c', { env: variables(count, value), ports: [] }))),
  metadata: { name: 'large', labels: labels(count, value), finalizers: many(count, (at) => `a/${at}-${value}`) },
})

function steps<T>(work: Generator<void, T>): { readonly value: T; readonly count: number } {
  for (let count = 0; ; count++) {
    const { done, value } = work.next()
    if (done === true) return { value, count }
  }
}

describe('large maps and lists are compared in steps, and the comparison is the same', () => {
  const type = valueTypeOf(workload)
  it.each([
    ['that come', object({}), large(3_000, 'a')],
    ['that go', large(3_000, 'a'), object({})],
    ['that change', large(3_000, 'a'), large(3_000, 'b')],
    ['that grow', large(2_000, 'a'), large(3_000, 'a')],
    ['that shrink', large(3_000, 'a'), large(2_000, 'b')],
  ])('%s', (_what, before, after) => {
    const { value, count } = steps(compareInSteps(type, before, after))
    expect(value).toEqual(compare(type, before, after))
    expect(count).toBeGreaterThan(10)
  })

  it('and their fields are written in the same order', () => {
    const { added } = compare(type, object({}), large(3_000, 'a'))
    const { value, count } = steps(writeFieldsV1InSteps(added))
    expect(JSON.stringify(value)).toBe(JSON.stringify(writeFieldsV1(added)))
    expect(count).toBeGreaterThan(20)
  })
})

it('a sort in steps is that of the language', () => {
  const items = many(5_000, (index) => ({ key: (index * 7_919) % 611, index }))
  const byKey = (left: { key: number }, right: { key: number }): number => left.key - right.key
  expect(steps(sortInSteps(items, byKey)).value).toEqual([...items].sort(byKey))
  expect(runAtOnce(sortInSteps([], byKey))).toEqual([])
})

it('an applied list of more items with owners than an object may have members is refused with 413', () => {
  const cluster = new Cluster()
  cluster.apply('a', pods(container('c', { env: variables(1, 'a') })))
  const apply = (count: number): unknown => cluster.apply('a', pods(container('c', { env: variables(count, 'a') })))
  let refusal: unknown
  try {
    apply(16_385)
  } catch (error) {
    refusal = error
  }
  expect(refusal instanceof StatusError && refusal.reason).toBe('RequestEntityTooLarge')
})
