import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { WatchRequest } from '@pinnace/watch-cache'
import { collect, createFixture, prefix, withLabel, type Collector, type Fixture, type Thing } from './fixture.ts'

async function watch(fixture: Fixture, request: Partial<WatchRequest<Thing>> = {}): Promise<Collector & Disposable> {
  const sink = collect()
  const running = await fixture.cache.watch({ start: { kind: 'any' }, sink, ...request })
  return Object.assign(sink, { [Symbol.dispose]: () => running[Symbol.dispose]() })
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

describe('the start of a watch', () => {
  it('sends the state as ADDED events in key order, for unset and any, and then changes', async () => {
    for (const kind of ['unset', 'any'] as const) {
      const fixture = createFixture()
      fixture.put('b/1')
      fixture.put('a/1')
      const sink = await watch(fixture, { start: { kind } })
      fixture.put('a/2')
      fixture.clock.settle()
      expect(sink.received()).toEqual(['ADDED a/1 3', 'ADDED b/1 2', 'ADDED a/2 4'])
    }
  })

  it('sends a change between the start and the first delivery once', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    const sink = await watch(fixture)
    fixture.put('a/1')
    fixture.delete('a/1')
    fixture.clock.settle()
    expect(sink.received()).toEqual(['ADDED a/1 2', 'MODIFIED a/1 3', 'DELETED a/1 4'])
  })

  it('does not keep the objects of the start in memory once they are sent', async () => {
    const fixture = createFixture({ historyLimit: 2 })
    fixture.put('a/1')
    const started = new WeakRef(fixture.store.get(`${prefix}a/1`)!)
    let seen = 0
    const onEvents = (events: readonly unknown[]): void => void (seen += events.length)
    const running = await fixture.cache.watch({ start: { kind: 'any' }, sink: { onEvents, onEnd: () => undefined } })
    fixture.clock.settle()
    // Of what is delivered, 8 MiB are kept for other watches.
    for (const labels of [{}, ...Array.from({ length: 4 }, () => ({ large: 'x'.repeat(3_000_000) }))]) {
      fixture.put('a/1', labels)
      fixture.clock.settle()
    }
    fixture.store.compact(fixture.store.revision() - 1n)
    expect(seen).toBe(6)
    // A WeakRef holds its target until the end of the turn.
    await new Promise((resolve) => void setImmediate(resolve))
    collectGarbage()
    expect(started.deref()).toBeUndefined()
    running[Symbol.dispose]()
  })

  it('sends only changes after an exact revision', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    fixture.put('a/2')
    fixture.delete('a/1')
    const sink = await watch(fixture, { start: { kind: 'exact', revision: 2n } })
    fixture.put('a/3')
    fixture.clock.settle()
    expect(sink.received()).toEqual(['ADDED a/2 3', 'DELETED a/1 4', 'ADDED a/3 5'])
  })

  it('gets no changes before a future start revision', async () => {
    const fixture = createFixture()
    const sink = await watch(fixture, { start: { kind: 'exact', revision: 3n } })
    for (const key of ['a/1', 'a/2', 'a/3']) fixture.put(key)
    fixture.clock.settle()
    expect(sink.received()).toEqual(['ADDED a/3 4'])
  })

  it('refuses a start before the history through the sink, with one 410', async () => {
    const fixture = createFixture({ historyLimit: 2 })
    for (const key of ['a/1', 'a/2', 'a/3', 'a/4']) fixture.put(key)
    const sink = await watch(fixture, { start: { kind: 'exact', revision: 2n } })
    expect(sink.ended).toBe(false)
    fixture.clock.settle()
    expect(sink.error?.toStatus()).toMatchObject({
      code: 410,
      reason: 'Expired',
      message: 'too old resource version: 2 (3)',
    })
    expect(sink.events).toEqual([])
    const oldest = await watch(fixture, { start: { kind: 'exact', revision: 3n } })
    fixture.clock.settle()
    expect(oldest.received()).toEqual(['ADDED a/3 4', 'ADDED a/4 5'])
    expect(fixture.cache.watchers).toBe(1)
  })

  it('resumes from every revision of the history', async () => {
    const fixture = createFixture()
    const whole = await watch(fixture, { start: { kind: 'exact', revision: 1n } })
    for (const key of ['a/1', 'b/1', 'a/1', 'a/2']) fixture.put(key)
    fixture.delete('b/1')
    fixture.clock.settle()
    const received = whole.received()
    for (let index = 0; index < received.length; index++) {
      const rest = await watch(fixture, { start: { kind: 'exact', revision: BigInt(index + 2) } })
      fixture.clock.settle()
      expect(rest.received()).toEqual(received.slice(index + 1))
    }
  })

  it('replays changes of the store from before the first use', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    fixture.put('a/2')
    const sink = await watch(fixture, { start: { kind: 'exact', revision: 2n } })
    fixture.clock.settle()
    expect(sink.received()).toEqual(['ADDED a/2 3'])
  })

  it('sends a large state in batches, complete and in order, with changes after it', async () => {
    const fixture = createFixture()
    const keys = Array.from({ length: 2000 }, (_, index) => `a/${String(index).padStart(4, '0')}`)
    for (const key of keys) fixture.put(key)
    const sink = await watch(fixture)
    fixture.put('a/0000')
    fixture.delete('a/1999')
    fixture.clock.settle()
    expect(sink.events).toHaveLength(2002)
    expect(sink.received().slice(0, 2000)).toEqual(keys.map((key, index) => `ADDED ${key} ${index + 2}`))
    expect(sink.received().slice(2000)).toEqual(['MODIFIED a/0000 2002', 'DELETED a/1999 2003'])
    expect(sink.batches).toBeGreaterThan(3)
  })

  it('delivers nothing before the end of the current turn', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    const sink = await watch(fixture)
    expect(sink.events).toEqual([])
  })
})

