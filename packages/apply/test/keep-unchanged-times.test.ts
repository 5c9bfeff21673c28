import { describe, expect, it } from 'vitest'

import { settleTimes } from '../src/index.ts'
import { object, type Loose } from './fixtures/cluster.ts'

const entry = (time: string, fieldsV1: object = { 'f:spec': { 'f:replicas': {} } }): object => ({
  manager: 'a',
  operation: 'Apply',
  apiVersion: 'apps/v1',
  time,
  fieldsType: 'FieldsV1',
  fieldsV1,
})

const at = (time: string, spec: object = { replicas: 1 }, metadata: object = {}, fields?: object): Loose =>
  object(spec, { ...metadata, managedFields: [entry(time, fields)] })

describe('the times to store', () => {
  const live = at('2026-01-01T00:00:00Z', { replicas: 1 }, { resourceVersion: '1' })

  it('are the stored ones where nothing but times differs', () => {
    expect(settleTimes(live, at('2026-01-01T00:00:09Z'))).toBe(live.metadata.managedFields)
  })

  for (const [promise, next] of [
    ['the object differs', at('2026-01-01T00:00:09Z', { replicas: 2 })],
    ['a label differs', at('2026-01-01T00:00:09Z', { replicas: 1 }, { labels: { a: '1' } })],
    ['the fields of a manager differ', at('2026-01-01T00:00:09Z', { replicas: 1 }, {}, { 'f:spec': {} })],
    [
      'there are more managers',
      object({ replicas: 1 }, { managedFields: [entry('2026-01-01T00:00:09Z'), entry('x')] }),
    ],
  ] as const) {
    it(`are the new ones where ${promise}`, () => expect(settleTimes(live, next)).toBe(next.metadata.managedFields))
  }

  it('are none where there are none', () => expect(settleTimes(live, object({ replicas: 1 }))).toEqual([]))
})
