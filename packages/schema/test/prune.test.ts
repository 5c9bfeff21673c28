import { describe, expect, it } from 'vitest'
import { compileDecoder, prune, zeroStruct, type Field, type ObjectSchema, type Schema } from '../src/index.ts'
import { load } from './types.ts'

function object(fields: Record<string, Schema | Field>, rest: Partial<ObjectSchema> = {}): ObjectSchema {
  const entries = Object.entries(fields).map(([name, given]): [string, Field] => [
    name,
    'schema' in given ? given : { name, schema: given },
  ])
  return { type: 'object', fields: new Map(entries), ...rest }
}

const text: Schema = { type: 'string' }
const widget = object({
  apiVersion: text,
  kind: text,
  metadata: { name: 'metadata', schema: load('meta.v1.ObjectMeta'), goSemantics: true },
  spec: object({
    size: { type: 'integer', nullable: true },
    name: text,
    list: { type: 'list', items: object({ a: text }) },
    map: { type: 'map', values: object({ a: text }) },
    open: object({ a: text }, { preserveUnknownFields: true }),
    template: object({}, { embeddedResource: true }),
    any: { type: 'any' },
    cpu: { type: 'string', format: 'quantity' },
  }),
})

const cases: readonly [string, object, object, readonly string[]][] = [
  ['unknown fields at the top', { foo: 1, kind: 'x' }, { kind: 'x' }, ['foo']],
  ['unknown fields of structs', { spec: { foo: 1 } }, { spec: {} }, ['spec.foo']],
  ['unknown fields of items', { spec: { list: [{}, { b: 1 }] } }, { spec: { list: [{}, {}] } }, ['spec.list[1].b']],
  ['unknown fields of map values', { spec: { map: { k: { b: 1 } } } }, { spec: { map: { k: {} } } }, ['spec.map.k.b']],
  ['nothing that is preserved', { spec: { open: { b: { c: 1 } } } }, { spec: { open: { b: { c: 1 } } } }, []],
  ['nothing of any', { spec: { any: { b: [{}] } } }, { spec: { any: { b: [{}] } } }, []],
  [
    'nothing of the envelope of an embedded resource',
    { spec: { template: { apiVersion: 'v1', kind: 'x', metadata: { a: 1 }, spec: {} } } },
    { spec: { template: { apiVersion: 'v1', kind: 'x', metadata: { a: 1 } } } },
    ['spec.template.spec'],
  ],
  [
    'nothing of the wrong type',
    { spec: { list: {}, map: [{ b: 1 }], open: 'x' } },
    { spec: { list: {}, map: [{ b: 1 }], open: 'x' } },
    [],
  ],
]

describe('prune', () => {
  it.each(cases)('drops %s', (_, value, expected, paths) => {
    const copy = structuredClone(value)
    expect(prune(copy, widget)).toEqual(paths)
    expect(copy).toEqual(expected)
  })
})

describe("decoding of hosts' kinds", () => {
  const decoder = compileDecoder(widget, { goSemantics: false })

  it.each(cases)('drops %s', (_, value, expected, paths) => {
    const reported: string[] = []
    expect(decoder(structuredClone(value), (path) => reported.push(path))).toEqual(expected)
    expect(reported).toEqual(paths)
  })

  it.each<[string, object, object]>([
    ['drops null where null is no value', { spec: { name: null, list: null } }, { spec: {} }],
    ['keeps null where it is one', { spec: { size: null } }, { spec: { size: null } }],
    ['drops null values of maps', { spec: { map: { a: null } } }, { spec: { map: {} } }],
    ['keeps null items', { spec: { list: [null] } }, { spec: { list: [null] } }],
    [
      'keeps zero values',
      { spec: { name: '', size: 0, list: [], map: {} } },
      { spec: { name: '', size: 0, list: [], map: {} } },
    ],
    ['fills nothing', {}, {}],
    ['keeps wrong types for validation', { spec: { size: 'x', name: 1 } }, { spec: { size: 'x', name: 1 } }],
    ['reads a number as a quantity', { spec: { cpu: 1 } }, { spec: { cpu: '1' } }],
    ['reads metadata as Go does', { metadata: { labels: {}, name: '' } }, { metadata: {} }],
  ])('%s', (_, value, expected) => {
    expect(decoder(structuredClone(value))).toEqual(expected)
  })

  it('refuses wrong types in metadata', () => {
    expect(() => decoder({ metadata: { labels: { a: 1 } } })).toThrow(
      'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    )
  })

  it('refuses what is no object', () => {
    expect(() => decoder([])).toThrow('json: cannot unmarshal array into Go value of type map[string]interface {}')
  })

  it('keeps __proto__ as a map key', () => {
    const json = '{"spec":{"map":{"__proto__":{"a":"x"}},"any":{"__proto__":1}}}'
    expect(JSON.stringify(decoder(JSON.parse(json)))).toBe(json)
  })
})

describe('zeroStruct', () => {
  it('is what decoding makes of an empty object', () => {
    for (const type of ['apps.v1.Deployment', 'core.v1.Secret', 'core.v1.SecretList', 'core.v1.ServicePort']) {
      expect(zeroStruct(load(type))).toEqual(compileDecoder(load(type))({}))
    }
  })
})
