import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StoreError, type StoreEntry, type StoreEvent } from '@pinnace/store'
import { createMemoryStore, type MemoryStore, type MemoryStoreOptions } from '@pinnace/store/memory'

class FakeClock {
  now = 0

  monotonic(): number {
    return this.now
  }

  after(): { cancel(): void } {
    throw new Error('a timer was set')
  }
}

function put(store: MemoryStore, key: string, text: string = key): bigint {
  const outcome = store.put(key, { before: text, after: '' })
  if (!outcome.done) throw new Error('not written')
  return outcome.entry.modRevision
}

function textOf(entry: StoreEntry | undefined): string | undefined {
  return entry && Buffer.from(entry.value).toString()
}

function codeOf(action: () => unknown): string | undefined {
  try {
    action()
  } catch (error) {
    if (error instanceof StoreError) return error.code
    throw error
  }
  return undefined
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
}

const small: MemoryStoreOptions = { historyLimit: 3 }

describe('createMemoryStore', () => {
  it('is empty at revision 1, and gives its first write revision 2', () => {
    const store = createMemoryStore()
    expect(store.revision()).toBe(1n)
    expect(store.compactedRevision()).toBe(1n)
    expect(put(store, '/a')).toBe(2n)
  })

  it('answers synchronously, without promises', () => {
    const store = createMemoryStore()
    put(store, '/a')
    expect(store.get('/a')).not.toBeInstanceOf(Promise)
    expect(store.list('/').entries).toHaveLength(1)
    expect(store.watch('/', 1n, { onEvents: () => undefined, onEnd: () => undefined })).not.toBeInstanceOf(Promise)
  })

  it('calls watchers before put returns, when the write is visible', () => {
    const store = createMemoryStore()
    const seen: string[] = []
    store.watch('/', 1n, {
      onEvents: (events) =>
        void seen.push(...events.map(({ entry }) => `${entry.key} ${textOf(store.get(entry.key))}`)),
      onEnd: () => undefined,
    })
    put(store, '/a', 'one')
    expect(seen).toEqual([`/a one2`])
  })

  it('keeps the order for all watchers when a watcher writes', () => {
    const store = createMemoryStore()
    const told: string[][] = [[], []]
    const tell = (index: number) => (events: readonly StoreEvent[]) =>
      void told[index]!.push(...events.map(({ entry }) => entry.key))
    store.watch('/', 1n, { onEvents: tell(0), onEnd: () => undefined })
    store.watch('/a', 1n, {
      onEvents: () => {
        put(store, '/b')
        put(store, '/c')
      },
      onEnd: () => undefined,
    })
    store.watch('/', 1n, { onEvents: tell(1), onEnd: () => undefined })
    put(store, '/a')
    expect(told).toEqual([
      ['/a', '/b', '/c'],
      ['/a', '/b', '/c'],
    ])
  })

  it('sends every change once to a watch that starts during delivery', () => {
    const store = createMemoryStore()
    const told: string[] = []
    let begun = false
    store.watch('/', 1n, {
      onEvents() {
        if (begun) return
        begun = true
        put(store, '/b')
        store.watch('/', 1n, {
          onEvents: (events) => void told.push(...events.map(({ entry }) => entry.key)),
          onEnd: () => undefined,
        })
        put(store, '/c')
      },
      onEnd: () => undefined,
    })
    put(store, '/a')
    put(store, '/d')
    expect(told).toEqual(['/a', '/b', '/c', '/d'])
  })

  it('passes the error of a watcher that threw to its onEnd', () => {
    const store = createMemoryStore()
    const cause = new Error('broken')
    let ended: StoreError | undefined
    store.watch('/', 1n, {
      onEvents() {
        throw cause
      },
      onEnd: (error) => void (ended = error),
    })
    put(store, '/a')
    expect(ended).toMatchObject({ code: 'Unavailable', cause })
  })

  it('refuses invalid limits, and a page that starts outside of its prefix', () => {
    for (const options of [{ historyLimit: 0 }, { historyMs: -1 }, { historyBytes: 1.5 }]) {
      expect(() => createMemoryStore(options)).toThrow(TypeError)
    }
    expect(() => createMemoryStore().list('/a/', { from: '/b/1' })).toThrow(TypeError)
  })
})

