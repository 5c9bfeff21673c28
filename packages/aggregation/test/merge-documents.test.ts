import { describe, expect, it } from 'vitest'
import { filterDocument, mergeDocuments } from '../src/merge-documents.ts'

const refer = (name: string): object => ({ $ref: `#/definitions/${name}` })
const path = (name: string): object => ({ get: { responses: { 200: { schema: refer(name) } } } })
const kinds = 'x-kinds'

describe('filterDocument', () => {
  it('keeps everything the paths refer to, directly or not', () => {
    const document = {
      swagger: '2.0',
      paths: { '/apis/a/v1/things': path('Thing'), '/apis/b/v1/others': path('Other') },
      definitions: {
        Thing: { properties: { parts: { items: refer('Part') }, self: refer('Thing') } },
        Part: { properties: { $ref: { type: 'string' } } },
        Other: {},
        Unused: {},
      },
    }
    const cut = filterDocument(document, '/apis/a/v1/')
    expect(Object.keys(cut['paths'] as object)).toEqual(['/apis/a/v1/things'])
    expect(Object.keys(cut['definitions'] as object)).toEqual(['Thing', 'Part'])
  })

  it('inlines parameters that are referred to', () => {
    const pretty = { name: 'pretty', in: 'query', type: 'string' }
    const document = {
      paths: { '/apis/a/v1/things': { parameters: [{ $ref: '#/parameters/pretty' }], ...path('Thing') } },
      parameters: { pretty },
      definitions: { Thing: {} },
    }
    const cut = filterDocument(document, '/apis/a/v1/') as never as { paths: Record<string, { parameters: unknown }> }
    expect(cut.paths['/apis/a/v1/things']!.parameters).toEqual([pretty])
  })

  it('returns an empty document for an empty one', () => {
    expect(filterDocument({}, '/apis/a/v1/')).toEqual({ paths: {}, definitions: {} })
  })
})

describe('mergeDocuments', () => {
  const base = { swagger: '2.0', paths: { '/api/v1/pods': path('Pod') }, definitions: { Pod: { type: 'object' } } }

  it('does not change the first document', () => {
    const before = JSON.stringify(base)
    mergeDocuments(base, [{ paths: { '/x': path('Pod') }, definitions: { Pod: { type: 'string' } } }], kinds)
    expect(JSON.stringify(base)).toBe(before)
  })

  it('shares equal definitions of different kinds', () => {
    const one = { ...base, definitions: { Options: { type: 'object', [kinds]: [{ kind: 'A' }] } } }
    const other = { paths: {}, definitions: { Options: { [kinds]: [{ kind: 'A' }, { kind: 'B' }], type: 'object' } } }
    expect(mergeDocuments(one, [other], kinds)['definitions']).toEqual({
      Options: { type: 'object', [kinds]: [{ kind: 'A' }, { kind: 'B' }] },
    })
  })

  it('renames definitions that differ, and the references to them', () => {
    const other = {
      paths: { '/apis/a/v1/pods': path('Pod') },
      definitions: { Pod: { type: 'string' }, Box: { items: refer('Pod') } },
    }
    const merged = mergeDocuments(base, [other], kinds)
    expect(merged['definitions']).toEqual({
      Pod: { type: 'object' },
      Pod_v2: { type: 'string' },
      Box: { items: refer('Pod_v2') },
    })
    expect(merged['paths']).toEqual({ '/api/v1/pods': path('Pod'), '/apis/a/v1/pods': path('Pod_v2') })
    const again = mergeDocuments(
      merged,
      [{ paths: { '/c': path('Pod') }, definitions: { Pod: { type: 'string' } } }],
      kinds,
    )
    expect(Object.keys(again['definitions'] as object)).toEqual(['Pod', 'Pod_v2', 'Box'])
    const third = mergeDocuments(again, [{ paths: {}, definitions: { Pod: { type: 'integer' }, Pod_v3: {} } }], kinds)
    expect(Object.keys(third['definitions'] as object)).toEqual(['Pod', 'Pod_v2', 'Box', 'Pod_v4', 'Pod_v3'])
  })

  it('keeps the first of two equal paths', () => {
    const other = { paths: { '/api/v1/pods': path('Other') }, definitions: { Other: {} } }
    expect(mergeDocuments(base, [other], kinds)['paths']).toEqual(base.paths)
  })

  it('accepts names such as __proto__', () => {
    const other = { paths: {}, definitions: JSON.parse('{"__proto__":{"type":"string"},"constructor":{}}') as object }
    const merged = mergeDocuments(base, [other], kinds)['definitions'] as object
    expect(Object.keys(merged)).toEqual(['Pod', '__proto__', 'constructor'])
  })
})
