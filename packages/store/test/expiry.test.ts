import { describe, expect, it } from 'vitest'
import type { StoreEvent } from '@pinnace/store'
import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'

class FakeClock {
  nowMs = 0
  readonly timers = new Map<() => void, number>()

  monotonic(): number {
    return this.nowMs
  }

  after(delayMs: number, callback: () => void): { cancel(): void } {
    this.timers.set(callback, this.nowMs + delayMs)
    return { cancel: () => void this.timers.delete(callback) }
  }

  advance(ms: number): void {
    const end = this.nowMs + ms
    for (;;) {
      const [due] = [...this.timers].filter(([, atMs]) => atMs <= end).toSorted(([, a], [, b]) => a - b)
      if (due === undefined) break
      this.timers.delete(due[0])
      this.nowMs = Math.max(this.nowMs, due[1])
      due[0]()
    }
    this.nowMs = end
  }
}

function put(store: MemoryStore, key: string, ttlSeconds?: number, before = 'é '): void {
  store.put(key, { before, after: ' ü', note: 'a note', ...(ttlSeconds === undefined ? {} : { ttlSeconds }) })
}

function textOf(store: MemoryStore, key: string): string | undefined {
  const entry = store.get(key)
  return entry && Buffer.from(entry.value).toString()
}

function watched(store: MemoryStore, prefix = '/'): { readonly lines: string[]; readonly watch: Disposable } {
  const lines: string[] = []
  const watch = store.watch(prefix, store.revision(), {
    onEvents: (events: readonly StoreEvent[]) =>
      void lines.push(
        ...events.map(({ type, entry }) => `${type} ${entry.key} ${Buffer.from(entry.value).toString()}`),
      ),
    onEnd: () => undefined,
  })
  return { lines, watch }
}

describe('expiry in memory', () => {
  it('shows no operation a key that has expired, without a timer while there is no watch', () => {
    const clock = new FakeClock()
    const store = createMemoryStore({ clock })
    for (const key of ['/a', '/b', '/c', '/d']) put(store, key, 5)
    clock.nowMs = 4_999
    expect(textOf(store, '/a')).toBe('é 2 ü')
    clock.nowMs = 5_000
    expect(clock.timers.size).toBe(0)
    expect(store.put('/b', { before: 'x', after: '' }, { modRevision: 0n }).done).toBe(true)
    expect(store.delete('/c', { before: '', after: '' }).done).toBe(false)
    expect(store.list('/').entries.map(({ key }) => key)).toEqual(['/b'])
    // Four writes, four deletions, one more write.
    expect(store.revision()).toBe(10n)
    expect(textOf(store, '/a')).toBeUndefined()
    expect(Buffer.from(store.get('/a', { revision: 5n })?.value ?? []).toString()).toBe('é 2 ü')
  })

  it('tells watches in time, in the order of expiry, and keeps no timer after the last watch', () => {
    const clock = new FakeClock()
    const store = createMemoryStore({ clock })
    put(store, '/late', 8)
    put(store, '/early', 3)
    const { lines, watch } = watched(store)
    expect(clock.timers.size).toBe(1)
    clock.advance(2_999)
    expect(lines).toEqual([])
    clock.advance(1)
    expect(lines).toEqual(['delete /early é 4 ü'])
    clock.advance(10_000)
    expect(lines.slice(1)).toEqual(['delete /late é 5 ü'])
    expect(clock.timers.size).toBe(0)
    put(store, '/next', 60)
    expect(clock.timers.size).toBe(1)
    watch[Symbol.dispose]()
    expect(clock.timers.size).toBe(0)
  })

  it('waits for an earlier expiry than the one it waits for', () => {
    const clock = new FakeClock()
    const store = createMemoryStore({ clock })
    const { lines } = watched(store)
    put(store, '/late', 100)
    put(store, '/early', 1)
    clock.advance(1_000)
    expect(lines.at(-1)).toBe('delete /early é 4 ü')
    store.close()
    expect(clock.timers.size).toBe(0)
  })

  it('keeps a key that a watcher has written before its turn', () => {
    const clock = new FakeClock()
    const store = createMemoryStore({ clock })
    for (const key of ['/a', '/b']) put(store, key, 1)
    let rewritten = false
    store.watch('/', store.revision(), {
      onEvents([event]) {
        if (event?.type === 'delete' && !rewritten) {
          rewritten = true
          put(store, '/b', undefined, 'kept ')
        }
      },
      onEnd: () => undefined,
    })
    clock.advance(5_000)
    expect(rewritten).toBe(true)
    expect(textOf(store, '/a')).toBeUndefined()
    expect(textOf(store, '/b')).toMatch(/^kept/)
  })

  it('deletes a thousand keys at a time', () => {
    const clock = new FakeClock()
    const store = createMemoryStore({ clock })
    for (let index = 0; index < 2_500; index++) put(store, `/${index}`, 1)
    const { lines } = watched(store)
    clock.advance(1_000)
    expect(lines).toHaveLength(1_000)
    clock.advance(1_000)
    expect(lines).toHaveLength(2_500)
  })

  it('goes on in a fork, apart from the store', () => {
    const clock = new FakeClock()
    const store = createMemoryStore({ clock })
    put(store, '/a', 5)
    put(store, '/b', 5)
    const fork = store.fork()
    put(fork, '/a', undefined)
    clock.nowMs = 6_000
    expect(fork.list('/').entries.map(({ key }) => key)).toEqual(['/a'])
    expect(store.list('/').entries).toEqual([])
    expect([store.revision(), fork.revision()]).toEqual([5n, 5n])
  })

  it('gives the tombstone of bytes the last bytes, and no note', () => {
    const clock = new FakeClock()
    const store = createMemoryStore({ clock })
    const bytes = Uint8Array.of(0, 255, 3)
    store.put('/a', { bytes, note: 'a note', ttlSeconds: 1 })
    const events: StoreEvent[] = []
    store.watch('/', store.revision(), { onEvents: (list) => void events.push(...list), onEnd: () => undefined })
    clock.advance(1_000)
    expect(events[0]?.entry.value).toEqual(Buffer.from(bytes))
    expect(events[0]?.entry.note).toBeUndefined()
    expect(events[0]?.previous?.note).toBe('a note')
  })
})