describe('history', () => {
  it('is limited by the number of changes', () => {
    const store = createMemoryStore(small)
    for (let index = 0; index < 10; index++) put(store, '/a', `${index} `)
    expect(store.compactedRevision()).toBe(8n)
    expect(textOf(store.get('/a', { revision: 8n }))).toBe('6 8')
    expect(codeOf(() => store.get('/a', { revision: 7n }))).toBe('Compacted')
    expect(codeOf(() => store.watch('/', 7n, { onEvents: () => undefined, onEnd: () => undefined }))).toBe('Compacted')
  })

  it('is limited by time, on writes and reads, without a timer', () => {
    const clock = new FakeClock()
    const store = createMemoryStore({ clock, historyMs: 60_000 })
    put(store, '/a')
    clock.now = 30_000
    put(store, '/a')
    clock.now = 61_000
    expect(store.compactedRevision()).toBe(2n)
    clock.now = 100_000
    expect(codeOf(() => store.get('/a', { revision: 2n }))).toBe('Compacted')
    expect(textOf(store.get('/a', { revision: 3n }))).toBe('/a3')
  })

  it('is limited by bytes', () => {
    const store = createMemoryStore({ historyBytes: 10_000 })
    for (let index = 0; index < 10; index++) put(store, '/a', 'x'.repeat(3_000))
    expect(store.compactedRevision()).toBe(8n)
  })

  it('drops a value larger than its limit, and continues', () => {
    const store = createMemoryStore({ historyBytes: 100 })
    put(store, '/a', 'x'.repeat(3_000))
    put(store, '/a', 'y')
    expect(store.compactedRevision()).toBe(3n)
    expect(textOf(store.get('/a'))).toBe('y3')
  })
})

