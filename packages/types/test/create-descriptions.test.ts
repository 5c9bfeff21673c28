import { createTypeLoader } from '@pinnace/schema'
import { describe, expect, it } from 'vitest'
import { crdTypeTables } from '../src/crd-types.ts'
import { createDescriptions } from '../src/create-descriptions.ts'
import { loadDescriptions } from '../src/load-descriptions.ts'
import { sameDescriptions } from '../src/same-descriptions.ts'

const descriptions = createDescriptions(
  [
    { 'a.v1.Outer': { '': 'Has another.', own: 'Its own.', twice: 'Of the outer.' } },
    { 'a.v1.Inner': { '': 'Is within.', kind: 'Not of every object.', twice: 'Of the inner.', inner: 'Embedded.' } },
  ],
  { 'a.v1.Outer': ['a.v1.Inner'], 'a.v1.Outermost': ['a.v1.Outer'] },
)

describe('descriptions', () => {
  it('are merged from several files', () => {
    expect(descriptions.ofType('a.v1.Outer')).toBe('Has another.')
    expect(descriptions.ofField('a.v1.Inner', 'inner')).toBe('Embedded.')
  })

  it('of a field come from the embedded type that has it, its own ones first', () => {
    expect(descriptions.ofField('a.v1.Outermost', 'inner')).toBe('Embedded.')
    expect(descriptions.ofField('a.v1.Outermost', 'twice')).toBe('Of the outer.')
    expect(descriptions.ofType('a.v1.Outermost')).toBeUndefined()
  })

  it('of what every object has need no entry, but can have one', () => {
    expect(descriptions.ofField('b.v1.Other', 'metadata')).toContain('Name, labels')
    expect(descriptions.ofField('', 'apiVersion')).toContain('group and version')
    expect(descriptions.ofField('a.v1.Inner', 'kind')).toBe('Not of every object.')
  })

  it.each(['spec', 'constructor', '__proto__', 'toString'])('of an unknown field are absent: %s', (name) => {
    expect(descriptions.ofField('b.v1.Other', name)).toBeUndefined()
    expect(descriptions.ofField(name, name)).toBeUndefined()
  })

  it('can be those of another version, without the types that it does not have', () => {
    const same = { '': 'Is the same.' }
    expect(sameDescriptions({ 'a.v1.Kept': same, 'a.v1.Gone': same }, 'v1beta1', ['Gone'])).toEqual({
      'a.v1beta1.Kept': same,
    })
  })

  it('of the built-in types are loaded when they are asked for', async () => {
    const loaded = await loadDescriptions()
    expect(loaded.ofType('api.resource.Quantity')).toContain('suffix')
  })

  it('of custom resource definitions are complete, whatever the vocabulary calls its extensions', async () => {
    const { ofType, ofField } = await loadDescriptions()
    const tables = crdTypeTables('x-')
    const load = createTypeLoader(tables)
    const types = tables.flatMap((table) => Object.keys(table)).filter((type) => type.startsWith('apiextensions.'))
    const fields = types.flatMap((type) => [...load(type).fields.keys()].map((field) => `${type} ${field}`))
    const missing = fields.filter((name) => {
      const [type = '', field = ''] = name.split(' ')
      return ofField(type, field) === undefined
    })
    expect(missing).toEqual(['apiextensions.v1.CustomResourceDefinitionList items'])
    expect(types.filter((type) => ofType(type) === undefined)).toEqual([
      'apiextensions.v1.CustomResourceDefinitionList',
    ])
  })
})
