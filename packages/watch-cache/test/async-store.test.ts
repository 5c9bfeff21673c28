import { describe, expect, it, vi } from 'vitest'
import { StoreError, type Store, type StoreWatcher } from '@pinnace/store'
import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'
import { collect, createFixture, prefix, thing, type Fixture } from './fixture.ts'

/** A store that answers later, delivers on demand, and can fail. */
interface FarStore {
  readonly store: Store
  readonly near: MemoryStore
  /** Lets what was written reach the watchers. */
  deliver(): void
  /** Ends the watches, as a lost connection does. */
  cut(): void
  watches: number
  /** Nothing is delivered before {@link deliver}. */
  held: boolean
}

function createFarStore(): FarStore {
  const near = createMemoryStore()
  let queue: (() => void)[] = []
  const enqueue = (deliver: () => void): void => {
    queue.push(deliver)
    if (!far.held) setImmediate(() => far.deliver())
  }
  const watchers = new Set<StoreWatcher>()
  const far: FarStore = {
    near,
    watches: 0,
    held: false,
    deliver() {
      const due = queue
      queue = []
      for (const deliver of due) deliver()
    },
    cut() {
      for (const watcher of watchers) watcher.onEnd(new StoreError('Unavailable', 'the connection is lost'))
      watchers.clear()
    },
    store: {
      revision: async () => near.revision(),
      get: async (...rest) => near.get(...rest),
      list: async (...rest) => near.list(...rest),
      put: async (...rest) => near.put(...rest),
      delete: async (...rest) => near.delete(...rest),
      compact: async (revision) => near.compact(revision),
      compactedRevision: async () => near.compactedRevision(),
      close: async () => near.close(),
      async watch(after, revision, watcher) {
        far.watches++
        watchers.add(watcher)
        return near.watch(after, revision, {
          onEvents: (events) => enqueue(() => watchers.has(watcher) && watcher.onEvents(events)),
          onProgress: (progress) => enqueue(() => watchers.has(watcher) && watcher.onProgress?.(progress)),
          onEnd: (error) => watcher.onEnd(error),
        })
      },
    },
  }
  return far
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function over(far: FarStore): Fixture['cache'] {
  return createFixture({ store: far.store }).cache
}

describe('a cache over a remote store', () => {
  it('answers a consistent read only after it has caught up with the store', async () => {
    const far = createFarStore()
    const cache = over(far)
    await cache.list()
    far.held = true
    far.near.put(`${prefix}a/1`, thing('a/1'))
    let answered = false
    const page = Promise.resolve(cache.list()).then((answer) => {
      answered = true
      return answer
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(answered).toBe(false)
    expect((await cache.list({ freshness: { kind: 'any' } })).entries).toHaveLength(0)
    far.deliver()
    expect((await page).entries).toHaveLength(1)
    expect((await page).revision).toBe(2n)
  })

  it('has the current state of the store when it opens, without deleted keys', async () => {
    const far = createFarStore()
    for (let index = 0; index < 5; index++) far.near.put(`${prefix}a/${index}`, thing('x'))
    expect((await over(far).list({ freshness: { kind: 'any' } })).entries).toHaveLength(5)
  })

  it('reads the newest state of one object from the store, whatever has been delivered', async () => {
    const far = createFarStore()
    const cache = over(far)
    await cache.list()
    far.held = true
    far.near.put(`${prefix}a/1`, thing('a/1'))
    expect((await cache.get(`${prefix}a/1`))?.modRevision).toBe(2n)
    expect(await cache.get(`${prefix}a/1`, { kind: 'any' })).toBeUndefined()
    far.deliver()
    // The parsed object of the cache is shared.
    expect(await cache.get(`${prefix}a/1`)).toBe(await cache.get(`${prefix}a/1`, { kind: 'any' }))
  })

  it('lists from the store when its changes are three seconds late', async () => {
    const far = createFarStore()
    const { cache, clock } = createFixture({ store: far.store })
    await cache.list()
    far.held = true
    far.near.put(`${prefix}a/1`, thing('a/1'))
    const page = Promise.resolve(cache.list())
    await turn()
    clock.advance(3_000)
    expect((await page).entries).toHaveLength(1)
    expect((await page).revision).toBe(2n)
  })

  it('refuses a version that its changes have not reached after three seconds', async () => {
    const far = createFarStore()
    const { cache, clock } = createFixture({ store: far.store })
    await cache.list()
    const read = Promise.resolve(cache.list({ freshness: { kind: 'notOlderThan', revision: 9n } }))
    await turn()
    clock.advance(3_000)
    await expect(read).rejects.toMatchObject({
      code: 504,
      message: 'Timeout: Too large resource version: 9, current: 1',
    })
  })

  it('reads states from before its history from the store', async () => {
    const far = createFarStore()
    for (let index = 0; index < 5; index++) far.near.put(`${prefix}a/${index}`, thing('x'))
    const { cache } = createFixture({ store: far.store, historyLimit: 2 })
    await cache.list()
    expect(cache.oldestRevision).toBe(4n)
    const exact = { kind: 'exact', revision: 3n } as const
    expect((await cache.list({ freshness: exact })).entries).toHaveLength(2)
    far.near.compact(5n)
    await expect(Promise.resolve(cache.list({ freshness: exact }))).rejects.toMatchObject({ code: 410 })
  })

  it('asks the store at most every ten seconds how far it is compacted', async () => {
    const far = createFarStore()
    const { cache, clock } = createFixture({ store: far.store })
    await cache.list()
    const asked = vi.spyOn(far.store, 'compactedRevision')
    const write = async (): Promise<void> => {
      for (let index = 0; index < 200; index++) far.near.put(`${prefix}a/${index}`, thing('x'))
      await turn()
      await cache.list()
    }
    await write()
    expect(asked).toHaveBeenCalledTimes(1)
    clock.advance(9_000)
    await write()
    expect(asked).toHaveBeenCalledTimes(1)
    clock.advance(1_000)
    await write()
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('answers a past state that it has only as long as the store has it, which it asks once a second', async () => {
    const far = createFarStore()
    const { cache, clock } = createFixture({ store: far.store })
    await cache.list()
    for (let index = 0; index < 5; index++) far.near.put(`${prefix}a/${index}`, thing('x'))
    await turn()
    await cache.list()
    const exact = { kind: 'exact', revision: 3n } as const
    const asked = vi.spyOn(far.store, 'compactedRevision')
    expect((await cache.list({ freshness: exact })).entries).toHaveLength(2)
    expect((await cache.list({ freshness: exact })).entries).toHaveLength(2)
    expect(asked).toHaveBeenCalledTimes(1)
    far.near.compact(5n)
    clock.advance(1_000)
    await expect(Promise.resolve(cache.list({ freshness: exact }))).rejects.toMatchObject({ code: 410 })
  })

  it('continues a list that another cache has begun', async () => {
    const far = createFarStore()
    for (let index = 0; index < 5; index++) far.near.put(`${prefix}a/${index}`, thing('x'))
    const first = await over(far).list({ limit: 2 })
    far.near.delete(`${prefix}a/2`, thing('x'))
    const rest = await over(far).list({ continueToken: first.continue ?? '' })
    expect(rest.entries.map(({ key }) => key.slice(prefix.length))).toEqual(['a/2', 'a/3', 'a/4'])
    expect(rest.revision).toBe(first.revision)
  })

  it('opens once for concurrent reads', async () => {
    const far = createFarStore()
    far.near.put(`${prefix}a/1`, thing('a/1'))
    const cache = over(far)
    const pages = [cache.list({ freshness: { kind: 'any' } }), cache.list({ freshness: { kind: 'any' } })]
    await Promise.all(pages)
    expect(far.watches).toBe(1)
  })

  it('retries when the store is compacted while it opens', async () => {
    const far = createFarStore()
    for (let index = 0; index < 5; index++) far.near.put(`${prefix}a/${index}`, thing('x'))
    let compactions = 0
    const store: Store = {
      ...far.store,
      async list(...rest) {
        compactions++
        if (compactions < 3) far.near.compact(BigInt(3 + compactions))
        return far.near.list(...rest)
      },
    }
    const { cache } = createFixture({ store })
    expect((await cache.list({ freshness: { kind: 'any' } })).entries).toHaveLength(5)
    expect(compactions).toBe(3)
  })

  it('keeps its watches, and delivers every change once, when it has lost its watch on the store', async () => {
    const far = createFarStore()
    const { cache, clock } = createFixture({ store: far.store })
    const sink = collect()
    await cache.watch({ start: { kind: 'any' }, sink })
    far.near.put(`${prefix}a/1`, thing('a/1'))
    await turn()
    far.cut()
    far.near.put(`${prefix}a/2`, thing('a/2'))
    expect((await cache.list({ freshness: { kind: 'any' } })).entries).toHaveLength(1)
    clock.advance(100)
    expect((await cache.list()).entries).toHaveLength(2)
    await turn()
    clock.settle()
    expect(sink.received()).toEqual(['ADDED a/1 2', 'ADDED a/2 3'])
    expect(sink.ended).toBe(false)
    expect(far.watches).toBe(2)
  })

  it('ends its watches when the store has compacted the changes that it missed', async () => {
    const far = createFarStore()
    const { cache, clock } = createFixture({ store: far.store })
    const sink = collect()
    await cache.watch({ start: { kind: 'any' }, sink })
    far.cut()
    far.near.put(`${prefix}a/1`, thing('a/1'))
    far.near.put(`${prefix}a/2`, thing('a/2'))
    far.near.compact(3n)
    clock.advance(100)
    expect((await cache.list()).entries).toHaveLength(2)
    expect(sink.ended).toBe(true)
    expect(sink.error).toBeUndefined()
  })

  it('delivers every change once when a watch on the store works whose start has failed', async () => {
    const far = createFarStore()
    let attempts = 0
    const store: Store = {
      ...far.store,
      async watch(...rest) {
        const watch = await far.store.watch(...rest)
        if (++attempts === 2) throw new StoreError('Unavailable', 'the answer was lost')
        return watch
      },
    }
    const { cache, clock } = createFixture({ store })
    const sink = collect()
    await cache.watch({ start: { kind: 'any' }, sink })
    far.cut()
    clock.advance(100)
    await turn()
    clock.advance(200)
    await turn()
    expect(attempts).toBe(3)
    for (const name of ['a/1', 'a/2']) far.near.put(`${prefix}${name}`, thing(name))
    await turn()
    clock.settle()
    expect(sink.received()).toEqual(['ADDED a/1 2', 'ADDED a/2 3'])
  })

  it('resumes once when a watch on the store ends while it starts', async () => {
    const far = createFarStore()
    let attempts = 0
    const store: Store = {
      ...far.store,
      async watch(...rest) {
        const watch = await far.store.watch(...rest)
        if (++attempts !== 2) return watch
        far.cut()
        throw new StoreError('Unavailable', 'the connection is lost')
      },
    }
    const { cache, clock } = createFixture({ store })
    await cache.list()
    far.cut()
    for (let round = 0; round < 5; round++) {
      clock.advance(200)
      await turn()
    }
    expect(attempts).toBe(3)
  })

  it('tries to resume with longer and longer delays, and stops when it is closed', async () => {
    const far = createFarStore()
    let attempts = 0
    const store: Store = {
      ...far.store,
      async watch(...rest) {
        attempts++
        if (attempts > 1) throw new StoreError('Unavailable', 'no connection')
        return far.store.watch(...rest)
      },
    }
    const { cache, clock } = createFixture({ store })
    await cache.list()
    far.cut()
    for (const [waitMs, expected] of [
      [100, 2],
      [100, 2],
      [100, 3],
      [400, 4],
      [800, 5],
    ] as const) {
      clock.advance(waitMs)
      await turn()
      expect(attempts).toBe(expected)
    }
    cache.close()
    expect(clock.timers).toBe(0)
  })

  it('ignores late events of a closed watch on the store', async () => {
    const far = createFarStore()
    const cache = over(far)
    await cache.list()
    far.held = true
    far.near.put(`${prefix}a/1`, thing('a/1'))
    cache.close()
    far.deliver()
    expect(cache.size).toBe(0)
  })

  it('passes errors of the store on, and opens when the store has recovered', async () => {
    const far = createFarStore()
    let broken = true
    const store: Store = {
      ...far.store,
      async list(...rest) {
        if (broken) throw new StoreError('Unavailable', 'no connection')
        return far.near.list(...rest)
      },
    }
    const { cache } = createFixture({ store })
    await expect(Promise.resolve(cache.list())).rejects.toThrow('no connection')
    await expect(Promise.resolve(cache.watch({ start: { kind: 'any' }, sink: collect() }))).rejects.toThrow(
      'no connection',
    )
    broken = false
    expect((await cache.list()).entries).toHaveLength(0)
  })

  it('can be closed while it opens', async () => {
    const far = createFarStore()
    const cache = over(far)
    const page = Promise.resolve(cache.list())
    cache.close()
    await expect(page).rejects.toThrow('closed')
    far.near.put(`${prefix}a/1`, thing('a/1'))
    far.deliver()
    expect(cache.size).toBe(0)
  })
})