describe('memory', () => {
  it('does not grow when values are replaced again and again', () => {
    const store = createMemoryStore({ historyLimit: 100 })
    for (let index = 0; index < 200; index++) put(store, `/keep/${index}`, 'x'.repeat(2_000))
    const held = (): number => {
      const buffers = new Set<ArrayBufferLike>()
      for (const { value } of store.list('/').entries) buffers.add(value.buffer)
      return [...buffers].reduce((sum, buffer) => sum + buffer.byteLength, 0)
    }
    const before = held()
    for (let index = 0; index < 20_000; index++) put(store, `/keep/${(index * 7) % 200}`, 'x'.repeat(2_000))
    expect(held()).toBeLessThan(Math.max(before, 200 * 2_000) * 2 + 2 * 1024 * 1024)
    for (const { key, value, modRevision } of store.list('/').entries) {
      expect(Buffer.from(value).toString()).toBe(`${'x'.repeat(2_000)}${modRevision}`)
      expect(key).toMatch(/^\/keep\//)
    }
  })

  it('moves live values out of slabs that are mostly unused, unchanged', () => {
    const store = createMemoryStore({ historyLimit: 1 })
    for (let index = 0; index < 2_000; index++) put(store, `/${index}`, `${'é'.repeat(500)}${index}-`)
    for (let index = 0; index < 2_000; index++)
      if (index % 10 !== 0) store.delete(`/${index}`, { before: '', after: '' })
    const { entries } = store.list('/')
    expect(entries).toHaveLength(200)
    const buffers = new Set(entries.map((entry) => entry.value.buffer))
    const bytes = [...buffers].reduce((sum, buffer) => sum + buffer.byteLength, 0)
    expect(bytes).toBeLessThan(1024 * 1024 * 2)
    for (const entry of entries)
      expect(textOf(entry)).toBe(`${'é'.repeat(500)}${entry.key.slice(1)}-${entry.modRevision}`)
  })

  it('is released while there are only writes', () => {
    const store = createMemoryStore({ historyLimit: 100 })
    const outside = (): number => {
      collectGarbage()
      return process.memoryUsage().arrayBuffers
    }
    for (let index = 0; index < 200; index++) put(store, `/${index}`, 'x'.repeat(2_000))
    const before = outside()
    for (let index = 0; index < 20_000; index++) put(store, `/${(index * 7) % 200}`, 'x'.repeat(2_000))
    expect(outside() - before).toBeLessThan(8 * 1024 * 1024)
    expect(store.list('/').entries).toHaveLength(200)
  })

  it('does not share the pool of small buffers', () => {
    const store = createMemoryStore()
    put(store, '/a', 'x')
    expect(store.get('/a')!.value.buffer).not.toBe(Buffer.from('y').buffer)
  })
})

describe('fork', () => {
  it('has the same keys, revisions and history', () => {
    const store = createMemoryStore()
    const one = put(store, '/a', 'one ')
    put(store, '/a', 'two ')
    const fork = store.fork()
    expect(fork.revision()).toBe(3n)
    expect(textOf(fork.get('/a'))).toBe('two 3')
    expect(textOf(fork.get('/a', { revision: one }))).toBe('one 2')
  })

  it('is independent in both directions, with the same next revision', () => {
    const store = createMemoryStore()
    for (let index = 0; index < 500; index++) put(store, `/${index}`)
    const fork = store.fork()
    expect(put(store, '/a', 'here')).toBe(put(fork, '/a', 'there'))
    store.delete('/1', { before: '', after: '' })
    put(fork, '/1', 'changed')
    expect([textOf(store.get('/a')), textOf(fork.get('/a'))]).toEqual(['here502', 'there502'])
    expect([textOf(store.get('/1')), textOf(fork.get('/1'))]).toEqual([undefined, 'changed503'])
    expect([textOf(store.get('/1', { revision: 501n })), textOf(fork.get('/1', { revision: 501n }))]).toEqual([
      '/13',
      '/13',
    ])
  })

  it('keeps its history when the other one is compacted, and its values when the other one moves them', () => {
    const store = createMemoryStore(small)
    for (let index = 0; index < 3; index++) put(store, '/a', `${index} `)
    for (let index = 0; index < 100; index++) put(store, `/b/${index}`, 'x'.repeat(1_000))
    const fork = store.fork()
    const oldest = fork.compactedRevision()
    for (let index = 0; index < 1_000; index++) put(store, `/b/${index % 90}`, 'y'.repeat(1_000))
    expect(fork.compactedRevision()).toBe(oldest)
    expect(textOf(fork.get('/a'))).toBe('2 4')
    for (let index = 0; index < 100; index++) expect(textOf(fork.get(`/b/${index}`))).toMatch(/^x{1000}\d+$/)
  })

  it('replaces and compacts shared values without changing the other one', () => {
    const store = createMemoryStore({ historyLimit: 1 })
    for (let index = 0; index < 300; index++) put(store, `/${index}`, 'x'.repeat(1_000))
    const forks = [store, store.fork(), store.fork()]
    for (let round = 0; round < 3; round++) {
      for (const [number, fork] of forks.entries()) {
        for (let index = round; index < 300; index += 2) put(fork, `/${index}`, `${number}${round}`.repeat(500))
      }
    }
    for (const [number, fork] of forks.entries()) {
      const rounds = (index: number): number => (index === 0 ? 0 : index % 2 === 0 ? 2 : 1)
      for (let index = 0; index < 300; index++) {
        const text = textOf(fork.get(`/${index}`))!
        expect(text.startsWith(`${number}${rounds(index)}`.repeat(500))).toBe(true)
      }
    }
  })

  it('has no watchers, and is closed separately', () => {
    const store = createMemoryStore()
    const told: string[] = []
    store.watch('/', 1n, {
      onEvents: (events) => void told.push(...events.map(({ entry }) => entry.key)),
      onEnd: () => void told.push('end'),
    })
    const fork = store.fork()
    put(fork, '/fork')
    put(store, '/store')
    fork.close()
    expect(told).toEqual(['/store'])
    expect(codeOf(() => fork.get('/fork'))).toBe('Closed')
    expect(codeOf(() => fork.fork())).toBe('Closed')
    expect(textOf(store.get('/store'))).toBe('/store2')
  })

  it('takes constant time, regardless of the number of keys', () => {
    const cost = (keys: number): number => {
      const store = createMemoryStore()
      for (let index = 0; index < keys; index++) put(store, `/${index}`)
      let best = Infinity
      for (let round = 0; round < 50; round++) {
        const began = performance.now()
        store.fork()
        best = Math.min(best, performance.now() - began)
      }
      return best
    }
    cost(100)
    expect(cost(40_000)).toBeLessThan(Math.max(cost(100) * 20, 0.5))
  })
})

const keys = fc.constantFrom('/a/1', '/a/2', '/b/1', '/b/\u{1F600}', '/b/\uE000', '/__proto__', '/a')
const operations = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ op: fc.constant('put' as const), key: keys, stale: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ op: fc.constant('delete' as const), key: keys, stale: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('compact' as const), back: fc.nat({ max: 6 }) }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('fork' as const) }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('watch' as const), back: fc.nat({ max: 6 }) }) },
  ),
  { maxLength: 80 },
)

