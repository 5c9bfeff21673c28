import { describe, expect, it } from 'vitest'
import { createTypeLoader } from '../src/index.ts'

const load = createTypeLoader([
  {
    'core.v1.PodSpec': `
      volumes 1 []core.v1.Volume omitempty list=map:name strategy=merge,retainKeys merge=name
      containers 2 []core.v1.Container required list=map:name merge=name
      finalizers 14 []string omitempty list=set strategy=merge
      selector 3 map:string omitempty mapType=atomic
      replicas 1 int32 omitempty pointer default=1
      protocol 2 string omitempty default="TCP" enum=TCP|UDP|SCTP
      hostType 4 string pointer enum=|Directory
      usages 5 []string enum=digital%20signature|s/mime|a%7Cb default=["x%20y"]
      claimRef 6 core.v1.Ref omitempty pointer structType=granular
      created 8 time omitempty omitzero`,
    'core.v1.Volume': 'name 1 string required\n+ 2 core.v1.VolumeSource',
    'core.v1.VolumeSource': 'hostPath 1 core.v1.Ref omitempty pointer\n+ 7 core.v1.Deep',
    'core.v1.Deep': 'deep 3 int64',
    'core.v1.Container': 'name 1 string required',
    'core.v1.Ref': '@atomic\nname 1 string omitempty',
    'meta.v1.TypeMeta': 'kind 1 string omitempty\napiVersion 2 string omitempty',
    'core.v1.Pod': '+ - meta.v1.TypeMeta\nkind 9 string\nspec 2 core.v1.PodSpec',
    'x.v1.Node': 'children 1 []x.v1.Node omitempty\nvalues 2 map:[]bytes',
    'x.v1.Bad': 'name 1 string sometimes',
    'x.v1.Short': 'name 1',
    'x.v1.Lost': 'name 1 x.v1.Nowhere',
  },
  { 'core.v1.Deep': 'other 1 string', 'core.v1.Extra': 'raw 1 raw-object\nany - any\nsize 3 quantity' },
])

const field = (type: string, name: string) => load(type).fields.get(name)!

describe('createTypeLoader', () => {
  it.each([
    ['containers', { required: true, patchStrategy: 'merge', patchMergeKey: 'name', numbers: [2] }],
    ['volumes', { omitEmpty: true, patchStrategy: 'merge,retainKeys', patchMergeKey: 'name' }],
    ['finalizers', { patchStrategy: 'merge', schema: { type: 'list', items: { type: 'string' }, listType: 'set' } }],
    ['selector', { schema: { type: 'map', values: { type: 'string' }, mapType: 'atomic' } }],
    ['replicas', { pointer: true, omitEmpty: true, schema: { type: 'integer', format: 'int32', default: 1 } }],
    ['protocol', { schema: { type: 'string', default: 'TCP', enum: ['TCP', 'UDP', 'SCTP'] } }],
    ['hostType', { schema: { type: 'string', enum: ['', 'Directory'] } }],
    [
      'usages',
      {
        schema: {
          type: 'list',
          items: { type: 'string', enum: ['digital signature', 's/mime', 'a|b'] },
          default: ['x y'],
        },
      },
    ],
    ['created', { omitEmpty: true, omitZero: true, schema: { type: 'string', format: 'time' } }],
  ])('reads the line of %s', (name, expected) => {
    expect(field('core.v1.PodSpec', name)).toMatchObject(expected)
  })

  it('keeps fields in the order of the lines, embedded ones where they are embedded', () => {
    expect([...load('core.v1.Volume').fields.keys()]).toEqual(['name', 'hostPath', 'deep'])
  })

  it('numbers embedded fields by the path of their messages', () => {
    expect(field('core.v1.Volume', 'deep').numbers).toEqual([2, 7, 3])
    expect(field('core.v1.Pod', 'apiVersion').numbers).toBeUndefined()
  })

  it('lets a written field win over an embedded one', () => {
    expect(field('core.v1.Pod', 'kind')).toMatchObject({ numbers: [9] })
    expect(field('core.v1.Pod', 'kind').omitEmpty).toBeUndefined()
  })

  it('gives the same schema for the same name', () => {
    expect(load('x.v1.Node')).toBe(load('x.v1.Node'))
    expect(field('core.v1.Pod', 'spec').schema).toBe(load('core.v1.PodSpec'))
  })

  it('reads types that contain themselves', () => {
    const children = field('x.v1.Node', 'children').schema
    expect(children.type === 'list' && children.items).toBe(load('x.v1.Node'))
  })

  it('marks atomic structs, and overrides that for one field', () => {
    expect(load('core.v1.Ref').structType).toBe('atomic')
    const claim = field('core.v1.PodSpec', 'claimRef').schema
    expect(claim).toMatchObject({ type: 'object', name: 'core.v1.Ref', structType: 'granular' })
    expect(claim.type === 'object' && claim.fields).toBe(load('core.v1.Ref').fields)
  })

  it('parses a type only when it is asked for', () => {
    const lazy = createTypeLoader([{ 'a.v1.A': 'b 1 a.v1.B', 'a.v1.B': 'nonsense' }])
    expect(lazy('a.v1.A').fields.size).toBe(1)
    const schema = lazy('a.v1.A').fields.get('b')!.schema
    expect(() => schema.type === 'object' && schema.fields).toThrow(/nonsense/)
  })

  it('takes a name from the first table that has it', () => {
    expect([...load('core.v1.Deep').fields.keys()]).toEqual(['deep'])
    expect([...load('core.v1.Extra').fields.keys()]).toEqual(['raw', 'any', 'size'])
  })

  it('refuses unknown flags, short lines and unknown types by name', () => {
    expect(() => load('x.v1.Bad').fields).toThrow(
      'type "x.v1.Bad" has a line that says nothing: "name 1 string sometimes"',
    )
    expect(() => load('x.v1.Short').fields).toThrow(TypeError)
    expect(() => field('x.v1.Lost', 'name').schema).toThrow('no type table has a type "x.v1.Nowhere"')
    expect(() => load('toString')).toThrow(TypeError)
  })

  it('freezes defaults', () => {
    expect(Object.isFrozen(field('core.v1.PodSpec', 'usages').schema.default)).toBe(true)
  })
})