describe('initial events on request', () => {
  it('sends an annotated bookmark after the state, before later changes', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    const sink = await watch(fixture, { start: { kind: 'unset' }, sendInitialEvents: true, bookmarks: true })
    fixture.put('a/2')
    fixture.clock.settle()
    expect(sink.received()).toEqual(['ADDED a/1 2', 'BOOKMARK 2 initial', 'ADDED a/2 3'])
  })

  it('sends the bookmark at the end of an empty state, too', async () => {
    const fixture = createFixture()
    const sink = await watch(fixture, { sendInitialEvents: true, bookmarks: true })
    fixture.clock.settle()
    expect(sink.received()).toEqual(['BOOKMARK 1 initial'])
  })

  it('sends no bookmarks unless they are requested', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    const sink = await watch(fixture, { sendInitialEvents: true })
    fixture.clock.settle()
    expect(sink.received()).toEqual(['ADDED a/1 2'])
  })

  it('sends the state at a version or newer, not the changes since', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    fixture.put('a/1')
    const sink = await watch(fixture, {
      start: { kind: 'exact', revision: 2n },
      sendInitialEvents: true,
      bookmarks: true,
    })
    fixture.clock.settle()
    expect(sink.received()).toEqual(['ADDED a/1 3', 'BOOKMARK 3 initial'])
  })

  it('sends the state even for a version before the history', async () => {
    const fixture = createFixture({ historyLimit: 1 })
    for (const key of ['a/1', 'a/2', 'a/3']) fixture.put(key)
    const sink = await watch(fixture, { start: { kind: 'exact', revision: 1n }, sendInitialEvents: true })
    fixture.clock.settle()
    expect(sink.received()).toEqual(['ADDED a/1 2', 'ADDED a/2 3', 'ADDED a/3 4'])
  })

  it('sends no state with sendInitialEvents false', async () => {
    for (const kind of ['unset', 'any'] as const) {
      const fixture = createFixture()
      fixture.put('a/1')
      const sink = await watch(fixture, { start: { kind }, sendInitialEvents: false })
      fixture.put('a/2')
      fixture.clock.settle()
      expect(sink.received()).toEqual(['ADDED a/2 3'])
    }
  })

  it('sends a 504 in the stream for the state of a version that is not reached', async () => {
    const fixture = createFixture()
    const sink = collect()
    const starting = fixture.cache.watch({ start: { kind: 'exact', revision: 9n }, sendInitialEvents: true, sink })
    fixture.clock.advance(3_000)
    await starting
    fixture.clock.settle()
    expect(sink.error?.toStatus()).toMatchObject({
      code: 504,
      message: 'Timeout: Too large resource version: 9, current: 1',
    })
  })
})

