import { describe, expect, it } from 'vitest'

import { compareTyped, namedFields } from '../src/index.ts'
import { deepFreeze } from './fixtures/refusal.ts'
import { container, object, pods } from './fixtures/cluster.ts'
import { workload } from './fixtures/workload-schema.ts'

type Sets = { readonly added?: object; readonly removed?: object; readonly modified?: object }

const spec = (fields: object): object => ({ 'f:spec': fields })
const inPod = (fields: object): object => spec({ 'f:template': { 'f:spec': fields } })
const inContainer = (fields: object, name = 'c'): object =>
  inPod({ 'f:containers': { [`k:{"name":"${name}"}`]: fields } })

const rows: readonly (readonly [promise: string, before: object, after: object, sets: Sets])[] = [
  ['nothing', { replicas: 1 }, { replicas: 1 }, {}],
  ['a scalar that changes', { replicas: 1 }, { replicas: 2 }, { modified: spec({ 'f:replicas': {} }) }],
  ['a scalar that comes', {}, { replicas: 2 }, { added: spec({ 'f:replicas': {} }) }],
  ['a scalar that goes', { replicas: 2 }, {}, { removed: spec({ 'f:replicas': {} }) }],
  [
    'int-or-string that changes its type',
    { tolerance: 1 },
    { tolerance: '1' },
    { modified: spec({ 'f:tolerance': {} }) },
  ],
  [
    'a struct that comes: itself and what is in it',
    {},
    { strategy: { window: { size: 1 } } },
    { added: spec({ 'f:strategy': { '.': {}, 'f:window': { '.': {}, 'f:size': {} } } }) },
  ],
  [
    'a struct that goes',
    { strategy: { type: 'R' } },
    {},
    { removed: spec({ 'f:strategy': { '.': {}, 'f:type': {} } }) },
  ],
  [
    'a field of a struct that comes',
    { strategy: {} },
    { strategy: { type: 'R' } },
    { added: spec({ 'f:strategy': { 'f:type': {} } }) },
  ],
  ['an empty struct that comes', {}, { strategy: {} }, { added: spec({ 'f:strategy': {} }) }],
  [
    'a struct that empties',
    { strategy: { type: 'R' } },
    { strategy: {} },
    { removed: spec({ 'f:strategy': { 'f:type': {} } }) },
  ],
  ['null against an empty struct', { strategy: null }, { strategy: {} }, { modified: spec({ 'f:strategy': {} }) }],
  [
    'null against a struct',
    { strategy: null },
    { strategy: { type: 'R' } },
    { added: spec({ 'f:strategy': { 'f:type': {} } }) },
  ],
  [
    'an atomic struct as one value',
    { selector: { matchLabels: { a: '1' } } },
    { selector: { matchLabels: { a: '2' } } },
    { modified: spec({ 'f:selector': {} }) },
  ],
  ['an atomic struct that comes', {}, { selector: { matchLabels: { a: '1' } } }, { added: spec({ 'f:selector': {} }) }],
  [
    'an atomic map as one value',
    { quota: { a: '1' } },
    { quota: { a: '1', b: '2' } },
    { modified: spec({ 'f:quota': {} }) },
  ],
  [
    'keys of a granular map',
    { limits: { a: '1', b: '2' } },
    { limits: { b: '3', c: '4' } },
    {
      added: spec({ 'f:limits': { 'f:c': {} } }),
      removed: spec({ 'f:limits': { 'f:a': {} } }),
      modified: spec({ 'f:limits': { 'f:b': {} } }),
    },
  ],
  ['a granular map that comes', {}, { limits: { a: '1' } }, { added: spec({ 'f:limits': { '.': {}, 'f:a': {} } }) }],
  [
    'items of a set',
    { zones: ['a', 'b'] },
    { zones: ['b', 'c'] },
    { added: spec({ 'f:zones': { 'v:"c"': {} } }), removed: spec({ 'f:zones': { 'v:"a"': {} } }) },
  ],
  ['a set in another order: nothing', { zones: ['a', 'b'] }, { zones: ['b', 'a'] }, {}],
  ['a set that comes', {}, { zones: ['a'] }, { added: spec({ 'f:zones': { '.': {}, 'v:"a"': {} } }) }],
  ['a set that empties', { zones: ['a'] }, { zones: [] }, { removed: spec({ 'f:zones': { 'v:"a"': {} } }) }],
  ['an empty set that comes', {}, { zones: [] }, { added: spec({ 'f:zones': {} }) }],
  ['null against an empty list', { zones: null }, { zones: [] }, { modified: spec({ 'f:zones': {} }) }],
  [
    'an atomic list as one value',
    { steps: [{ name: 'a' }] },
    { steps: [{ name: 'a', weight: 1 }] },
    { modified: spec({ 'f:steps': {} }) },
  ],
  [
    'an atomic list in another order',
    { steps: [{ name: 'a' }, { name: 'b' }] },
    { steps: [{ name: 'b' }, { name: 'a' }] },
    { modified: spec({ 'f:steps': {} }) },
  ],
  [
    'an item that comes: itself, its key and its fields',
    pods(container('a')),
    pods(container('a'), container('c', { image: 'i' })),
    { added: inContainer({ '.': {}, 'f:name': {}, 'f:image': {} }) },
  ],
  [
    'an item that goes',
    pods(container('c', { image: 'i' })),
    pods(),
    { removed: inContainer({ '.': {}, 'f:name': {}, 'f:image': {} }) },
  ],
  [
    'a field of an item',
    pods(container('c', { image: 'i' })),
    pods(container('c', { image: 'j' })),
    { modified: inContainer({ 'f:image': {} }) },
  ],
  ['items in another order: nothing', pods(container('c'), container('d')), pods(container('d'), container('c')), {}],
  [
    'an atomic list in an item',
    pods(container('c', { args: ['x'] })),
    pods(container('c', { args: ['y'] })),
    { modified: inContainer({ 'f:args': {} }) },
  ],
  [
    'an item with several keys, one of them defaulted',
    pods(container('c', { ports: [{ containerPort: 80 }] })),
    pods(container('c', { ports: [{ containerPort: 80, protocol: 'TCP' }] })),
    { added: inContainer({ 'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { 'f:protocol': {} } } }) },
  ],
  [
    'an item whose other key differs',
    pods(container('c', { ports: [{ containerPort: 80, protocol: 'UDP' }] })),
    pods(container('c', { ports: [{ containerPort: 80, protocol: 'UDP' }, { containerPort: 80 }] })),
    {
      added: inContainer({
        'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
      }),
    },
  ],
  [
    'duplicates on both sides as one value',
    pods(
      container('c', {
        env: [
          { name: 'X', value: '1' },
          { name: 'X', value: '2' },
        ],
      }),
    ),
    pods(
      container('c', {
        env: [
          { name: 'X', value: '1' },
          { name: 'X', value: '3' },
        ],
      }),
    ),
    { modified: inContainer({ 'f:env': { 'k:{"name":"X"}': {} } }) },
  ],
  [
    'equal duplicates: nothing',
    pods(container('c', { env: [{ name: 'X' }, { name: 'X' }] })),
    pods(container('c', { env: [{ name: 'X' }, { name: 'X' }], image: 'i' })),
    { added: inContainer({ 'f:image': {} }) },
  ],
  [
    'new duplicates: the single item goes, the marker comes',
    pods(container('c', { env: [{ name: 'X', value: '1' }] })),
    pods(
      container('c', {
        env: [
          { name: 'X', value: '1' },
          { name: 'X', value: '2' },
        ],
      }),
    ),
    {
      removed: inContainer({ 'f:env': { 'k:{"name":"X"}': { '.': {}, 'f:name': {}, 'f:value': {} } } }),
      added: inContainer({ 'f:env': { 'k:{"name":"X"}': {} } }),
    },
  ],
  [
    'duplicates that become one: the marker goes, the item comes',
    pods(
      container('c', {
        env: [
          { name: 'X', value: '1' },
          { name: 'X', value: '2' },
        ],
      }),
    ),
    pods(container('c', { env: [{ name: 'X', value: '1' }] })),
    {
      removed: inContainer({ 'f:env': { 'k:{"name":"X"}': {} } }),
      added: inContainer({ 'f:env': { 'k:{"name":"X"}': { '.': {}, 'f:name': {}, 'f:value': {} } } }),
    },
  ],
  [
    'duplicates that come',
    pods(container('c', { env: [] })),
    pods(container('c', { env: [{ name: 'X' }, { name: 'X' }] })),
    { added: inContainer({ 'f:env': { 'k:{"name":"X"}': {} } }) },
  ],
  [
    'raw maps key by key',
    { extra: { a: 1, b: { c: 1 } } },
    { extra: { a: 1, b: { c: 2, d: 1 } } },
    { modified: spec({ 'f:extra': { 'f:b': { 'f:c': {} } } }), added: spec({ 'f:extra': { 'f:b': { 'f:d': {} } } }) },
  ],
  [
    'lists in raw values as one value',
    { free: { l: [1] } },
    { free: { l: [1, 2] } },
    { modified: spec({ 'f:free': { 'f:l': {} } }) },
  ],
  [
    'a raw value that becomes a map',
    { free: 1 },
    { free: { a: 1 } },
    { modified: spec({ 'f:free': {} }), added: spec({ 'f:free': { 'f:a': {} } }) },
  ],
  [
    'a raw map that becomes a scalar',
    { free: { a: 1 } },
    { free: 1 },
    { modified: spec({ 'f:free': {} }), removed: spec({ 'f:free': { 'f:a': {} } }) },
  ],
  [
    'a raw map that becomes a list',
    { free: { a: 1 } },
    { free: [1] },
    { modified: spec({ 'f:free': {} }), removed: spec({ 'f:free': { 'f:a': {} } }) },
  ],
  [
    'a key called __proto__',
    { limits: { a: '1' } },
    { limits: JSON.parse('{"a":"1","__proto__":"2"}') },
    { added: spec({ 'f:limits': { 'f:__proto__': {} } }) },
  ],
  [
    'a 64-bit integer that changes by one',
    { free: 9007199254740993n },
    { free: 9007199254740992n },
    { modified: spec({ 'f:free': {} }) },
  ],
]

describe('comparing two values finds', () => {
  for (const [promise, before, after, { added = {}, removed = {}, modified = {} }] of rows) {
    it(promise, () => {
      const left = deepFreeze(object(structuredClone(before)))
      const right = deepFreeze(object(structuredClone(after)))
      expect(compareTyped(workload, left, right)).toEqual({ added, removed, modified })
      // Seen from the other side, what came has gone.
      expect(compareTyped(workload, right, left)).toEqual({ added: removed, removed: added, modified })
    })
  }

  it('nothing in one and the same object', () => {
    const one = object({ zones: ['a', 'a', null] })
    expect(compareTyped(workload, one, one)).toEqual({ added: {}, removed: {}, modified: {} })
  })

  for (const [promise, bad] of [
    ['an item that is null', pods(null as never)],
    ['an item that is a scalar', pods('x' as never)],
    ['a map in a set', { zones: [{ a: 1 }] }],
    ['a list in a set', { zones: [['a']] }],
    ['null in a set', { zones: [null] }],
  ] as const) {
    it(`no way to tell ${promise}`, () =>
      expect(() => compareTyped(workload, object({}), object(bad))).toThrow(/element 0/))
  }
})

const named: readonly (readonly [promise: string, spec: object, set: object])[] = [
  ['a scalar', { replicas: 1 }, spec({ 'f:replicas': {} })],
  ['a field that is null', { replicas: null }, spec({ 'f:replicas': {} })],
  ['fields of a struct, not the struct', { strategy: { type: 'R' } }, spec({ 'f:strategy': { 'f:type': {} } })],
  ['an empty struct', { strategy: {} }, spec({ 'f:strategy': {} })],
  ['a struct that is null', { strategy: null }, spec({ 'f:strategy': {} })],
  ['entries of a map, not the map', { limits: { a: '1' } }, spec({ 'f:limits': { 'f:a': {} } })],
  ['an empty map', { limits: {} }, spec({ 'f:limits': {} })],
  ['an atomic map', { quota: { a: '1' } }, spec({ 'f:quota': {} })],
  ['an atomic list', { steps: [] }, spec({ 'f:steps': {} })],
  ['items of a set, not the set', { zones: ['a'] }, spec({ 'f:zones': { 'v:"a"': {} } })],
  ['nothing for an empty set', { zones: [] }, {}],
  [
    'an item and its fields',
    pods(container('c', { image: 'i' })),
    inContainer({ '.': {}, 'f:name': {}, 'f:image': {} }),
  ],
  [
    'the keys of an item, its default included',
    pods(container('c', { ports: [{ containerPort: 80 }] })),
    inContainer({
      '.': {},
      'f:name': {},
      'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
    }),
  ],
  [
    'raw maps with every map in them',
    { extra: { a: { b: 1 } } },
    spec({ 'f:extra': { 'f:a': { '.': {}, 'f:b': {} } } }),
  ],
  ['raw lists as one value', { free: [1, 2] }, spec({ 'f:free': {} })],
  [
    'duplicates by a marker',
    pods(container('c', { env: [{ name: 'X', value: '1' }, { name: 'X' }] })),
    inContainer({ '.': {}, 'f:name': {}, 'f:env': { 'k:{"name":"X"}': {} } }),
  ],
]

describe('a configuration names', () => {
  for (const [promise, given, set] of named) {
    it(promise, () => {
      expect(namedFields(workload, { spec: given })).toEqual(set)
    })
  }
})
