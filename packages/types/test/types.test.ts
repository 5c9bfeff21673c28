import type { Field, ObjectSchema, Schema } from '@pinnace/schema'
import { describe, expect, it } from 'vitest'
import { loadType, loadTypeTables } from '../src/load-type.ts'
import { readInterfaces, type WrittenMember } from './read-interfaces.ts'

const names = (await loadTypeTables()).flatMap((table) => Object.keys(table))
const interfaces = readInterfaces(new URL('../src/groups/', import.meta.url))

/** Types whose interface is one of `@pinnace/meta`. */
const declaredByMeta = new Set([
  'meta.v1.ListMeta',
  'meta.v1.ManagedFieldsEntry',
  'meta.v1.ObjectMeta',
  'meta.v1.OwnerReference',
  'meta.v1.Status',
  'meta.v1.StatusCause',
  'meta.v1.StatusDetails',
  'meta.v1.TypeMeta',
])

describe('the type tables', () => {
  it('describe each type once', () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('refer only to types that are in a table', () => {
    const referred = names.flatMap((name) =>
      [...loadType(name).fields.values()].flatMap(({ schema }) => typesIn(schema)),
    )
    expect(new Set(referred).size).toBeGreaterThan(0)
    expect(referred.filter((name) => !names.includes(name))).toEqual([])
  })

  it('load a type once', () => {
    expect(loadType('core.v1.Pod')).toBe(loadType('core.v1.Pod'))
  })

  it('describe how lists are merged, defaults and enumerated values', () => {
    expect(loadType('core.v1.ContainerPort').fields.get('protocol')?.schema).toMatchObject({
      type: 'string',
      default: 'TCP',
      enum: ['TCP', 'UDP', 'SCTP'],
    })
    expect(loadType('core.v1.PodSpec').fields.get('containers')?.schema).toMatchObject({
      listType: 'map',
      mapKeys: ['name'],
    })
    expect(loadType('certificates.v1.CertificateSigningRequestSpec').fields.get('usages')?.schema).toMatchObject({
      items: { enum: expect.arrayContaining(['digital signature']) as unknown },
    })
  })
})

describe('the interface of every type', () => {
  it('exists for every type of the tables', () => {
    expect(names.filter((name) => !interfaces.has(name) && !declaredByMeta.has(name))).toEqual([])
  })

  it.each(names.filter((name) => !declaredByMeta.has(name)))('%s has the fields of its table', (name) => {
    const written = interfaces.get(name) ?? new Map<string, WrittenMember>()
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(expectedMembers(loadType(name))))
  })
})

function expectedMembers(schema: ObjectSchema): readonly (readonly [string, WrittenMember])[] {
  return [...schema.fields.values()].map((field) => [field.name, expectedMember(schema, field)])
}

function expectedMember(owner: ObjectSchema, field: Field): WrittenMember {
  const type = textOf(field.schema)
  const isMetadata = type === 'ObjectMeta' || owner.fields.has('items')
  const isAlwaysThere = field.name === 'metadata' && owner.fields.has('kind') && isMetadata
  if (isAlwaysThere || field.required === true) return { isOptional: false, type }
  const isCollection = field.schema.type === 'list' || field.schema.type === 'map'
  const isNullable = isCollection && field.omitEmpty !== true && field.pointer !== true
  return { isOptional: true, type: isNullable ? `${type} | null` : type }
}

const formats: Readonly<Record<string, string>> = {
  bytes: 'Bytes',
  duration: 'Duration',
  'micro-time': 'MicroTime',
  quantity: 'Quantity',
  time: 'Time',
}

function textOf(schema: Schema): string {
  switch (schema.type) {
    case 'list':
      return `readonly ${textOf(schema.items)}[]`
    case 'map':
      return `Readonly<Record<string, ${textOf(schema.values)}>>`
    case 'object':
      return schema.name?.split('.').at(-1) ?? 'anonymous'
    case 'string':
      return formats[schema.format ?? ''] ?? 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'int-or-string':
      return 'IntOrString'
    case 'raw':
      return 'RawObject'
    case 'any':
      return 'unknown'
    default:
      return schema.type
  }
}

function typesIn(schema: Schema): readonly string[] {
  if (schema.type === 'list') return typesIn(schema.items)
  if (schema.type === 'map') return typesIn(schema.values)
  return schema.type === 'object' && schema.name !== undefined ? [schema.name] : []
}
