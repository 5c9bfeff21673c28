import { describe, expect, it } from 'vitest'
import { collect, createFixture, prefix, thing } from './fixture.ts'

describe('fork', () => {
  it('has the state, history and parsed objects of the forked cache', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    fixture.put('a/2')
    const object = (await fixture.cache.get(`${prefix}a/1`))!.object()
    const fork = fixture.cache.fork(fixture.store.fork())
    expect((await fork.get(`${prefix}a/1`))!.object()).toBe(object)
    expect((await fork.list({ freshness: { kind: 'exact', revision: 2n } })).entries).toHaveLength(1)
    expect(fixture.parses()).toBe(1)
  })

  it('is independent in both directions', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    fixture.cache.list()
    const store = fixture.store.fork()
    const fork = fixture.cache.fork(store)
    store.put(`${prefix}b/1`, thing('b/1'))
    store.put(`${prefix}b/2`, thing('b/2'))
    fixture.delete('a/1')
    const keys = async (cache: typeof fork): Promise<string[]> => (await cache.list()).entries.map((entry) => entry.key)
    expect(await keys(fixture.cache)).toEqual([])
    expect(await keys(fork)).toEqual([`${prefix}a/1`, `${prefix}b/1`, `${prefix}b/2`])
    expect(fixture.cache.revision).toBe(3n)
    expect(fork.revision).toBe(4n)
  })

  it('has no watchers', async () => {
    const fixture = createFixture()
    const sink = collect()
    await fixture.cache.watch({ start: { kind: 'any' }, sink })
    const store = fixture.store.fork()
    const fork = fixture.cache.fork(store)
    expect(fork.watchers).toBe(0)
    store.put(`${prefix}b/1`, thing('b/1'))
    const forked = collect()
    await fork.watch({ start: { kind: 'exact', revision: 1n }, sink: forked })
    fixture.put('a/1')
    fixture.clock.settle()
    expect(sink.received()).toEqual(['ADDED a/1 2'])
    expect(forked.received()).toEqual(['ADDED b/1 2'])
    fork.close()
    expect(sink.ended).toBe(false)
  })

  it('forks a cache that was never used', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    const fork = fixture.cache.fork(fixture.store.fork())
    expect((await fork.list()).entries).toHaveLength(1)
  })

  it('takes constant time, regardless of the number of entries', () => {
    const cost = (entries: number): number => {
      const fixture = createFixture()
      for (let index = 0; index < entries; index++) fixture.put(`a/${index}`)
      fixture.cache.list()
      let best = Infinity
      for (let round = 0; round < 20; round++) {
        const began = performance.now()
        fixture.cache.fork(fixture.store.fork()).list({ limit: 1 })
        best = Math.min(best, performance.now() - began)
      }
      return best
    }
    cost(100)
    expect(cost(20_000)).toBeLessThan(Math.max(cost(200) * 10, 1))
  })
})