describe('scope and selector', () => {
  it('sends changes of its prefix only', async () => {
    const fixture = createFixture()
    const sink = await watch(fixture, { prefix: `${prefix}a/` })
    for (const key of ['b/1', 'ab/1', 'a/1', 'a/b/c']) fixture.put(key)
    fixture.clock.settle()
    expect(sink.received()).toEqual(['ADDED a/1 4', 'ADDED a/b/c 5'])
  })

  it('watches a single key', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    const sink = await watch(fixture, { key: `${prefix}a/1` })
    const later = await watch(fixture, { key: `${prefix}a/1`, start: { kind: 'exact', revision: 1n } })
    fixture.put('a/1')
    fixture.put('a/12')
    fixture.delete('a/1')
    fixture.clock.settle()
    expect(sink.received()).toEqual(['ADDED a/1 2', 'MODIFIED a/1 3', 'DELETED a/1 5'])
    expect(later.received()).toEqual(sink.received())
  })

  it('sends ADDED for an object that starts to match, and DELETED for one that no longer matches', async () => {
    const fixture = createFixture()
    const start = { kind: 'exact', revision: 1n } as const
    const live = await watch(fixture, { start, selector: withLabel('app', 'web') })
    fixture.put('a/1', { app: 'web', step: '1' })
    fixture.put('a/1', { app: 'web', step: '2' })
    fixture.put('a/1', { app: 'db', step: '3' })
    fixture.put('a/1', { app: 'db', step: '4' })
    fixture.put('a/1', { app: 'web', step: '5' })
    fixture.delete('a/1')
    fixture.put('a/2', { app: 'db' })
    fixture.delete('a/2')
    const replayed = await watch(fixture, { start, selector: withLabel('app', 'web') })
    fixture.clock.settle()
    const expected = ['ADDED a/1 2', 'MODIFIED a/1 3', 'DELETED a/1 4', 'ADDED a/1 6', 'DELETED a/1 7']
    expect(live.received()).toEqual(expected)
    expect(replayed.received()).toEqual(expected)
  })

  it('sends the last matching state of an object that no longer matches, at the revision of the change', async () => {
    const fixture = createFixture()
    const sink = await watch(fixture, { selector: withLabel('app', 'web') })
    fixture.put('a/1', { app: 'web', quote: '"resourceVersion":"2"' })
    fixture.put('a/1', { app: 'db' })
    fixture.clock.settle()
    const event = sink.events[1]!
    if (event.type === 'BOOKMARK') throw new Error('a bookmark')
    expect(event.entry.object().metadata).toEqual({
      name: 'a/1',
      resourceVersion: '3',
      labels: { app: 'web', quote: '"resourceVersion":"2"' },
    })
    expect(event.entry.modRevision).toBe(3n)
    expect(event.entry.createRevision).toBe(2n)
  })

  it('sends a deleted object at the revision of the deletion', async () => {
    const fixture = createFixture()
    fixture.put('a/1', { app: 'web' })
    const sink = await watch(fixture, { start: { kind: 'exact', revision: 2n } })
    fixture.delete('a/1')
    fixture.clock.settle()
    const event = sink.events[0]!
    if (event.type === 'BOOKMARK') throw new Error('a bookmark')
    expect(event.entry.object().metadata).toEqual({ name: 'a/1', resourceVersion: '3', labels: { app: 'web' } })
  })

  it('selects from the initial state', async () => {
    const fixture = createFixture()
    fixture.put('a/1', { app: 'web' })
    fixture.put('a/2', { app: 'db' })
    const sink = await watch(fixture, { selector: withLabel('app', 'web') })
    fixture.clock.settle()
    expect(sink.received()).toEqual(['ADDED a/1 2'])
  })

  it('ends a watch whose selector throws, and no others', async () => {
    const fixture = createFixture()
    const broken = await watch(fixture, {
      start: { kind: 'exact', revision: 1n },
      selector: {
        isEmpty: false,
        matches() {
          throw new Error('a broken selector')
        },
      },
    })
    const sound = await watch(fixture)
    fixture.put('a/1')
    fixture.clock.settle()
    expect(broken.ended).toBe(true)
    expect(sound.received()).toEqual(['ADDED a/1 2'])
  })
})

