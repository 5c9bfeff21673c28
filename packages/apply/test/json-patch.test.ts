import * as fc from 'fast-check'
import fastJsonPatch from 'fast-json-patch'
import { describe, expect, it } from 'vitest'

import { applyJsonPatch, maxJsonPatchCopyBytes } from '../src/json-patch.ts'
import { deepFreeze, refusalOf } from './fixtures/refusal.ts'

const proto = (text: string): unknown => JSON.parse(text)

const rows: readonly (readonly [promise: string, document: unknown, operations: unknown, result: unknown])[] = [
  ['an empty patch changes nothing', { a: 1 }, [], { a: 1 }],
  ['a null patch changes nothing', { a: 1 }, null, { a: 1 }],
  ['add sets a key', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
  ['add replaces a key', { a: 1 }, [{ op: 'add', path: '/a', value: 2 }], { a: 2 }],
  ['add without a value sets null', {}, [{ op: 'add', path: '/a' }], { a: null }],
  ['add sets an object', {}, [{ op: 'add', path: '/a', value: { b: [1] } }], { a: { b: [1] } }],
  ['add inserts into a list', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
  ['add inserts at the front', { a: [2] }, [{ op: 'add', path: '/a/0', value: 1 }], { a: [1, 2] }],
  ['add at the length appends', { a: [1] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2] }],
  ['add at - appends', { a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] }],
  ['add at -1 appends', { a: [1] }, [{ op: 'add', path: '/a/-1', value: 2 }], { a: [1, 2] }],
  ['add at -2 inserts before the last', { a: [1, 3] }, [{ op: 'add', path: '/a/-2', value: 2 }], { a: [1, 2, 3] }],
  ['add into a list in a list', { a: [[1]] }, [{ op: 'add', path: '/a/0/-', value: 2 }], { a: [[1, 2]] }],
  ['add at an empty key', {}, [{ op: 'add', path: '/', value: 1 }], { '': 1 }],
  ['add at an escaped key', {}, [{ op: 'add', path: '/a~1b~0c', value: 1 }], { 'a/b~c': 1 }],
  ['~01 is a tilde and a one', {}, [{ op: 'add', path: '/~01', value: 1 }], { '~1': 1 }],
  ['add under a number-like key of an object', { a: {} }, [{ op: 'add', path: '/a/0', value: 1 }], { a: { 0: 1 } }],
  ['add at - of an object is a key', { a: {} }, [{ op: 'add', path: '/a/-', value: 1 }], { a: { '-': 1 } }],
  ['remove removes a key', { a: 1, b: 2 }, [{ op: 'remove', path: '/a' }], { b: 2 }],
  ['remove removes an item', { a: [1, 2, 3] }, [{ op: 'remove', path: '/a/1' }], { a: [1, 3] }],
  ['remove counts from the end', { a: [1, 2, 3] }, [{ op: 'remove', path: '/a/-1' }], { a: [1, 2] }],
  ['remove removes a null', { a: null }, [{ op: 'remove', path: '/a' }], {}],
  [
    'remove of an escaped label',
    { metadata: { labels: { 'x.io/y': '1', z: '2' } } },
    [{ op: 'remove', path: '/metadata/labels/x.io~1y' }],
    { metadata: { labels: { z: '2' } } },
  ],
  ['replace replaces a key', { a: 1 }, [{ op: 'replace', path: '/a', value: 2 }], { a: 2 }],
  ['replace adds a key that is absent', { a: 1 }, [{ op: 'replace', path: '/b', value: 2 }], { a: 1, b: 2 }],
  ['replace replaces an item', { a: [1, 2] }, [{ op: 'replace', path: '/a/1', value: 3 }], { a: [1, 3] }],
  ['replace counts from the end', { a: [1, 2] }, [{ op: 'replace', path: '/a/-2', value: 3 }], { a: [3, 2] }],
  ['replace replaces the document', { a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
  [
    'replace of the document, then an addition',
    { a: 1 },
    [
      { op: 'replace', path: '', value: { b: 2 } },
      { op: 'add', path: '/c', value: 3 },
    ],
    { b: 2, c: 3 },
  ],
  ['move moves a key', { a: 1 }, [{ op: 'move', from: '/a', path: '/b' }], { b: 1 }],
  ['move moves within a list', { a: [1, 2, 3] }, [{ op: 'move', from: '/a/0', path: '/a/2' }], { a: [2, 3, 1] }],
  [
    'move between containers',
    { a: { x: [1] }, b: {} },
    [{ op: 'move', from: '/a/x', path: '/b/y' }],
    { a: {}, b: { y: [1] } },
  ],
  ['copy copies a key', { a: { x: 1 } }, [{ op: 'copy', from: '/a', path: '/b' }], { a: { x: 1 }, b: { x: 1 } }],
  ['copy of what is absent copies null', { a: 1 }, [{ op: 'copy', from: '/z', path: '/b' }], { a: 1, b: null }],
  [
    'a copy does not change with its source',
    { a: { x: 1 } },
    [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'add', path: '/a/y', value: 2 },
    ],
    { a: { x: 1, y: 2 }, b: { x: 1 } },
  ],
  [
    'a copy of a changed value does not change with it',
    { a: { x: 1 } },
    [
      { op: 'add', path: '/a/y', value: [1] },
      { op: 'add', path: '/a/y/-', value: 2 },
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'add', path: '/b/y/-', value: 3 },
    ],
    { a: { x: 1, y: [1, 2] }, b: { x: 1, y: [1, 2, 3] } },
  ],
  [
    'a value added twice stays two values',
    {},
    (() => {
      const value = { x: [1] }
      return [
        { op: 'add', path: '/a', value },
        { op: 'add', path: '/b', value },
        { op: 'add', path: '/a/x/-', value: 2 },
      ]
    })(),
    { a: { x: [1, 2] }, b: { x: [1] } },
  ],
  ['test of an equal scalar', { a: 1 }, [{ op: 'test', path: '/a', value: 1 }], { a: 1 }],
  [
    'test of an equal object in any key order',
    { a: { x: 1, y: [2] } },
    [{ op: 'test', path: '/a', value: { y: [2], x: 1 } }],
    { a: { x: 1, y: [2] } },
  ],
  ['test for null where nothing is', { a: 1 }, [{ op: 'test', path: '/b', value: null }], { a: 1 }],
  ['test without a value where nothing is', { a: 1 }, [{ op: 'test', path: '/b' }], { a: 1 }],
  ['test of the whole document', { a: 1 }, [{ op: 'test', path: '', value: { a: 1 } }], { a: 1 }],
  ['test of an item from the end', { a: [1, 2] }, [{ op: 'test', path: '/a/-1', value: 2 }], { a: [1, 2] }],
  ['unknown keys of an operation are ignored', {}, [{ op: 'add', path: '/a', value: 1, comment: 'x' }], { a: 1 }],
  ['an index may be written +1', { a: [1, 2] }, [{ op: 'remove', path: '/a/+1' }], { a: [1] }],
  [
    'sets a key called __proto__',
    { data: {} },
    [{ op: 'add', path: '/data/__proto__', value: 'x' }],
    proto('{"data":{"__proto__":"x"}}'),
  ],
  [
    'goes through a key called __proto__',
    proto('{"data":{"__proto__":{"a":1}}}'),
    [{ op: 'add', path: '/data/__proto__/b', value: 2 }],
    proto('{"data":{"__proto__":{"a":1,"b":2}}}'),
  ],
  [
    'removes a key called __proto__',
    proto('{"data":{"__proto__":"x","a":1}}'),
    [{ op: 'remove', path: '/data/__proto__' }],
    { data: { a: 1 } },
  ],
  [
    'sets a key called constructor',
    { data: {} },
    [
      { op: 'add', path: '/data/constructor', value: {} },
      { op: 'add', path: '/data/constructor/prototype', value: 'x' },
    ],
    { data: { constructor: { prototype: 'x' } } },
  ],
  [
    'moves a key called __proto__',
    proto('{"__proto__":"x"}'),
    [{ op: 'move', from: '/__proto__', path: '/a' }],
    { a: 'x' },
  ],
]

