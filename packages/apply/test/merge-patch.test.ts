import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { applyMergePatch } from '../src/merge-patch.ts'
import { deepFreeze, refusalOf } from './fixtures/refusal.ts'

// RFC 7386, appendix A, as far as both sides are objects, and the additional rules of kube-apiserver.
const rows: readonly (readonly [promise: string, document: unknown, patch: object, result: unknown])[] = [
  ['replaces a value', { a: 'b' }, { a: 'c' }, { a: 'c' }],
  ['adds a key', { a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  ['removes a key', { a: 'b' }, { a: null }, {}],
  ['removes one key of two', { a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  ['replaces a list by a value', { a: ['b'] }, { a: 'c' }, { a: 'c' }],
  ['replaces a value by a list', { a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  ['merges nested objects', { a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  ['replaces lists whole', { a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  ['keeps a null that is stored', { e: null }, { a: 1 }, { e: null, a: 1 }],
  ['merges into what is no object', ['a', 'b'], { a: 'b' }, { a: 'b' }],
  ['drops nulls of a new object', {}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ['drops nulls of an object that replaces a list', { a: [1] }, { a: { b: null, c: 1 } }, { a: { c: 1 } }],
  ['drops nulls of objects in a new list', {}, { a: [{ b: null, c: 1 }, null] }, { a: [{ c: 1 }, null] }],
  ['keeps nulls of objects in a list that replaces an object', { a: {} }, { a: [{ b: null }] }, { a: [{ b: null }] }],
  ['replaces a stored null by an object', { a: null }, { a: { b: 1 } }, { a: { b: 1 } }],
  ['ignores the removal of what is not there', { a: 1 }, { b: null }, { a: 1 }],
  ['sets __proto__ as a key', {}, JSON.parse('{"__proto__":{"x":1}}'), JSON.parse('{"__proto__":{"x":1}}')],
  [
    'merges into a key called __proto__',
    JSON.parse('{"__proto__":{"x":1}}'),
    JSON.parse('{"__proto__":{"y":2}}'),
    JSON.parse('{"__proto__":{"x":1,"y":2}}'),
  ],
  ['removes a key called __proto__', JSON.parse('{"__proto__":1,"a":1}'), JSON.parse('{"__proto__":null}'), { a: 1 }],
  [
    'sets a key called constructor',
    {},
    { constructor: { prototype: { x: 1 } } },
    { constructor: { prototype: { x: 1 } } },
  ],
]

describe('merge patch', () => {
  for (const [promise, document, patch, result] of rows) {
    it(promise, () => {
      const live = deepFreeze(structuredClone(document))
      expect(JSON.stringify(applyMergePatch(live, deepFreeze(patch)))).toBe(JSON.stringify(result))
      expect(({} as { x?: unknown }).x).toBeUndefined()
    })
  }

  for (const patch of [null, [], 'text', 1, true]) {
    it(`refuses ${JSON.stringify(patch)}, which is no object`, () => {
      expect(refusalOf(() => applyMergePatch({}, patch))).toMatchObject({ code: 400, message: 'Invalid JSON Patch' })
    })
  }

  it('refuses what is nested too deeply', () => {
    let deep: object = {}
    for (let level = 0; level < 200_000; level++) deep = { a: deep }
    expect(refusalOf(() => applyMergePatch({}, deep)).code).toBe(400)
  })

  it('returns the document itself when nothing changes', () => {
    const document = { a: { b: 1 }, c: [1] }
    expect(applyMergePatch(document, { a: { b: 1 }, d: null })).toBe(document)
  })

  it('shares what it does not touch', () => {
    const document = { a: { b: 1 }, c: { d: 1 } }
    expect((applyMergePatch(document, { a: { b: 2 } }) as typeof document).c).toBe(document.c)
  })

  it('keeps 64-bit integers exact', () => {
    expect(applyMergePatch({ a: 1n }, { b: 9007199254740993n })).toEqual({ a: 1n, b: 9007199254740993n })
  })

  it('is idempotent where no lists are, and leaves no key the patch removes', () => {
    const value = fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'c'), fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(value, value, (document, patch) => {
        fc.pre(!JSON.stringify(patch).includes('['))
        const once = applyMergePatch(document, patch) as Record<string, unknown>
        expect(applyMergePatch(once, patch)).toEqual(once)
        for (const key of Object.keys(patch)) if (patch[key] === null) expect(Object.hasOwn(once, key)).toBe(false)
      }),
    )
  })
})
