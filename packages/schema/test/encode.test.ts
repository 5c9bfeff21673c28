import { describe, expect, it } from 'vitest'
import { compileEncoder, createTypeLoader, type TypeLoader } from '../src/index.ts'

const load: TypeLoader = createTypeLoader([
  {
    'a.Box': `
      name 1 string
      + 2 a.Source
      parts 3 []a.Part
      spare 4 []a.Part omitempty
      labels 5 map:string omitempty
      owners 6 map:a.Part omitempty
      lid 7 a.Part omitempty pointer`,
    'a.Source': 'disk 1 a.Part omitempty pointer\nfile 2 string omitempty',
    'a.Part': 'kind 1 string\nsize 2 int32 omitempty\nmarks 3 []string',
    'a.BoxList': 'items 1 []a.Box',
  },
])

function encode(type: string, value: object, keepsEmptyLists = false): string {
  const before = JSON.stringify(value)
  const text = JSON.stringify(compileEncoder(load(type), { keepsEmptyLists })(value))
  expect(JSON.stringify(value), 'the value itself').toBe(before)
  return text
}

describe('the form in which an object is stored', () => {
  it.each<[string, object, string]>([
    ['has the members of a struct in their order', { file: 'f', name: 'b' }, '{"name":"b","file":"f"}'],
    [
      'has embedded fields where they are embedded',
      { parts: null, disk: { size: 1, kind: 'k' }, name: 'b' },
      '{"name":"b","disk":{"kind":"k","size":1},"parts":null}',
    ],
    ['has the keys of maps sorted', { labels: { b: '1', a: '2' } }, '{"labels":{"a":"2","b":"1"}}'],
    ['has null for an empty list that is not omitempty', { parts: [] }, '{"parts":null}'],
    ['leaves out empty lists and maps that are omitempty', { name: '', spare: [], labels: {} }, '{"name":""}'],
    ['keeps empty structs', { lid: {} }, '{"lid":{}}'],
    [
      'has members that the type does not know at the end',
      { extra: 1, labels: { a: '' }, name: 'b' },
      '{"name":"b","labels":{"a":""},"extra":1}',
    ],
    [
      'has this form in lists and maps too',
      { owners: { z: { size: 1, kind: 'k' }, a: { marks: [] } }, parts: [{ marks: ['b', 'a'], kind: 'k' }] },
      '{"parts":[{"kind":"k","marks":["b","a"]}],"owners":{"a":{"marks":null},"z":{"kind":"k","size":1}}}',
    ],
  ])('%s', (_, value, text) => {
    expect(encode('a.Box', value)).toBe(text)
  })

  it('keeps the empty items of a list', () => {
    expect(encode('a.BoxList', { items: [] })).toBe('{"items":[]}')
  })

  it('keeps empty lists of what is not stored', () => {
    expect(encode('a.Box', { parts: [] }, true)).toBe('{"parts":[]}')
  })

  it('shares an object that has the form', () => {
    const box = { name: 'b', parts: [{ kind: 'k', marks: ['x'] }], labels: { a: '1', b: '2' } }
    expect(compileEncoder(load('a.Box'))(box)).toBe(box)
  })

  it('keeps a key that is called __proto__', () => {
    const value = JSON.parse('{"labels":{"b":"1","__proto__":"2"}}') as object
    expect(encode('a.Box', value)).toBe('{"labels":{"__proto__":"2","b":"1"}}')
  })
})
