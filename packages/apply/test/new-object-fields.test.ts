import { zeroStruct } from '@pinnace/schema'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { compare } from '../src/compare.ts'
import { isPooled } from '../src/field-set-pool.ts'
import { difference, fieldSetOf, isEmptySet, recursiveDifference, union, type FieldSet } from '../src/field-set.ts'
import { TypedError } from '../src/list-element.ts'
import { newObjectFields } from '../src/new-object-fields.ts'
import { strippedFields } from '../src/stripped-fields.ts'
import { valueTypeOf } from '../src/value-type.ts'
import { writeFieldsV1 } from '../src/fields-v1.ts'
import { workload } from './fixtures/workload-schema.ts'

const valueType = valueTypeOf(workload)

const text = fc.constantFrom('', 'a', 'b')
const scalar = fc.oneof(text, fc.constantFrom(0, 1), fc.boolean(), fc.constant(null))
const few = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(value, { maxLength: 3 })
const optional = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<object> =>
  fc.oneof({ weight: 9, arbitrary: fc.record(fields, { requiredKeys: [] }) }, { weight: 1, arbitrary: fc.constant({}) })
const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 8, arbitrary: value }, fc.constantFrom(null, undefined))

const container = optional({ name: text, image: text, ports: few(optional({ containerPort: scalar, protocol: text })) })
const spec = optional({
  replicas: scalar,
  selector: orNull(optional({ matchLabels: fc.dictionary(fc.constantFrom('p', 'q'), text) })),
  paused: scalar,
  strategy: orNull(optional({ type: text, window: orNull(optional({ size: scalar, unit: text })) })),
  zones: orNull(few(scalar)),
  steps: orNull(few(optional({ name: text, weight: scalar }))),
  limits: orNull(fc.dictionary(fc.constantFrom('p', 'q', '__proto__'), text)),
  quota: orNull(fc.dictionary(fc.constantFrom('p', 'q'), text)),
  template: orNull(optional({ spec: orNull(optional({ containers: orNull(few(container)) })) })),
  extra: fc.jsonValue({ maxDepth: 3 }),
  free: fc.oneof(few(scalar), fc.dictionary(text, scalar), scalar),
  unknown: fc.oneof(few(scalar), fc.dictionary(text, scalar), scalar),
})
const metadata = optional({
  name: text,
  generateName: text,
  labels: orNull(fc.dictionary(fc.constantFrom('p', 'q'), text)),
  finalizers: orNull(few(text)),
  creationTimestamp: orNull(text),
  ownerReferences: orNull(few(optional({ uid: text, name: text }))),
})
const object = optional({ apiVersion: text, kind: text, metadata: orNull(metadata), spec: orNull(spec), status: spec })

/** What a comparison with the empty object leaves; `TypedError` if there is none. */
function byComparison(empty: unknown, after: unknown, ignored: FieldSet | undefined): FieldSet | 'TypedError' {
  try {
    const { added, modified } = compare(valueType, empty, after)
    const all = union(modified, added)
    return difference(ignored === undefined ? all : recursiveDifference(all, ignored), strippedFields)
  } catch (error) {
    if (error instanceof TypedError) return 'TypedError'
    throw error
  }
}

function atOnce(empty: unknown, after: unknown, ignored: FieldSet | undefined): FieldSet | 'TypedError' {
  try {
    return newObjectFields(valueType, empty, after, ignored)
  } catch (error) {
    if (error instanceof TypedError) return 'TypedError'
    throw error
  }
}

describe('the fields of a new object', () => {
  const empties = [{}, zeroStruct(workload), { metadata: {}, spec: { template: {} } }]
  const ignoredSets = [undefined, fieldSetOf([['f:status']]), fieldSetOf([['f:spec', 'f:replicas'], ['f:status']])]

  it('are those of a comparison with the empty object, errors included', () => {
    let compared = 0
    fc.assert(
      fc.property(object, fc.constantFrom(...empties), fc.constantFrom(...ignoredSets), (after, empty, ignored) => {
        const expected = byComparison(empty, after, ignored)
        const found = atOnce(empty, after, ignored)
        if (expected === 'TypedError') return void expect(found).toBe(expected)
        if (!isEmptySet(expected)) compared++
        expect(JSON.stringify(found)).toBe(JSON.stringify(writeFieldsV1(expected)))
      }),
      { numRuns: process.env['PINNACE_LONG'] === '1' ? 20_000 : 1_000 },
    )
    expect(compared).toBeGreaterThan(200)
  })

  it('are one set of the pool for objects with the same fields', () => {
    const named = (name: string) => ({ metadata: { name, labels: { p: name } }, spec: { replicas: name.length } })
    const first = newObjectFields(valueType, {}, named('a'), undefined)
    expect(isPooled(first)).toBe(true)
    expect(newObjectFields(valueType, {}, named('bb'), undefined)).toBe(first)
  })
})
