import { describe, expect, it } from 'vitest'
import { compileDefaults, createTypeLoader, type Field, type ObjectSchema, type Schema } from '../src/index.ts'
import { load } from './types.ts'

function object(fields: Record<string, Schema>, flags: Partial<Field> = {}): ObjectSchema {
  return {
    type: 'object',
    fields: new Map(Object.entries(fields).map(([name, schema]) => [name, { name, schema, ...flags }])),
  }
}

function defaulted(schema: Schema, value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(value))
  compileDefaults(schema)(copy)
  return copy
}

const size: Schema = { type: 'integer', default: 1 }

describe('compileDefaults', () => {
  it.each<[string, Schema, unknown, unknown]>([
    ['fills what is absent', object({ size }), {}, { size: 1 }],
    ['keeps what is there', object({ size }), { size: 0 }, { size: 0 }],
    ['fills null that is not a value', object({ size }), { size: null }, { size: 1 }],
    ['keeps null that is a value', object({ size: { ...size, nullable: true } }), { size: null }, { size: null }],
    ['fills an absent field that may be null', object({ size: { ...size, nullable: true } }), {}, { size: 1 }],
    [
      'fills null where null is nullable and default',
      object({ a: { type: 'any', nullable: true, default: null } }),
      {},
      { a: null },
    ],
    ['does not make the objects around a default', object({ spec: object({ size }) }), {}, {}],
    ['fills within objects that are there', object({ spec: object({ size }) }), { spec: {} }, { spec: { size: 1 } }],
    [
      'goes into a default it has filled',
      object({ spec: { ...object({ size }), default: {} } }),
      {},
      { spec: { size: 1 } },
    ],
    [
      'fills items of lists',
      object({ list: { type: 'list', items: object({ size }) } }),
      { list: [{}, { size: 2 }] },
      { list: [{ size: 1 }, { size: 2 }] },
    ],
    [
      'fills values of maps',
      object({ map: { type: 'map', values: object({ size }) } }),
      { map: { a: {} } },
      { map: { a: { size: 1 } } },
    ],
    ['fills null items', object({ list: { type: 'list', items: size } }), { list: [null, 3] }, { list: [1, 3] }],
    ['fills null values', object({ map: { type: 'map', values: size } }), { map: { a: null } }, { map: { a: 1 } }],
    [
      'leaves null items without a default',
      object({ list: { type: 'list', items: object({ size }) } }),
      { list: [null] },
      { list: [null] },
    ],
    [
      'leaves wrong types to validation',
      object({ spec: object({ size }), list: { type: 'list', items: size } }),
      { spec: [], list: {} },
      { spec: [], list: {} },
    ],
    ['leaves a value that is not an object', object({ size }), 'text', 'text'],
    [
      'fills false and empty text',
      object({ a: { type: 'boolean', default: false }, b: { type: 'string', default: '' } }),
      {},
      { a: false, b: '' },
    ],
    [
      'fills a field named like something every object has',
      object({ constructor: size, toString: size }),
      {},
      { constructor: 1, toString: 1 },
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(defaulted(schema, value)).toEqual(expected)
  })

  it('fills defaults of built-in types', () => {
    const value = { containers: [{ name: 'a', ports: [{ containerPort: 1 }, { containerPort: 2, protocol: 'UDP' }] }] }
    compileDefaults(load('core.v1.PodSpec'))(value)
    expect(value.containers[0]!.ports).toEqual([
      { containerPort: 1, protocol: 'TCP' },
      { containerPort: 2, protocol: 'UDP' },
    ])
  })

  it('writes no zero default where zero values are left out, and a pointer to one', () => {
    const types = createTypeLoader([
      { 'a.v1.A': 'name 1 string omitempty default=""\nservice 2 string pointer default=""' },
    ])
    expect(defaulted(types('a.v1.A'), { service: null })).toEqual({ service: '' })
  })

  it('never shares a default between objects', () => {
    const fill = compileDefaults(
      object({ tags: { type: 'list', items: { type: 'string' }, default: Object.freeze(['a']) } }),
    )
    const first: { tags?: string[] } = {}
    const second: { tags?: string[] } = {}
    fill(first)
    fill(second)
    first.tags!.push('b')
    expect(second.tags).toEqual(['a'])
  })

  it('goes through types that contain themselves', () => {
    const types = createTypeLoader([{ 'a.v1.T': 'children 1 []a.v1.T omitempty\nsize 2 int32 pointer default=7' }])
    expect(defaulted(types('a.v1.T'), { children: [{ children: [{}] }] })).toEqual({
      size: 7,
      children: [{ size: 7, children: [{ size: 7 }] }],
    })
  })

  it('keeps __proto__ a plain key', () => {
    const schema = object({ map: { type: 'map', values: object({ size }) } })
    const value: unknown = JSON.parse('{"map":{"__proto__":{}}}')
    compileDefaults(schema)(value)
    expect(JSON.stringify(value)).toBe('{"map":{"__proto__":{"size":1}}}')
    const field: ObjectSchema = {
      type: 'object',
      fields: new Map([['__proto__', { name: '__proto__', schema: size }]]),
    }
    expect(JSON.stringify(defaulted(field, {}))).toBe('{"__proto__":1}')
  })
})