describe('sharing', () => {
  it('shares events and lines among watches', async () => {
    const fixture = createFixture()
    const sinks = [
      await watch(fixture),
      await watch(fixture),
      await watch(fixture, { selector: withLabel('app', 'web') }),
    ]
    fixture.put('a/1', { app: 'web' })
    fixture.clock.settle()
    let made = 0
    const lines = sinks.map((sink) => {
      const event = sink.events[0]!
      if (event.type === 'BOOKMARK') throw new Error('a bookmark')
      return event.line('json', ({ entry }) => {
        made++
        return Buffer.from(entry.value)
      })
    })
    expect(made).toBe(1)
    expect(new Set(lines).size).toBe(1)
    expect(new Set(sinks.map((sink) => sink.events[0])).size).toBe(1)
  })

  it('caches one line per representation', async () => {
    const fixture = createFixture()
    const sink = await watch(fixture)
    fixture.put('a/1')
    fixture.clock.settle()
    const event = sink.events[0]!
    if (event.type === 'BOOKMARK') throw new Error('a bookmark')
    const table = {}
    const made: unknown[] = []
    for (const representation of ['json', table, 'json', table, {}]) {
      event.line(representation, () => {
        made.push(representation)
        return new Uint8Array()
      })
    }
    expect(made).toEqual(['json', table, {}])
  })

  it('encodes lines again for late watchers, rather than keep those of the whole history', async () => {
    const fixture = createFixture()
    const large = { pad: 'x'.repeat(50_000) }
    const sink = await watch(fixture, { start: { kind: 'exact', revision: 1n } })
    for (let index = 0; index < 200; index++) fixture.put(`a/${index}`, large)
    fixture.clock.settle()
    const late = await watch(fixture, { start: { kind: 'exact', revision: 1n } })
    fixture.clock.settle()
    expect(late.received()).toEqual(sink.received())
    const shared = late.events.filter((event, index) => event === sink.events[index])
    expect(shared.length).toBeLessThan(100)
  })

  it('shares the bookmarks of one revision', async () => {
    const fixture = createFixture()
    const sinks = [await watch(fixture, { bookmarks: true }), await watch(fixture, { bookmarks: true })]
    fixture.clock.advance(60_000)
    expect(sinks[0]!.events[0]).toBe(sinks[1]!.events[0])
  })

  it('delivers the changes of one tick in one batch', async () => {
    const fixture = createFixture()
    const sink = await watch(fixture)
    for (let index = 0; index < 100; index++) fixture.put(`a/${index}`)
    fixture.clock.settle()
    expect(sink.events).toHaveLength(100)
    expect(sink.batches).toBe(1)
  })
})

