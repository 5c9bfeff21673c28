import { describe, expect, it } from 'vitest'
import { createObjectCache, type ObjectCache } from '@pinnace/watch-cache'
import { createFixture, prefix } from './fixture.ts'

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

  it('refuses an invalid limit', () => {
    for (const limit of [0, -1, 1.5, Number.NaN]) expect(() => createObjectCache(limit)).toThrow(TypeError)
  })
})