/** A store so plain that it must be right: the whole state, copied at every revision. */
class PlainStore {
  states: Map<number, Map<string, string>> = new Map([[1, new Map()]])
  revision = 1
  oldest = 1

  get state(): Map<string, string> {
    return this.states.get(this.revision)!
  }

  write(change: (state: Map<string, string>, revision: number) => void): void {
    const next = new Map(this.state)
    this.revision++
    change(next, this.revision)
    this.states.set(this.revision, next)
  }

  copy(): PlainStore {
    const copy = new PlainStore()
    copy.states = new Map(this.states)
    copy.revision = this.revision
    copy.oldest = this.oldest
    return copy
  }
}

function rows(state: ReadonlyMap<string, string>, prefix: string): string[] {
  return [...state]
    .filter(([key]) => key.startsWith(prefix))
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([key, text]) => `${key}=${text}`)
}

describe('the memory store under random operations', () => {
  it('reads every revision like a store of full copies, and so do its forks and watches', () => {
    fc.assert(
      fc.property(operations, fc.nat({ max: 3 }), (list, limit) => {
        const pairs = [{ store: createMemoryStore(), plain: new PlainStore() }]
        const watches: { events: StoreEvent[]; from: Map<string, string>; plain: PlainStore }[] = []
        list.forEach((step, index) => {
          const { store, plain } = pairs[index % pairs.length]!
          if (step.op === 'put' || step.op === 'delete') {
            const current = store.get(step.key)
            expect(textOf(current)).toBe(plain.state.get(step.key))
            const condition = { modRevision: (current?.modRevision ?? 0n) + (step.stale ? 1n : 0n) }
            const outcome = store[step.op](step.key, { before: `${step.op}:`, after: '!' }, condition)
            const exists = plain.state.has(step.key)
            expect(outcome.done).toBe(!step.stale && (step.op === 'put' || exists))
            if (!outcome.done) return
            expect(textOf(outcome.previous)).toBe(plain.state.get(step.key))
            plain.write((state, revision) => {
              if (step.op === 'put') state.set(step.key, `put:${revision}!`)
              else state.delete(step.key)
            })
          } else if (step.op === 'compact') {
            const revision = Math.max(1, plain.revision - step.back)
            store.compact(BigInt(revision))
            plain.oldest = Math.max(plain.oldest, revision)
          } else if (step.op === 'fork') {
            if (pairs.length < 4) pairs.push({ store: store.fork(), plain: plain.copy() })
          } else {
            const after = Math.max(plain.oldest, plain.revision - step.back)
            const events: StoreEvent[] = []
            store.watch('/a', BigInt(after), { onEvents: (more) => void events.push(...more), onEnd: () => undefined })
            watches.push({ events, from: plain.states.get(after)!, plain })
          }
        })
        for (const { store, plain } of pairs) {
          expect(store.revision()).toBe(BigInt(plain.revision))
          expect(store.compactedRevision()).toBe(BigInt(plain.oldest))
          for (let revision = plain.oldest; revision <= plain.revision; revision++) {
            for (const prefix of ['/', '/a', '/b/', '/c']) {
              const expected = rows(plain.states.get(revision)!, prefix)
              const seen: string[] = []
              let from = prefix
              for (;;) {
                const page = store.list(prefix, { revision: BigInt(revision), from, limit })
                seen.push(...page.entries.map((entry) => `${entry.key}=${textOf(entry)}`))
                expect(page.remaining).toBe(expected.length - seen.length)
                if (page.remaining === 0) break
                from = `${page.entries.at(-1)!.key}\0`
              }
              expect(seen).toEqual(expected)
            }
            for (const key of ['/a/1', '/b/1']) {
              expect(textOf(store.get(key, { revision: BigInt(revision) }))).toBe(plain.states.get(revision)!.get(key))
            }
          }
        }
        for (const { events, from, plain } of watches) {
          const state = new Map(from)
          let last = 0n
          for (const { type, entry, previous } of events) {
            expect(entry.modRevision).toBeGreaterThan(last)
            last = entry.modRevision
            expect(textOf(previous)).toBe(state.get(entry.key))
            if (type === 'put') state.set(entry.key, textOf(entry)!)
            else state.delete(entry.key)
          }
          expect(rows(state, '/a')).toEqual(rows(plain.state, '/a'))
        }
      }),
      { numRuns: 200 },
    )
  })
})
