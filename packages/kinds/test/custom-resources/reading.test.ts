import { describe, expect, it } from 'vitest'
import { readSpec } from './behave.ts'

const text = { type: 'string' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const open = { 'x-kubernetes-preserve-unknown-fields': true }
const embedded = { 'x-kubernetes-embedded-resource': true }

describe('pruning', () => {
  it.each<[string, object, unknown, unknown, string[]]>([
    ['an unknown field', { a: text }, { a: 'x', b: 1 }, { a: 'x' }, ['spec.b']],
    [
      'fields of an object without any',
      { a: { type: 'object' } },
      { a: { b: 1, c: {} } },
      { a: {} },
      ['spec.a.b', 'spec.a.c'],
    ],
    ['a field within a field', { a: object({ b: text }) }, { a: { b: 'x', c: 1 } }, { a: { b: 'x' } }, ['spec.a.c']],
    [
      'fields of items',
      { a: { type: 'array', items: object({ b: text }) } },
      { a: [{ b: 'x', c: 1 }, { c: 2 }] },
      { a: [{ b: 'x' }, {}] },
      ['spec.a[0].c', 'spec.a[1].c'],
    ],
    [
      'fields of values',
      { a: { type: 'object', additionalProperties: object({ b: text }) } },
      { a: { k: { b: 'x', c: 1 } } },
      { a: { k: { b: 'x' } } },
      ['spec.a.k.c'],
    ],
    [
      'nothing of a map of texts',
      { a: { type: 'object', additionalProperties: text } },
      { a: { any: 'x', other: 'y' } },
      { a: { any: 'x', other: 'y' } },
      [],
    ],
    ['nothing of an open object', { a: object({}, open) }, { a: { b: { c: [1] } } }, { a: { b: { c: [1] } } }, []],
    ['nothing of anything', { a: open }, { a: { b: 1 } }, { a: { b: 1 } }, []],
    [
      'what is known within an open object',
      { a: object({ b: object({ c: text }) }, open) },
      { a: { x: 1, b: { c: 'c', d: 1 } } },
      { a: { x: 1, b: { c: 'c' } } },
      ['spec.a.b.d'],
    ],
    ['nothing of what has another type', { a: text }, { a: { b: 1 } }, { a: { b: 1 } }, []],
    [
      'nothing of what combinations speak of',
      { a: object({ b: text, c: text }, { anyOf: [{ required: ['b'] }, { properties: { c: { minLength: 1 } } }] }) },
      { a: { b: 'x', c: 'y' } },
      { a: { b: 'x', c: 'y' } },
      [],
    ],
    [
      'nothing that every embedded object has',
      { a: object({ spec: object({ b: text }) }, embedded) },
      { a: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { b: 'x' } } },
      { a: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { b: 'x' } } },
      [],
    ],
    [
      'fields of an embedded object',
      { a: object({ spec: object({ b: text }) }, embedded) },
      { a: { apiVersion: 'v1', kind: 'Pod', x: 1, spec: { c: 1 } } },
      { a: { apiVersion: 'v1', kind: 'Pod', spec: {} } },
      ['spec.a.x', 'spec.a.spec.c'],
    ],
    [
      'fields of embedded metadata',
      { a: { type: 'object', ...embedded, ...open } },
      { a: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', nope: 1 }, y: 2 } },
      { a: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, y: 2 } },
      ['spec.a.metadata.nope'],
    ],
    [
      'metadata that is not embedded',
      { a: object({ b: text }) },
      { a: { metadata: { name: 'x' } } },
      { a: {} },
      ['spec.a.metadata'],
    ],
    [
      'values of which nothing is known',
      { a: { type: 'object', additionalProperties: true } },
      { a: { b: 1, c: 'x', d: { e: 1 } } },
      { a: { b: 1, c: 'x', d: {} } },
      ['spec.a.d.e'],
    ],
    [
      'a field called like a prototype’s',
      { a: text },
      JSON.parse('{"__proto__":{"x":1},"a":"x"}'),
      { a: 'x' },
      ['spec.__proto__'],
    ],
    ['int or string: nothing', { a: { 'x-kubernetes-int-or-string': true } }, { a: '5' }, { a: '5' }, []],
  ])('drops %s', (_, fields, spec, kept, unknown) => {
    expect(readSpec(fields, spec)).toEqual({ spec: kept, unknown })
  })
})

