import { describe, expect, it } from 'vitest'
import {
  hasPatchStrategy,
  isAtomic,
  listTypeOf,
  mapKeysOf,
  resolve,
  type Field,
  type ListSchema,
  type Schema,
} from '../src/index.ts'
import { load } from './types.ts'

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

describe('hasPatchStrategy', () => {
  it('finds a word of a pair', () => {
    expect(hasPatchStrategy(withStrategy('merge,retainKeys'), 'retainKeys')).toBe(true)
    expect(hasPatchStrategy(withStrategy('merge'), 'retainKeys')).toBe(false)
    expect(hasPatchStrategy(undefined, 'merge')).toBe(false)
  })
})

describe('resolve', () => {
  const deployment = load('apps.v1.Deployment')

  it('follows fields, list items and map keys', () => {
    expect(resolve(deployment, ['spec', 'template', 'spec', 'containers', 0, 'ports'])).toMatchObject({
      schema: { type: 'list', listType: 'map', mapKeys: ['containerPort', 'protocol'] },
      field: { patchMergeKey: 'containerPort' },
    })
    expect(resolve(deployment, ['metadata', 'labels', 'app'])).toEqual({ schema: { type: 'string' }, field: undefined })
    expect(resolve(deployment, [])?.schema).toBe(deployment)
  })

  it.each<[readonly (string | number)[]]>([
    [['nope']],
    [['spec', 'replicas', 'x']],
    [['spec', 0]],
    [['metadata', 'labels', 0]],
    [['metadata', 'finalizers', 'x']],
    [['toString']],
  ])('knows no %j', (path) => {
    expect(resolve(deployment, path)).toBeUndefined()
  })

  it('finds any value within raw objects and preserved fields', () => {
    expect(resolve(load('core.v1.Secret'), ['raw', 'a', 0, 'b'])?.schema).toEqual({ type: 'any' })
    const open: Schema = { type: 'object', fields: new Map(), preserveUnknownFields: true }
    expect(resolve(open, ['a', 'b'])?.schema).toEqual({ type: 'any' })
  })
})
