import { describe, expect, it } from 'vitest'
import { listTypeOf, mapKeysOf, type Field, type ListSchema } from '../src/index.ts'

const strings: ListSchema = { type: 'list', items: { type: 'string' } }
const withStrategy = (patchStrategy?: string, patchMergeKey?: string): Field => ({
  name: 'x',
  schema: strings,
  ...(patchStrategy === undefined ? {} : { patchStrategy }),
  ...(patchMergeKey === undefined ? {} : { patchMergeKey }),
})

describe('listTypeOf and mapKeysOf', () => {
  it.each<[string, ListSchema, Field | undefined, string, readonly string[]]>([
    ['atomic without a word', strings, undefined, 'atomic', []],
    ['its own list type first', { ...strings, listType: 'atomic' }, withStrategy('merge', 'name'), 'atomic', []],
    ['set', { ...strings, listType: 'set' }, undefined, 'set', []],
    [
      'map with its keys',
      { ...strings, listType: 'map', mapKeys: ['a', 'b'] },
      withStrategy('merge', 'a'),
      'map',
      ['a', 'b'],
    ],
    ['merge with a key as map', strings, withStrategy('merge', 'name'), 'map', ['name']],
    ['merge,retainKeys with a key as map', strings, withStrategy('merge,retainKeys', 'name'), 'map', ['name']],
    ['merge without a key as set', strings, withStrategy('merge'), 'set', []],
    ['replace as atomic', strings, withStrategy('replace'), 'atomic', []],
    ['retainKeys as atomic', strings, withStrategy('retainKeys'), 'atomic', []],
  ])('reads %s', (_, schema, field, listType, keys) => {
    expect(listTypeOf(schema, field)).toBe(listType)
    expect(mapKeysOf(schema, field)).toEqual(keys)
  })
})
