import { describe, expect, it } from 'vitest'
import { isAtomic, type ListSchema, type Schema } from '../src/index.ts'
import { load } from './types.ts'

const strings: ListSchema = { type: 'list', items: { type: 'string' } }

describe('isAtomic', () => {
  it.each<[string, Schema, boolean]>([
    ['a string', { type: 'string' }, true],
    ['int-or-string', { type: 'int-or-string' }, true],
    ['a list', strings, true],
    ['a set', { ...strings, listType: 'set' }, false],
    ['a map', { type: 'map', values: { type: 'string' } }, false],
    ['an atomic map', { type: 'map', values: { type: 'string' }, mapType: 'atomic' }, true],
    ['a struct', load('core.v1.PodSpec'), false],
    ['an atomic struct', load('meta.v1.LabelSelector'), true],
    ['a raw object', { type: 'raw' }, false],
  ])('of %s', (_, schema, expected) => {
    expect(isAtomic(schema)).toBe(expected)
  })
})
