import { FieldErrors } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { validateChange, type ListSchema, type ObjectSchema, type Schema } from '../src/index.ts'

function object(fields: Record<string, Schema>): ObjectSchema {
  const named = Object.entries(fields).map(([name, schema]) => [name, { name, schema, required: false }] as const)
  return { type: 'object', fields: new Map(named) }
}

const short: Schema = { type: 'string', minLength: 3 }
const items = object({ k: { type: 'string' }, v: short, w: { type: 'string' } })
const atomic: ListSchema = { type: 'list', items }
const set: ListSchema = { type: 'list', items: { type: 'string' }, listType: 'set', maxItems: 1 }
const keyed: ListSchema = { type: 'list', items, listType: 'map', mapKeys: ['k'], maxItems: 1 }
const tooMany = (found: number): string => `spec: Too many: ${found}: must have at most 1 item`
const tooShort = (at: string, value: string): string =>
  `${at}: Invalid value: "${value}": ${at} in body should be at least 3 chars long`

describe('an update of what its schema no longer allows', () => {
  it.each<[string, Schema, unknown, unknown, readonly string[]]>([
    ['an atomic list as it was', atomic, [{ v: 'a' }], [{ v: 'a' }], []],
    ['an item of an atomic list', atomic, [{ v: 'a' }], [{ v: 'a', w: 'x' }], [tooShort('spec[0].v', 'a')]],
    ['an atomic list, appended to', atomic, [{ v: 'a' }], [{ v: 'a' }, {}], [tooShort('spec[0].v', 'a')]],
    ['keyed items in another order', keyed, [{ k: 'a' }, { k: 'b' }], [{ k: 'b' }, { k: 'a' }], []],
    ['items without keys, as they were', keyed, [null, { k: 'a' }], [null, { k: 'a' }], []],
    ['deeper in', object({ in: keyed }), { in: [{ k: 'a' }, { k: 'b' }] }, { in: [{ k: 'b' }, { k: 'a' }] }, []],
    ['keyed items that are others', keyed, [{ k: 'a' }, { k: 'b' }], [{ k: 'b' }, { k: 'c' }], [tooMany(2)]],
    ['keyed items that have changed', keyed, [{ k: 'a' }, { k: 'b' }], [{ k: 'b', w: 'x' }, { k: 'a' }], [tooMany(2)]],
    ['more keyed items', keyed, [{ k: 'a' }, { k: 'b' }], [{ k: 'b' }, { k: 'a' }, { k: 'c' }], [tooMany(3)]],
    ['a set in another order', set, ['a', 'b'], ['b', 'a'], [tooMany(2)]],
  ])('%s', (_name, schema, live, next, expected) => {
    const errors = new FieldErrors()
    validateChange(object({ spec: schema }), { spec: next, more: 1 }, { spec: live }, errors)
    expect(errors.list.map(({ field, message }) => `${field}: ${message}`)).toEqual(expected)
  })
})
