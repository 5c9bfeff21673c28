import { describe, expect, it } from 'vitest'

import { mergeValues } from '../src/index.ts'
import { container, object, pods, type Loose } from './fixtures/cluster.ts'
import { deepFreeze } from './fixtures/refusal.ts'
import { workload } from './fixtures/workload-schema.ts'

const env = (...items: readonly (readonly [string, string?])[]): Loose =>
  pods(container('c', { env: items.map(([name, value]) => (value === undefined ? { name } : { name, value })) }))

const rows: readonly (readonly [promise: string, live: object, applied: object, result: object])[] = [
  ['adds a field', {}, { replicas: 1 }, { replicas: 1 }],
  ['replaces a field', { replicas: 1 }, { replicas: 2 }, { replicas: 2 }],
  ['keeps what is not mentioned', { replicas: 1, paused: true }, { replicas: 2 }, { replicas: 2, paused: true }],
  [
    'merges structs',
    { strategy: { type: 'R' } },
    { strategy: { window: { size: 1 } } },
    { strategy: { type: 'R', window: { size: 1 } } },
  ],
  [
    'merges granular maps',
    { limits: { a: '1', b: '2' } },
    { limits: { b: '3', c: '4' } },
    { limits: { a: '1', b: '3', c: '4' } },
  ],
  ['replaces atomic maps', { quota: { a: '1' } }, { quota: { b: '2' } }, { quota: { b: '2' } }],
  ['replaces atomic structs', { selector: { matchLabels: { a: '1' } } }, { selector: {} }, { selector: {} }],
  ['replaces atomic lists', { steps: [{ name: 'a' }] }, { steps: [{ name: 'b' }] }, { steps: [{ name: 'b' }] }],
  ['empties atomic lists', { steps: [{ name: 'a' }] }, { steps: [] }, { steps: [] }],
  ['does not empty a granular map', { limits: { a: '1' } }, { limits: {} }, { limits: { a: '1' } }],
  ['does not empty a set', { zones: ['a'] }, { zones: [] }, { zones: ['a'] }],
  ['does not empty a struct with null', { strategy: { type: 'R' } }, { strategy: null }, { strategy: { type: 'R' } }],
  ['sets a scalar to null', { replicas: 1 }, { replicas: null }, { replicas: null }],
  ['adds to a set', { zones: ['a', 'b'] }, { zones: ['c'] }, { zones: ['a', 'b', 'c'] }],
  ['keeps a set', { zones: ['a', 'b'] }, { zones: ['b'] }, { zones: ['a', 'b'] }],
  [
    'orders the shared items of a set as applied',
    { zones: ['a', 'b', 'c'] },
    { zones: ['c', 'a'] },
    { zones: ['b', 'c', 'a'] },
  ],
  [
    'keeps live items before the shared one they preceded',
    { zones: ['x', 'a', 'y', 'b', 'z'] },
    { zones: ['a', 'b'] },
    { zones: ['x', 'a', 'y', 'b', 'z'] },
  ],
  [
    'puts new items after the live ones before them',
    { zones: ['a', 'x'] },
    { zones: ['a', 'n'] },
    { zones: ['a', 'x', 'n'] },
  ],
  [
    'puts a new first item after the live items that are not applied',
    { zones: ['x', 'a'] },
    { zones: ['n', 'a'] },
    { zones: ['x', 'n', 'a'] },
  ],
  [
    'merges items by key',
    pods(container('a', { image: 'i' }), container('b')),
    pods(container('b', { image: 'j' })),
    pods(container('a', { image: 'i' }), container('b', { image: 'j' })),
  ],
  ['adds items', pods(container('a')), pods(container('b')), pods(container('a'), container('b'))],
  [
    'reorders items as applied',
    pods(container('a'), container('b')),
    pods(container('b'), container('a')),
    pods(container('b'), container('a')),
  ],
  [
    'merges an item whose key is defaulted',
    pods(container('c', { ports: [{ containerPort: 80, protocol: 'TCP', name: 'w' }] })),
    pods(container('c', { ports: [{ containerPort: 80, name: 'x' }] })),
    pods(container('c', { ports: [{ containerPort: 80, protocol: 'TCP', name: 'x' }] })),
  ],
  [
    'tells items apart by every key',
    pods(container('c', { ports: [{ containerPort: 80, protocol: 'UDP' }] })),
    pods(container('c', { ports: [{ containerPort: 80 }] })),
    pods(container('c', { ports: [{ containerPort: 80, protocol: 'UDP' }, { containerPort: 80 }] })),
  ],
  ['merges nested lists', env(['A', '1'], ['B', '2']), env(['B', '3'], ['C']), env(['A', '1'], ['B', '3'], ['C'])],
  [
    'keeps stored duplicates that are not applied',
    env(['X', '1'], ['X', '2']),
    env(['Y']),
    env(['X', '1'], ['X', '2'], ['Y']),
  ],
  [
    'replaces stored duplicates by what is applied',
    env(['X', '1'], ['A'], ['X', '2']),
    env(['X', '3']),
    env(['X', '3'], ['A']),
  ],
  [
    'merges raw maps',
    { extra: { a: 1, b: { c: 1 } } },
    { extra: { b: { d: 2 } } },
    { extra: { a: 1, b: { c: 1, d: 2 } } },
  ],
  ['replaces raw lists', { free: { l: [1, 2] } }, { free: { l: [3] } }, { free: { l: [3] } }],
  ['replaces a raw scalar by a map', { free: 1 }, { free: { a: 1 } }, { free: { a: 1 } }],
  ['replaces a raw map by a scalar', { free: { a: 1 } }, { free: 1 }, { free: 1 }],
  [
    'fills what was null',
    { strategy: null, zones: null },
    { strategy: { type: 'R' }, zones: ['a'] },
    { strategy: { type: 'R' }, zones: ['a'] },
  ],
  [
    'sets a key called __proto__',
    { limits: { a: '1' } },
    { limits: JSON.parse('{"__proto__":"2"}') },
    { limits: JSON.parse('{"a":"1","__proto__":"2"}') },
  ],
]

describe('laying a configuration over an object', () => {
  for (const [promise, live, applied, result] of rows) {
    it(promise, () => {
      const left = deepFreeze(object(structuredClone(live)))
      const merged = mergeValues(workload, left, deepFreeze(object(structuredClone(applied)))) as { spec: object }
      expect(JSON.stringify(merged.spec)).toBe(JSON.stringify(result))
      // Laid over the result again, it changes nothing.
      expect(mergeValues(workload, merged, object(structuredClone(applied)))).toBe(merged)
    })
  }

  it('shares what it does not change', () => {
    const live: Loose = deepFreeze(object({ ...pods(container('a'), container('b', { image: 'i' })), zones: ['a'] }))
    const merged: Loose = mergeValues(workload, live, object(pods(container('b', { image: 'j' }))))
    expect(merged.spec.zones).toBe(live.spec.zones)
    expect(merged.spec.template.spec.containers[0]).toBe(live.spec.template.spec.containers[0])
  })

  it('refuses duplicates', () => {
    expect(() => mergeValues(workload, object({}), object({ zones: ['a', 'a'] }))).not.toThrow()
    expect(() => mergeValues(workload, object({ zones: ['b'] }), object({ zones: ['a', 'a'] }))).toThrow(
      'duplicate entries for key [="a"]',
    )
  })
})
