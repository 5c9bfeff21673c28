import { describe, expect, it } from 'vitest'
import type { Field, Schema } from '@pinnace/schema'
import { listElement, TypedError } from '../src/list-element.ts'
import { keyElement } from '../src/field-path.ts'
import { valueTypeOf } from '../src/value-type.ts'

const text: Schema = { type: 'string' }

function listOf(fields: readonly Field[], name?: string): Schema {
  return {
    type: 'list',
    listType: 'map',
    mapKeys: ['pool', 'device'],
    items: {
      type: 'object',
      ...(name === undefined ? {} : { name }),
      fields: new Map(fields.map((field) => [field.name, field])),
    },
  }
}

describe('the element of an item of a list with two keys', () => {
  const custom = valueTypeOf(
    listOf([
      { name: 'pool', schema: text },
      { name: 'device', schema: text },
    ]),
  )

  it('has both keys, sorted', () =>
    expect(listElement(custom, { pool: 'p', device: 'd' })).toBe(
      keyElement([
        ['device', 'd'],
        ['pool', 'p'],
      ]),
    ))

  it('has no key that the item omits', () =>
    expect(listElement(custom, { pool: 'p' })).toBe(keyElement([['pool', 'p']])))

  it('is unknown where the item omits all keys', () => {
    const expected = 'omits all key fields ["pool" "device"] (and doesn\'t have default values for any key fields)'
    expect(() => listElement(custom, { other: 1 })).toThrow(TypedError)
    expect(() => listElement(custom, {})).toThrow(expected)
  })

  it('has the zero value of a key that a built-in type always writes', () => {
    const fields = [
      { name: 'pool', schema: text },
      { name: 'device', schema: text, omitEmpty: true },
    ]
    const builtIn = valueTypeOf(listOf(fields, 'x.v1.Item'))
    expect(listElement(builtIn, {})).toBe(keyElement([['pool', '']]))
  })
})