describe('JSON Patch', () => {
  for (const [promise, document, operations, result] of rows) {
    it(promise, () => {
      const live = deepFreeze(structuredClone(document))
      expect(JSON.stringify(applyJsonPatch(live, deepFreeze(operations)))).toBe(JSON.stringify(result))
      expect(({} as { b?: unknown }).b).toBeUndefined()
    })
  }
})

const generic = 'the server rejected our request due to an error in our request'

const failures: readonly (readonly [
  promise: string,
  document: unknown,
  operations: readonly unknown[],
  detail: string,
])[] = [
  ['an unknown operation', {}, [{ op: 'spam', path: '/a' }], 'Unexpected kind: spam'],
  ['an operation without op', {}, [{ path: '/a' }], 'Unexpected kind: unknown'],
  ['an operation that is null', {}, [null], 'Unexpected kind: unknown'],
  ['an op that is no text', {}, [{ op: 1, path: '/a' }], 'Unexpected kind: unknown'],
  ['add without a path', {}, [{ op: 'add', value: 1 }], 'add operation failed to decode path: missing value'],
  [
    'add into an absent parent',
    {},
    [{ op: 'add', path: '/a/b', value: 1 }],
    'add operation does not apply: doc is missing path: "/a/b": missing value',
  ],
  [
    'add into a null parent',
    { a: null },
    [{ op: 'add', path: '/a/b', value: 1 }],
    'add operation does not apply: doc is missing path: "/a/b": missing value',
  ],
  [
    'add into a scalar parent',
    { a: 'x' },
    [{ op: 'add', path: '/a/b', value: 1 }],
    'add operation does not apply: doc is missing path: "/a/b": missing value',
  ],
  [
    'add into an inherited parent',
    {},
    [{ op: 'add', path: '/constructor/b', value: 1 }],
    'add operation does not apply: doc is missing path: "/constructor/b": missing value',
  ],
  [
    'add into a prototype',
    {},
    [{ op: 'add', path: '/__proto__/b', value: 1 }],
    'add operation does not apply: doc is missing path: "/__proto__/b": missing value',
  ],
  [
    'add of the whole document',
    {},
    [{ op: 'add', path: '', value: {} }],
    'add operation does not apply: doc is missing path: "": missing value',
  ],
  [
    'add past the end of a list',
    { a: [] },
    [{ op: 'add', path: '/a/1', value: 1 }],
    "error in add for path: '/a/1': Unable to access invalid index: 1: invalid index referenced",
  ],
  [
    'add before the start of a list',
    { a: [] },
    [{ op: 'add', path: '/a/-2', value: 1 }],
    "error in add for path: '/a/-2': Unable to access invalid index: -2: invalid index referenced",
  ],
  [
    'add at what is no index',
    { a: [] },
    [{ op: 'add', path: '/a/x', value: 1 }],
    `error in add for path: '/a/x': value was not a proper array index: 'x': strconv.Atoi: parsing "x": invalid syntax`,
  ],
  [
    'remove of an absent key',
    {},
    [{ op: 'remove', path: '/a' }],
    "error in remove for path: '/a': Unable to remove nonexistent key: a: missing value",
  ],
  [
    'remove of an inherited key',
    {},
    [{ op: 'remove', path: '/toString' }],
    "error in remove for path: '/toString': Unable to remove nonexistent key: toString: missing value",
  ],
  ['remove without a path', {}, [{ op: 'remove' }], 'remove operation failed to decode path: missing value'],
  [
    'remove under an absent parent',
    {},
    [{ op: 'remove', path: '/a/b' }],
    'remove operation does not apply: doc is missing path: "/a/b": missing value',
  ],
  [
    'remove past the end of a list',
    { a: [1] },
    [{ op: 'remove', path: '/a/1' }],
    "error in remove for path: '/a/1': Unable to access invalid index: 1: invalid index referenced",
  ],
  [
    'remove at -',
    { a: [1] },
    [{ op: 'remove', path: '/a/-' }],
    `error in remove for path: '/a/-': strconv.Atoi: parsing "-": invalid syntax`,
  ],
  [
    'replace without a path',
    {},
    [{ op: 'replace', value: 1 }],
    'replace operation failed to decode path: operation missing path field: missing value',
  ],
  [
    'replace under an absent parent',
    {},
    [{ op: 'replace', path: '/a/b', value: 1 }],
    'replace operation does not apply: doc is missing path: /a/b: missing value',
  ],
  [
    'replace past the end of a list',
    { a: [1] },
    [{ op: 'replace', path: '/a/1', value: 1 }],
    'replace operation does not apply: doc is missing key: /a/1: missing value',
  ],
  [
    'replace of the document by a scalar',
    {},
    [{ op: 'replace', path: '', value: 1 }],
    'replace operation value must be object or array',
  ],
  [
    'move without from',
    {},
    [{ op: 'move', path: '/a' }],
    'move operation failed to decode from: operation, missing from field: missing value',
  ],
  [
    'move without a path',
    { a: 1 },
    [{ op: 'move', from: '/a' }],
    'move operation failed to decode path: operation missing path field: missing value',
  ],
  [
    'move from an absent parent',
    {},
    [{ op: 'move', from: '/a/b', path: '/c' }],
    'move operation does not apply: doc is missing from path: /a/b: missing value',
  ],
  [
    'move of an absent key',
    {},
    [{ op: 'move', from: '/a', path: '/c' }],
    "error in move for path: 'a': Unable to remove nonexistent key: a: missing value",
  ],
  [
    'move into itself',
    { a: { b: 1 } },
    [{ op: 'move', from: '/a', path: '/a/b' }],
    'move operation does not apply: doc is missing destination path: /a/b: missing value',
  ],
  [
    'copy without from',
    {},
    [{ op: 'copy', path: '/a' }],
    'copy operation failed to decode from: operation, missing from field: missing value',
  ],
  [
    'copy without a path',
    { a: 1 },
    [{ op: 'copy', from: '/a' }],
    'copy operation failed to decode path: missing value',
  ],
  [
    'copy from an absent parent',
    {},
    [{ op: 'copy', from: '/a/b', path: '/c' }],
    'copy operation does not apply: doc is missing from path: /a/b: missing value',
  ],
  [
    'copy of an absent item',
    { a: [] },
    [{ op: 'copy', from: '/a/0', path: '/c' }],
    "error in copy for from: '/a/0': Unable to access invalid index: 0: invalid index referenced",
  ],
  [
    'copy to an absent parent',
    { a: 1 },
    [{ op: 'copy', from: '/a', path: '/c/d' }],
    'copy operation does not apply: doc is missing destination path: /c/d: missing value',
  ],
  ['test of another value', { a: 1 }, [{ op: 'test', path: '/a', value: 2 }], 'testing value /a failed: test failed'],
  ['test of another type', { a: 1 }, [{ op: 'test', path: '/a', value: '1' }], 'testing value /a failed: test failed'],
  [
    'test of a list in another order',
    { a: [1, 2] },
    [{ op: 'test', path: '/a', value: [2, 1] }],
    'testing value /a failed: test failed',
  ],
  [
    'test of a value where nothing is',
    {},
    [{ op: 'test', path: '/a', value: 1 }],
    'testing value /a failed: test failed',
  ],
  [
    'test without a path',
    {},
    [{ op: 'test', value: 1 }],
    'test operation failed to decode path: operation missing path field: missing value',
  ],
  [
    'test under an absent parent',
    {},
    [{ op: 'test', path: '/a/b', value: 1 }],
    'test operation does not apply: is missing path: /a/b: missing value',
  ],
  ['test of the whole document', { a: 1 }, [{ op: 'test', path: '', value: {} }], 'testing value  failed: test failed'],
  [
    'a later operation after one that applies',
    { a: 1 },
    [
      { op: 'remove', path: '/a' },
      { op: 'test', path: '/a', value: 1 },
    ],
    'testing value /a failed: test failed',
  ],
]