describe('bookmarks and timeouts', () => {
  it('sends a bookmark every minute, at the newest revision of any resource', async () => {
    const fixture = createFixture()
    const sink = await watch(fixture, { bookmarks: true })
    const without = await watch(fixture)
    fixture.clock.advance(59_999)
    expect(sink.events).toEqual([])
    fixture.store.put('/others/1', { before: '', after: '' })
    fixture.clock.advance(1)
    fixture.clock.advance(60_000)
    expect(sink.received()).toEqual(['BOOKMARK 2', 'BOOKMARK 2'])
    expect(without.events).toEqual([])
  })

  it('never sends a bookmark ahead of an event it has not delivered', async () => {
    const fixture = createFixture()
    const sink = await watch(fixture, { bookmarks: true })
    sink.buffered = 10_000_000
    fixture.put('a/1')
    fixture.clock.advance(100)
    sink.buffered = 10_000_000
    fixture.clock.advance(2_000)
    sink.buffered = 0
    fixture.clock.advance(58_000)
    expect(sink.received()).toEqual(['ADDED a/1 2', 'BOOKMARK 2'])
  })

  it('sends no bookmark before a future start revision', async () => {
    const fixture = createFixture()
    const sink = await watch(fixture, { bookmarks: true, start: { kind: 'exact', revision: 7n } })
    fixture.clock.advance(60_000)
    expect(sink.received()).toEqual([])
  })

  it('sends the last bookmark two seconds before its timeout', async () => {
    const fixture = createFixture()
    const sink = await watch(fixture, { bookmarks: true, timeoutMs: 10_000 })
    fixture.put('a/1')
    fixture.clock.advance(8_000)
    expect(sink.received()).toEqual(['ADDED a/1 2', 'BOOKMARK 2'])
    fixture.clock.advance(1_999)
    expect(sink.ended).toBe(false)
    fixture.clock.advance(1)
    expect(sink.ended).toBe(true)
    expect(sink.error).toBeUndefined()
    expect(fixture.cache.watchers).toBe(0)
    expect(fixture.clock.timers).toBe(0)
  })

  it('lasts between thirty and sixty minutes without a timeout', async () => {
    for (const [byte, minutes] of [
      [0, 30],
      [255, 60],
    ] as const) {
      const random = { bytes: (length: number) => new Uint8Array(length).fill(byte), uid: () => '' }
      const fixture = createFixture({ random })
      const sink = await watch(fixture)
      fixture.clock.advance(minutes * 60_000 - 1_000)
      expect(sink.ended).toBe(false)
      fixture.clock.advance(1_000)
      expect(sink.ended).toBe(true)
    }
  })

  it('sends nothing after disposal, not even the end', async () => {
    const fixture = createFixture()
    const sink = await watch(fixture, { bookmarks: true })
    fixture.put('a/1')
    sink[Symbol.dispose]()
    sink[Symbol.dispose]()
    fixture.clock.advance(4_000_000)
    fixture.cache.close()
    expect(sink.events).toEqual([])
    expect(sink.ended).toBe(false)
    expect(fixture.clock.timers).toBe(0)
    expect(fixture.cache.watchers).toBe(0)
  })

  it('ends every watch and every wait when it is closed, and leaves no timer', async () => {
    const fixture = createFixture()
    const sinks = [await watch(fixture, { bookmarks: true }), await watch(fixture, { prefix: `${prefix}a/` })]
    const waiting = fixture.cache.get(`${prefix}x`, { kind: 'notOlderThan', revision: 9n })
    fixture.cache.close()
    fixture.cache.close()
    expect(sinks.map((sink) => [sink.ended, sink.error])).toEqual([
      [true, undefined],
      [true, undefined],
    ])
    await expect(waiting).rejects.toThrow('closed')
    expect(fixture.clock.timers).toBe(0)
    expect(() => fixture.cache.list()).toThrow('closed')
  })

  it('reports the delivered revision of a watch', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    const sink = collect()
    const running = await fixture.cache.watch({ start: { kind: 'any' }, sink })
    expect(running.deliveredRevision).toBe(0n)
    fixture.clock.settle()
    expect(running.deliveredRevision).toBe(2n)
    fixture.put('a/2')
    expect(running.deliveredRevision).toBe(2n)
    fixture.clock.settle()
    expect(running.deliveredRevision).toBe(3n)
    fixture.store.put('/others/1', { before: '', after: '' })
    expect(running.deliveredRevision).toBe(4n)
  })
})

