import { describe, expect, it } from 'vitest'
import { createObjectCache, type ObjectCache } from '@pinnace/watch-cache'
import { collect, createFixture, prefix } from './fixture.ts'

async function parse(fixture: ReturnType<typeof createFixture>, key: string): Promise<unknown> {
  return (await fixture.cache.get(prefix + key))!.object()
}

describe('the object cache', () => {
  it('evicts objects that were not used again at its limit', async () => {
    const fixture = createFixture({ objectCacheLimit: 3 })
    for (let index = 0; index < 6; index++) fixture.put(`${index}`)
    for (const key of ['0', '1', '2', '0', '3', '4', '0']) await parse(fixture, key)
    expect(fixture.parses()).toBe(5)
    await parse(fixture, '4')
    expect(fixture.parses()).toBe(5)
    await parse(fixture, '1')
    expect(fixture.parses()).toBe(6)
  })

  it('keeps the newest objects wherever the hand stands', async () => {
    for (let steps = 0; steps < 12; steps++) {
      const fixture = createFixture({ objectCacheLimit: 4 })
      for (let index = 0; index < 16; index++) fixture.put(`${index}`)
      for (let index = 0; index < 4 + steps; index++) await parse(fixture, `${index}`)
      // Nothing was used twice: the last four stay.
      for (let index = steps; index < 4 + steps; index++) await parse(fixture, `${index}`)
      expect({ steps, parses: fixture.parses() }).toEqual({ steps, parses: 4 + steps })
    }
  })

  it('parses an evicted object again, with an equal result', async () => {
    const fixture = createFixture({ objectCacheLimit: 1 })
    fixture.put('0')
    fixture.put('1')
    const first = await parse(fixture, '0')
    await parse(fixture, '1')
    const again = await parse(fixture, '0')
    expect(again).toEqual(first)
    expect(again).not.toBe(first)
  })

  it('has no object that was parsed for one reader only', async () => {
    const fixture = createFixture({ objectCacheLimit: 1 })
    fixture.put('0')
    fixture.put('1')
    const cached = await parse(fixture, '0')
    const other = (await fixture.cache.get(`${prefix}1`))!
    expect(other.parse()).toEqual({ metadata: { name: '1', resourceVersion: '3', labels: {} } })
    other.parse()
    expect(fixture.parses()).toBe(3)
    expect((await fixture.cache.get(`${prefix}0`))!.parse()).toBe(cached)
    expect(fixture.parses()).toBe(3)
  })

  it('can be shared by caches', async () => {
    const objectCache: ObjectCache = createObjectCache(2)
    const fixtures = [createFixture({ objectCache }), createFixture({ objectCache })]
    for (const fixture of fixtures) {
      for (const key of ['0', '1', '2']) {
        fixture.put(key)
        await parse(fixture, key)
      }
    }
    expect(objectCache.size).toBe(2)
    objectCache.clear()
    expect(objectCache.size).toBe(0)
    await parse(fixtures[1]!, '2')
    expect(fixtures[1]!.parses()).toBe(4)
  })

  it('has no objects of a closed cache, and of its forks only those that others hold', async () => {
    const objectCache: ObjectCache = createObjectCache(10)
    const [one, other] = [createFixture({ objectCache }), createFixture({ objectCache })]
    for (const fixture of [one, other]) {
      fixture.put('0')
      await parse(fixture, '0')
    }
    const fork = one.cache.fork(one.store)
    fork.close()
    expect(objectCache.size).toBe(2)
    one.cache.close()
    expect(objectCache.size).toBe(1)
    await parse(other, '0')
    expect(other.parses()).toBe(1)
  })

  it('has no object of a state that was replaced, and keeps those of states that were not', async () => {
    const objectCache: ObjectCache = createObjectCache(3)
    const fixture = createFixture({ objectCache })
    for (const key of ['0', '1', '2']) fixture.put(key)
    for (let round = 0; round < 8; round++) {
      for (const key of ['0', '1', '2']) await parse(fixture, key)
      fixture.put('0')
    }
    expect(objectCache.size).toBe(2)
    expect(fixture.parses()).toBe(3 + 7)
  })

  it('has the objects of the initial events of a watch, unless they are more than it can keep', async () => {
    for (const [count, cached] of [
      [4_000, 4_000],
      [4_001, 0],
    ] as const) {
      const objectCache: ObjectCache = createObjectCache(10_000)
      const fixture = createFixture({ objectCache })
      for (let index = 0; index < count; index++) fixture.put(`${index}`)
      const sink = collect()
      using _ = await fixture.cache.watch({ start: { kind: 'any' }, sink })
      fixture.clock.settle()
      const names = sink.events.map((event) => (event.type === 'BOOKMARK' ? '' : event.object().metadata.name))
      expect([new Set(names).size, objectCache.size]).toEqual([count, cached])
      // The object of a change is shared by all watchers.
      fixture.put('0')
      fixture.clock.settle()
      const last = sink.events.at(-1)
      if (last === undefined || last.type === 'BOOKMARK') throw new Error('no change was delivered')
      expect(last.object()).toBe(last.object())
    }
  })

  it('refuses an invalid limit', () => {
    for (const limit of [0, -1, 1.5, Number.NaN]) expect(() => createObjectCache(limit)).toThrow(TypeError)
  })
})

describe('the bytes of the object cache', () => {
  it('are bounded: objects are evicted, and one that is larger than the cache is not kept', async () => {
    const objectCache = createObjectCache({ objects: 100, bytes: 10_000 })
    const fixture = createFixture({ objectCache })
    for (let index = 0; index < 20; index++) fixture.put(`${index}`, { text: 'x'.repeat(2_000) })
    for (let index = 0; index < 20; index++) {
      await parse(fixture, `${index}`)
      expect(objectCache.bytes).toBeLessThanOrEqual(10_000)
    }
    expect(objectCache.size).toBe(4)
    await parse(fixture, '19')
    expect(fixture.parses()).toBe(20)
    fixture.put('large', { text: 'x'.repeat(20_000) })
    await parse(fixture, 'large')
    expect(objectCache.size).toBe(4)
  })

  it('do not count states that the history has forgotten', async () => {
    const objectCache = createObjectCache(4_096)
    const fixture = createFixture({ objectCache, historyBytes: 10_000 })
    for (let index = 0; index < 50; index++) {
      fixture.put('0', { text: 'x'.repeat(1_000) })
      await parse(fixture, '0')
    }
    expect(objectCache.bytes).toBeLessThanOrEqual(12_000)
  })
})