describe('null', () => {
  const nullable = { ...text, nullable: true }
  it.each<[string, object, unknown, unknown]>([
    ['is dropped where it is no value', { a: text }, { a: null }, {}],
    ['is kept where it is one', { a: nullable }, { a: null }, { a: null }],
    ['gives way to a default', { a: { ...text, default: 'x' } }, { a: null }, { a: 'x' }],
    ['stays before a default where it is a value', { a: { ...nullable, default: 'x' } }, { a: null }, { a: null }],
    [
      'is dropped from a map',
      { a: { type: 'object', additionalProperties: text } },
      { a: { b: null, c: 'x' } },
      { a: { c: 'x' } },
    ],
    [
      'is kept in a map of nullable values',
      { a: { type: 'object', additionalProperties: nullable } },
      { a: { b: null } },
      { a: { b: null } },
    ],
    [
      'is kept in a list, for validation to refuse',
      { a: { type: 'array', items: text } },
      { a: ['x', null] },
      { a: ['x', null] },
    ],
    ['is dropped from an object', { a: object({ b: text }) }, { a: { b: null } }, { a: {} }],
    ['is dropped for an object', { a: object({ b: text }) }, { a: null }, {}],
    ['is kept where the field is unknown', { a: object({}, open) }, { a: { b: null } }, { a: { b: null } }],
    ['is dropped for int or string', { a: { 'x-kubernetes-int-or-string': true } }, { a: null }, {}],
    ['is dropped for anything', { a: open }, { a: null }, {}],
  ])('%s', (_, fields, spec, kept) => {
    expect(readSpec(fields, spec).spec).toEqual(kept)
  })
})

describe('defaults', () => {
  const nested = object({ b: { ...text, default: 'x' } })
  it.each<[string, object, unknown, unknown]>([
    ['fill what is absent', { a: { ...text, default: 'x' } }, {}, { a: 'x' }],
    ['leave what is there', { a: { ...text, default: 'x' } }, { a: 'y' }, { a: 'y' }],
    ['leave what is empty', { a: { ...text, default: 'x' } }, { a: '' }, { a: '' }],
    [
      'may be empty themselves',
      { a: { ...text, default: '' }, b: { type: 'integer', default: 0 }, c: { type: 'boolean', default: false } },
      {},
      { a: '', b: 0, c: false },
    ],
    ['do not make the object they are in', { a: nested }, {}, {}],
    ['fill the object they are in', { a: nested }, { a: {} }, { a: { b: 'x' } }],
    ['fill the default of the object they are in', { a: { ...nested, default: {} } }, {}, { a: { b: 'x' } }],
    ['fill items', { a: { type: 'array', items: nested } }, { a: [{}, { b: 'y' }] }, { a: [{ b: 'x' }, { b: 'y' }] }],
    [
      'fill values',
      { a: { type: 'object', additionalProperties: nested } },
      { a: { k: {} } },
      { a: { k: { b: 'x' } } },
    ],
    ['fill what is known of an open object', { a: { ...nested, ...open } }, { a: { c: 1 } }, { a: { b: 'x', c: 1 } }],
    [
      'fill an embedded object',
      { a: object({ spec: nested }, embedded) },
      { a: { spec: {} } },
      { a: { spec: { b: 'x' } } },
    ],
    ['are whole lists', { a: { type: 'array', items: text, default: ['x', 'y'] } }, {}, { a: ['x', 'y'] }],
    [
      'are whole objects',
      { a: object({ b: text, c: text }, { default: { b: '1', c: '2' } }) },
      {},
      { a: { b: '1', c: '2' } },
    ],
    [
      'of an object go before those of its fields',
      { a: object({ b: { ...text, default: 'field' } }, { default: { b: 'object' } }) },
      {},
      { a: { b: 'object' } },
    ],
    [
      'of int or string are either',
      {
        a: { 'x-kubernetes-int-or-string': true, default: '25%' },
        b: { 'x-kubernetes-int-or-string': true, default: 1 },
      },
      {},
      { a: '25%', b: 1 },
    ],
    ['leave values of another type alone', { a: nested }, { a: 'x' }, { a: 'x' }],
  ])('%s', (_, fields, spec, filled) => {
    expect(readSpec(fields, spec).spec).toEqual(filled)
  })

  it('are copies: what is done to one is not done to the next', () => {
    const fields = { a: object({ b: text }, { default: { b: 'x' } }) }
    const first = readSpec(fields, {}).spec
    first.a.b = 'changed'
    expect(readSpec(fields, {}).spec).toEqual({ a: { b: 'x' } })
  })

  it('of the spec itself make it', () => {
    expect(readSpec({ a: { ...text, default: 'x' } }, undefined, { default: {} }).spec).toEqual({ a: 'x' })
  })
})