describe('slow and broken watchers', () => {
  it('holds events back while a sink is full, and then delivers all of them', async () => {
    const fixture = createFixture()
    const slow = await watch(fixture)
    const quick = await watch(fixture)
    slow.buffered = 2_000_000
    for (let index = 0; index < 50; index++) fixture.put(`a/${index}`)
    fixture.clock.advance(1_000)
    expect(slow.events).toEqual([])
    expect(quick.events).toHaveLength(50)
    slow.buffered = 0
    fixture.put('a/50')
    fixture.clock.advance(100)
    expect(slow.received()).toEqual(quick.received())
  })

  it('ends a watcher that stays full for five seconds', async () => {
    const fixture = createFixture()
    const slow = await watch(fixture)
    const quick = await watch(fixture)
    slow.buffered = 2_000_000
    fixture.put('a/1')
    fixture.clock.advance(4_900)
    expect(slow.ended).toBe(false)
    fixture.clock.advance(200)
    expect(slow.ended).toBe(true)
    expect(slow.error).toBeUndefined()
    expect(quick.ended).toBe(false)
    expect(fixture.cache.watchers).toBe(1)
  })

  it('keeps a slow watcher that makes progress', async () => {
    const fixture = createFixture()
    const slow = await watch(fixture)
    slow.buffered = 9_000_000
    fixture.put('a/1')
    for (let second = 0; second < 8; second++) {
      fixture.clock.advance(1_000)
      slow.buffered -= 1_000_000
    }
    fixture.clock.advance(100)
    expect(slow.ended).toBe(false)
    expect(slow.events).toHaveLength(1)
  })

  it('ends a full watcher at once that falls too many events behind', async () => {
    const fixture = createFixture({ watcherBufferEvents: 100 })
    const slow = await watch(fixture)
    const quick = await watch(fixture)
    slow.buffered = 2_000_000
    for (let index = 0; index < 101; index++) fixture.put(`a/${index}`)
    fixture.clock.settle()
    expect(slow.ended).toBe(true)
    expect(quick.events).toHaveLength(101)
  })

  it('does not end a fast watcher for many events in one tick', async () => {
    const fixture = createFixture({ watcherBufferEvents: 100 })
    const sink = await watch(fixture)
    for (let index = 0; index < 3_000; index++) fixture.put(`a/${index}`)
    fixture.clock.settle()
    expect(sink.events).toHaveLength(3_000)
  })

  it('ends a watcher whose sink throws, and no others', async () => {
    const fixture = createFixture()
    const broken = collect()
    broken.onEvents = () => {
      throw new Error('a broken sink')
    }
    await fixture.cache.watch({ start: { kind: 'any' }, sink: broken })
    const sound = await watch(fixture)
    fixture.put('a/1')
    fixture.clock.settle()
    fixture.put('a/2')
    fixture.clock.settle()
    expect(broken.ended).toBe(true)
    expect(sound.received()).toEqual(['ADDED a/1 2', 'ADDED a/2 3'])
  })

  it('allows a sink to write, watch and dispose, in order', async () => {
    const fixture = createFixture()
    const inner = collect()
    const outer = await watch(fixture)
    const held = collect()
    let running: Disposable | undefined
    held.onEvents = () => {
      running?.[Symbol.dispose]()
      fixture.put('z/1')
      void fixture.cache.watch({ start: { kind: 'exact', revision: 2n }, sink: inner })
    }
    running = await fixture.cache.watch({ start: { kind: 'exact', revision: 1n }, sink: held })
    fixture.put('a/1')
    fixture.clock.settle()
    expect(outer.received()).toEqual(['ADDED a/1 2', 'ADDED z/1 3'])
    expect(inner.received()).toEqual(['ADDED z/1 3'])
    expect(held.ended).toBe(false)
  })

  it('does not block the event loop for 10,000 writes and many watchers', async () => {
    const fixture = createFixture()
    const sinks = await Promise.all(Array.from({ length: 200 }, () => watch(fixture)))
    for (const sink of sinks) {
      let taken = 0
      sink.onEvents = (events) => {
        taken += events.length
        // What a socket would cost, by the clock of the test.
        fixture.clock.spend(0.05)
        sink.batches = taken
      }
    }
    for (let index = 0; index < 10_000; index++) fixture.put(`a/${index % 50}`)
    let turns = 0
    for (let longest = 0; sinks.some((sink) => sink.batches < 10_000); turns++) {
      const began = fixture.clock.monotonic()
      fixture.clock.turn()
      longest = Math.max(longest, fixture.clock.monotonic() - began)
      expect(longest).toBeLessThan(6)
    }
    expect(turns).toBeGreaterThan(10)
  })

  it('writes to a few hundred watchers in a turn', async () => {
    const fixture = createFixture()
    const sinks = await Promise.all(Array.from({ length: 1_000 }, () => watch(fixture)))
    fixture.clock.settle()
    fixture.put('a/1')
    const told = (): number => sinks.filter(({ events }) => events.length > 0).length
    const most: number[] = []
    for (let before = 0; before < 1_000; before = told()) {
      fixture.clock.turn()
      most.push(told() - before)
    }
    expect(Math.max(...most)).toBe(256)
    expect(sinks.every(({ events }) => events.length === 1)).toBe(true)
  })
})