describe('JSON Patch refuses with the generic 422', () => {
  for (const [promise, document, operations, detail] of failures) {
    it(promise, () => {
      const live = deepFreeze(structuredClone(document))
      const error = refusalOf(() => applyJsonPatch(live, operations))
      expect(error.toStatus()).toMatchObject({ code: 422, reason: 'Invalid', message: generic, details: {} })
      expect((error.cause as Error).message).toBe(detail)
    })
  }
})

describe('JSON Patch limits', () => {
  it('takes 10,000 operations', () => {
    const operations = Array.from({ length: 10_000 }, () => ({ op: 'add', path: '/a', value: 1 }))
    expect(applyJsonPatch({}, operations)).toEqual({ a: 1 })
  })

  it('refuses 10,001 operations with a 413 that counts them', () => {
    const operations = Array.from({ length: 10_001 }, () => ({ op: 'add', path: '/a', value: 1 }))
    const error = refusalOf(() => applyJsonPatch({}, operations))
    expect(error.toStatus()).toMatchObject({ code: 413, reason: 'RequestEntityTooLarge' })
    expect(error.message).toContain('The allowed maximum operations in a JSON patch is 10000, got 10001')
  })

  it('refuses copies that add more than 3 MiB together', () => {
    const document = { a: 'x'.repeat(maxJsonPatchCopyBytes / 2 - 2) }
    const copies = (count: number): unknown[] =>
      Array.from({ length: count }, (_, index) => ({ op: 'copy', from: '/a', path: `/b${index}` }))
    expect(Object.keys(applyJsonPatch(document, copies(2)) as object)).toHaveLength(3)
    const error = refusalOf(() => applyJsonPatch(document, copies(3)))
    expect(error).toMatchObject({ code: 422, message: generic })
    expect((error.cause as Error).message).toContain('accumulated size increase of copy')
  })

  it('stops a patch that doubles its document again and again', () => {
    const operations = Array.from({ length: 40 }, (_, index) => ({ op: 'copy', from: '/a', path: `/a/k${index}` }))
    expect(refusalOf(() => applyJsonPatch({ a: { x: 'some text' } }, operations)).code).toBe(422)
  })

  it('inserts thousands of items at the front of one list quickly', () => {
    const operations = Array.from({ length: 10_000 }, () => ({ op: 'add', path: '/spec/items/0', value: 1 }))
    const started = performance.now()
    expect(
      (applyJsonPatch({ spec: { items: [] } }, operations) as { spec: { items: number[] } }).spec.items,
    ).toHaveLength(10_000)
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  for (const [operations, message] of [
    [{ op: 'add' }, 'json: cannot unmarshal object into Go value of type jsonpatch.Patch'],
    ['text', 'json: cannot unmarshal string into Go value of type jsonpatch.Patch'],
    [1, 'json: cannot unmarshal number into Go value of type jsonpatch.Patch'],
    [true, 'json: cannot unmarshal bool into Go value of type jsonpatch.Patch'],
    [['text'], 'json: cannot unmarshal string into Go value of type jsonpatch.Operation'],
    [[[]], 'json: cannot unmarshal array into Go value of type jsonpatch.Operation'],
  ] as const) {
    it(`refuses ${JSON.stringify(operations)} with a 400`, () => {
      expect(refusalOf(() => applyJsonPatch({}, operations))).toMatchObject({
        code: 400,
        reason: 'BadRequest',
        message,
      })
    })
  }
})

describe('JSON Patch and its input', () => {
  it('shares what it does not touch', () => {
    const document = deepFreeze({ a: { x: 1 }, b: { y: [1] } })
    const next = applyJsonPatch(document, [{ op: 'add', path: '/a/z', value: 2 }]) as typeof document
    expect(next.b).toBe(document.b)
    expect(next.a).not.toBe(document.a)
  })

  it('returns the document itself when it only tests', () => {
    const document = { a: 1 }
    expect(applyJsonPatch(document, [{ op: 'test', path: '/a', value: 1 }])).toBe(document)
  })

  it('keeps 64-bit integers exact, also in copies and tests', () => {
    const big = 9007199254740993n
    expect(
      applyJsonPatch({ a: big }, [
        { op: 'test', path: '/a', value: big },
        { op: 'copy', from: '/a', path: '/b' },
      ]),
    ).toEqual({ a: big, b: big })
  })

  it('agrees with an independent implementation on the difference of any two documents', () => {
    const document = fc.dictionary(
      fc.constantFrom('a', 'b', 'c/d', 'e~f'),
      fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
    )
    fc.assert(
      fc.property(document, document, (from, to) => {
        const plain = (value: unknown): boolean => !JSON.stringify(value).includes('__proto__')
        fc.pre(plain(from) && plain(to))
        const patch = fastJsonPatch.compare(from, to)
        expect(JSON.parse(JSON.stringify(applyJsonPatch(deepFreeze(from), patch)))).toEqual(
          JSON.parse(JSON.stringify(to)),
        )
      }),
    )
  })
})
