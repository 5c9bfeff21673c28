import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoundedMap, type BoundedMapOptions } from '@pinnace/meta'

function keysOf<K, V>(map: BoundedMap<K, V>): K[] {
  return [...map].map(([key]) => key)
}

function fakeClock(): { nowMs: number; monotonic(): number } {
  return {
    nowMs: 0,
    monotonic() {
      return this.nowMs
    },
  }
}

describe('BoundedMap', () => {
  it('returns undefined for a key without an entry', () => {
    expect(new BoundedMap({ maxEntries: 1 }).get('a')).toBeUndefined()
  })

  it('evicts the least recently used entry at the limit of entries', () => {
    const map = new BoundedMap<string, number>({ maxEntries: 2 })
    map.set('a', 1)
    map.set('b', 2)
    expect(map.get('a')).toBe(1)
    map.set('c', 3)
    expect(keysOf(map)).toEqual(['a', 'c'])
    map.set('a', 4)
    map.set('d', 5)
    expect([...map]).toEqual([
      ['a', 4],
      ['d', 5],
    ])
  })

  it('evicts the entry that was set first where the order is oldest', () => {
    const map = new BoundedMap<string, number>({ maxEntries: 2, evict: 'oldest' })
    map.set('a', 1)
    map.set('b', 2)
    expect(map.get('a')).toBe(1)
    map.set('c', 3)
    expect(keysOf(map)).toEqual(['b', 'c'])
  })

  it('evicts entries until their weight is within the limit', () => {
    const map = new BoundedMap<string, string>({ maxWeight: 10, weigh: (value) => value.length })
    map.set('a', '1234')
    map.set('b', '1234')
    expect(map.weight).toBe(8)
    map.set('c', '1234567')
    expect(keysOf(map)).toEqual(['c'])
    expect(map.weight).toBe(7)
  })

  it('does not keep a value heavier than the limit, and removes the earlier value of its key', () => {
    const disposed: string[] = []
    const map = new BoundedMap<string, string>({
      maxWeight: 3,
      weigh: (value) => value.length,
      dispose: (value) => disposed.push(value),
    })
    map.set('a', '1')
    map.set('b', '2')
    map.set('a', '1234')
    expect([...map]).toEqual([['b', '2']])
    expect(disposed).toEqual(['1'])
  })

  it('accounts for the weight of a value that replaces another', () => {
    const map = new BoundedMap<string, number>({ maxWeight: 10, weigh: (value) => value })
    map.set('a', 4)
    map.set('a', 6)
    map.set('b', 4)
    expect(map.weight).toBe(10)
    map.delete('a')
    expect(map.weight).toBe(4)
  })

  it('does not return an entry after its time to live', () => {
    const clock = fakeClock()
    const map = new BoundedMap<string, number>({ maxEntries: 4, ttlMs: 100, clock })
    map.set('a', 1)
    map.set('b', 2, 50)
    map.set('c', 3, Infinity)
    clock.nowMs = 50
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
    clock.nowMs = 100
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, undefined, 3])
    expect(map.size).toBe(1)
  })

  it('does not extend the time to live of an entry that is read', () => {
    const clock = fakeClock()
    const map = new BoundedMap<string, number>({ maxEntries: 4, ttlMs: 100, clock })
    map.set('a', 1)
    clock.nowMs = 99
    expect(map.get('a')).toBe(1)
    clock.nowMs = 100
    expect(map.get('a')).toBeUndefined()
  })

  it('does not keep a value whose time to live is zero', () => {
    const map = new BoundedMap<string, number>({ maxEntries: 4, clock: fakeClock() })
    map.set('a', 1)
    map.set('a', 2, 0)
    expect(map.get('a')).toBeUndefined()
  })

  it('disposes of each value that leaves it, once', () => {
    const clock = fakeClock()
    const disposed: string[] = []
    const map = new BoundedMap<string, number>({
      maxEntries: 3,
      clock,
      dispose: (value, key) => disposed.push(`${key}${value}`),
    })
    map.set('a', 1)
    map.set('a', 1)
    map.set('a', 2)
    map.set('b', 1)
    map.set('c', 1, 10)
    map.set('d', 1)
    expect(disposed).toEqual(['a1', 'a2'])
    expect(map.delete('b')).toBe(true)
    expect(map.delete('b')).toBe(false)
    clock.nowMs = 10
    expect(map.get('c')).toBeUndefined()
    map.set('e', 1)
    map[Symbol.dispose]()
    expect(disposed).toEqual(['a1', 'a2', 'b1', 'c1', 'd1', 'e1'])
    expect([map.size, map.weight]).toEqual([0, 0])
  })

  it('computes the value of a key once while it is kept', () => {
    let calls = 0
    const map = new BoundedMap<string, string>({ maxEntries: 1 })
    const make = (key: string): string => `${key}${++calls}`
    expect(map.getOrInsertComputed('a', make)).toBe('a1')
    expect(map.getOrInsertComputed('a', make)).toBe('a1')
    expect(map.getOrInsertComputed('b', make)).toBe('b2')
    expect(map.getOrInsertComputed('a', make)).toBe('a3')
  })

  it.each<[string, BoundedMapOptions<string, number>]>([
    ['no limit', {}],
    ['no entries', { maxEntries: 0 }],
    ['a fraction of entries', { maxEntries: 1.5 }],
    ['no weight', { maxWeight: 0 }],
    ['a weight that is not a number', { maxWeight: Number.NaN }],
    ['a time to live without a clock', { maxEntries: 1, ttlMs: 5 }],
  ])('refuses %s', (_, options) => {
    expect(() => new BoundedMap(options)).toThrow(TypeError)
  })

  it('refuses a time to live of one entry without a clock', () => {
    const map = new BoundedMap<string, number>({ maxEntries: 1 })
    expect(() => map.set('a', 1, 5)).toThrow(TypeError)
  })

  it.each(['least-recently-used', 'oldest'] as const)('keeps what a list of entries would keep (%s)', (evict) => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
    const step = fc.oneof(
      fc.record({ do: fc.constant('set' as const), key, weight: fc.integer({ min: 0, max: 7 }) }),
      fc.record({ do: fc.constantFrom('get' as const, 'delete' as const), key }),
      fc.record({ do: fc.constant('clear' as const), key }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const disposed: number[] = []
        const map = new BoundedMap<string, { readonly id: number; readonly weight: number }>({
          maxEntries: 4,
          maxWeight: 12,
          weigh: ({ weight }) => weight,
          evict,
          dispose: ({ id }) => disposed.push(id),
        })
        let model: { key: string; id: number; weight: number }[] = []
        let kept = 0
        for (const [id, step] of steps.entries()) {
          const known = model.find((entry) => entry.key === step.key)
          const others = model.filter((entry) => entry !== known)
          if (step.do === 'set') {
            map.set(step.key, { id, weight: step.weight })
            model = [...others, { key: step.key, id, weight: step.weight }]
            kept++
            while (model.length > 4 || model.reduce((sum, { weight }) => sum + weight, 0) > 12) model.shift()
          } else if (step.do === 'get') {
            expect(map.get(step.key)?.id).toBe(known?.id)
            if (known !== undefined && evict === 'least-recently-used') model = [...others, known]
          } else if (step.do === 'delete') {
            expect(map.delete(step.key)).toBe(known !== undefined)
            model = others
          } else {
            map.clear()
            model = []
          }
          expect([...map].map(([key, { id }]) => `${key}${id}`)).toEqual(model.map(({ key, id }) => `${key}${id}`))
          expect(map.weight).toBe(model.reduce((sum, { weight }) => sum + weight, 0))
        }
        expect(new Set(disposed).size).toBe(disposed.length)
        expect(disposed.length).toBe(kept - model.length)
      }),
    )
  })
})
