import { systemClock, type Clock } from '@pinnace/meta'
import { StoreError, type Store, type StoreWatcher } from '@pinnace/store'
import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'
import { describe, expect, it } from 'vitest'
import { startStoreReflector, type StoreReflector, type StoreReflectorOptions } from '../src/index.ts'

const value = { before: '{"revision":"', after: '"}' }

interface Scene {
  readonly store: MemoryStore
  readonly calls: string[]
  start(options?: Partial<StoreReflectorOptions>): StoreReflector
}

function open(): Scene {
  const store = createMemoryStore()
  const calls: string[] = []
  return {
    store,
    calls,
    start(options = {}) {
      const reflector = startStoreReflector({
        store,
        prefix: '/things/',
        clock: systemClock,
        onPut: (name, _entry, isInitial) => void calls.push(`put ${name}${isInitial ? ' initially' : ''}`),
        onDelete: (name) => void calls.push(`delete ${name}`),
        onError: (error, name) => void calls.push(`error ${name ?? 'of the store'}: ${String(error)}`),
        ...options,
      })
      if (reflector instanceof Promise) throw new TypeError('a store in memory answers at once')
      return reflector
    },
  }
}

describe('a store reflector', () => {
  it('lists what exists and handles every change before the write returns', () => {
    const { store, calls, start } = open()
    store.put('/things/a', value)
    store.put('/others/x', value)
    using reflector = start()
    store.put('/things/b', value)
    store.delete('/things/a', value)
    expect(calls).toEqual(['put a initially', 'put b', 'delete a'])
    expect([...reflector.names]).toEqual(['b'])
    expect(reflector.catchUp()).toBeUndefined()
  })

  it('stops when it is disposed of', () => {
    const { store, calls, start } = open()
    start()[Symbol.dispose]()
    store.put('/things/a', value)
    expect(calls).toEqual([])
  })

  it('handles the other objects when one handler throws', () => {
    const { store, calls, start } = open()
    store.put('/things/a', value)
    store.put('/things/b', value)
    using _reflector = start({
      onPut(name) {
        if (name === 'a') throw new Error('unreadable')
        calls.push(`put ${name}`)
      },
    })
    expect(calls).toEqual(['error a: Error: unreadable', 'put b'])
  })

  it('resumes over a fork without a list, and handles only what has changed since', () => {
    const { store, calls, start } = open()
    store.put('/things/a', value)
    using reflector = start()
    const fork = store.fork()
    calls.length = 0
    using resumed = start({ store: fork, resumeFrom: reflector })
    fork.put('/things/b', value)
    expect(calls).toEqual(['put b'])
    expect([...resumed.names]).toEqual(['a', 'b'])
    expect([...reflector.names]).toEqual(['a'])
  })

  it('lists again with a back-off after the store has ended the watch, and deletes what is gone', async () => {
    const { store, calls, start } = open()
    const waits: number[] = []
    const clock: Clock = {
      ...systemClock,
      after(delayMs, callback) {
        waits.push(delayMs)
        queueMicrotask(callback)
        return { cancel: () => {} }
      },
    }
    let watcher: StoreWatcher | undefined
    let failures = 0
    const flaky: Store = {
      revision: () => store.revision(),
      get: (key) => store.get(key),
      list(prefix) {
        if (failures-- > 0) throw new StoreError('Unavailable', 'away')
        return store.list(prefix)
      },
      put: (key, stored) => store.put(key, stored),
      delete: (key, stored) => store.delete(key, stored),
      watch(_prefix, _revision, started) {
        watcher = started
        return { [Symbol.dispose]: () => {} }
      },
      compact: (revision) => store.compact(revision),
      compactedRevision: () => store.compactedRevision(),
      close: () => store.close(),
    }
    store.put('/things/a', value)
    using reflector = start({ store: flaky, clock })
    store.delete('/things/a', value)
    store.put('/things/b', value)
    failures = 2
    const behind = reflector.catchUp()
    expect(behind).toBeInstanceOf(Promise)
    watcher?.onEnd(new StoreError('Unavailable', 'away'))
    await behind
    await expect.poll(() => calls).toContain('put b')
    expect(waits).toEqual([100, 200])
    expect(calls).toEqual([
      'put a initially',
      'error of the store: StoreError: away',
      'error of the store: StoreError: away',
      'delete a',
      'put b',
    ])
  })
})
