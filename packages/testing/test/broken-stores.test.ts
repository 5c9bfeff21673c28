import { describe, expect, it } from 'vitest'
import { StoreError, type Store, type StoreEntry, type StoreEvent, type StoreWatcher } from '@pinnace/store'
import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'
import { storePromises } from '../src/store-contract.ts'

type Break = (store: MemoryStore) => Partial<Store>

/** A correct store with some methods replaced by those of `breakIt`. */
function broken(breakIt: Break): Store {
  const store = createMemoryStore()
  const whole: Store = {
    revision: () => store.revision(),
    get: (...rest) => store.get(...rest),
    list: (...rest) => store.list(...rest),
    put: (...rest) => store.put(...rest),
    delete: (...rest) => store.delete(...rest),
    watch: (...rest) => store.watch(...rest),
    compact: (revision) => store.compact(revision),
    compactedRevision: () => store.compactedRevision(),
    close: () => store.close(),
  }
  return { ...whole, ...breakIt(store) }
}

/** Breaks the events that a watch receives. */
function withWatcher(change: (watcher: StoreWatcher) => Partial<StoreWatcher>): Break {
  return (store) => ({
    watch(prefix, after, watcher) {
      const whole: StoreWatcher = {
        onEvents: (events) => watcher.onEvents(events),
        onProgress: (revision) => watcher.onProgress?.(revision),
        onEnd: (error) => watcher.onEnd(error),
      }
      return store.watch(prefix, after, { ...whole, ...change(watcher) })
    },
  })
}

function events(change: (event: StoreEvent) => readonly StoreEvent[]): Break {
  return withWatcher((watcher) => ({
    onEvents(list) {
      const changed = list.flatMap(change)
      if (changed.length > 0) watcher.onEvents(changed)
    },
  }))
}

function withEntry(entry: StoreEntry, change: Partial<StoreEntry>): StoreEntry {
  const { key, value, note, createRevision, modRevision } = entry
  return { key, value, note, createRevision, modRevision, ...change }
}

const text = (entry: StoreEntry): string => new TextDecoder().decode(entry.value)

/** Broken stores, each with a part of the name of the promise that detects it. */
const wrongStores: readonly (readonly [name: string, caughtBy: string, breakIt: Break])[] = [
  [
    'ignores the condition of a put',
    'updates only from the revision',
    (store) => ({ put: (key, value) => store.put(key, value) }),
  ],
  [
    'ignores the condition of a delete',
    'deletes only from the revision',
    (store) => ({ delete: (key, value) => store.delete(key, value) }),
  ],
  [
    'lets a create overwrite an existing key',
    'creates only where',
    (store) => ({
      put: (key, value, condition) => store.put(key, value, condition?.modRevision === 0n ? undefined : condition),
    }),
  ],
  [
    'checks, waits, and then writes',
    'exactly one of many concurrent updates',
    (store) => ({
      async put(key, value, condition) {
        const current = store.get(key)
        if (condition !== undefined && (current?.modRevision ?? 0n) !== condition.modRevision)
          return { done: false, current }
        await Promise.resolve()
        return store.put(key, value)
      },
    }),
  ],
  [
    'uses up a revision for a refused write',
    'uses up no revision',
    (store) => ({
      put(key, value, condition) {
        const outcome = store.put(key, value, condition)
        if (!outcome.done) store.put('~', { before: '', after: '' })
        return outcome
      },
    }),
  ],
  [
    'does not insert the revision',
    'puts the revision of the write between',
    (store) => ({
      put: (key, value, condition) => store.put(key, { before: `${value.before}x`, after: value.after }, condition),
    }),
  ],
  [
    'stores text as Latin-1',
    'encodes values as UTF-8',
    (store) => ({
      get(key, options) {
        const entry = store.get(key, options)
        return entry && withEntry(entry, { value: Buffer.from(text(entry), 'latin1') })
      },
    }),
  ],
  [
    'cuts large values',
    'values of a mebibyte',
    (store) => ({
      get(key, options) {
        const entry = store.get(key, options)
        return entry && withEntry(entry, { value: entry.value.subarray(0, 65_536) })
      },
    }),
  ],
  [
    'returns one buffer for all entries',
    'never changes bytes',
    (store) => {
      const shared = Buffer.alloc(4 * 1024 * 1024)
      return {
        get(key, options) {
          const entry = store.get(key, options)
          return entry && withEntry(entry, { value: shared.subarray(0, Buffer.from(entry.value).copy(shared)) })
        },
        put(key, value, condition) {
          const outcome = store.put(key, value, condition)
          if (outcome.done) Buffer.from(outcome.entry.value).copy(shared)
          return outcome
        },
      }
    },
  ],
  [
    'returns another note',
    'returns a note',
    (store) => ({
      get(key, options) {
        const entry = store.get(key, options)
        return entry && withEntry(entry, { note: { ...(entry.note as object) } })
      },
    }),
  ],
  [
    'forgets the create revision',
    'keeps the create revision',
    (store) => ({
      get(key, options) {
        const entry = store.get(key, options)
        return entry && withEntry(entry, { createRevision: entry.modRevision })
      },
    }),
  ],
  [
    'keeps keys in a plain object',
    'accepts any text as a key',
    (store) => ({
      put: (key, value, condition) =>
        key.endsWith('__proto__') ? store.put('/p/[object]', value, condition) : store.put(key, value, condition),
    }),
  ],
  [
    'sorts keys by UTF-16',
    'past ASCII',
    (store) => ({
      list(prefix, options) {
        const page = store.list(prefix, options)
        return { ...page, entries: page.entries.toSorted((a, b) => (a.key < b.key ? -1 : 1)) }
      },
    }),
  ],
  [
    'sorts keys by the alphabet',
    'in the order of bytes',
    (store) => ({
      list(prefix, options) {
        const page = store.list(prefix, options)
        return { ...page, entries: page.entries.toSorted((a, b) => a.key.localeCompare(b.key)) }
      },
    }),
  ],
  [
    'treats a prefix as a folder',
    'the keys of the prefix and no others',
    (store) => ({
      list: (prefix, options) =>
        store.list(prefix.endsWith('/') ? prefix : `${prefix}/`, options?.from === undefined ? {} : options),
    }),
  ],
  [
    'returns one too many',
    'no more entries than the limit',
    (store) => ({
      list: (prefix, options) => store.list(prefix, { ...options, limit: options?.limit ? options.limit + 1 : 0 }),
    }),
  ],
  [
    'never reports remaining entries',
    'no more entries than the limit',
    (store) => ({
      list: (prefix, options) => ({ ...store.list(prefix, options), remaining: 0 }),
    }),
  ],
  [
    'counts remaining entries from the beginning',
    'after the page',
    (store) => ({
      list(prefix, options) {
        const page = store.list(prefix, options)
        return { ...page, remaining: store.list(prefix).entries.length - page.entries.length }
      },
    }),
  ],
  [
    'begins a page after its first key',
    'begins a page at a key',
    (store) => ({
      list: (prefix, options) =>
        store.list(prefix, options?.from === undefined ? options : { ...options, from: `${options.from}\0` }),
    }),
  ],
  [
    'lists the newest state for every revision',
    'as it was at every revision',
    (store) => ({
      list: (prefix, options) => ({
        ...store.list(prefix, { from: options?.from ?? prefix, limit: options?.limit ?? 0 }),
        revision: options?.revision ?? store.revision(),
      }),
    }),
  ],
  [
    'pages through the newest state',
    'one snapshot while others write',
    (store) => ({
      list: (prefix, options) => store.list(prefix, { from: options?.from ?? prefix, limit: options?.limit ?? 0 }),
    }),
  ],
  ['gets the newest entry for every revision', 'gets a key as it was', (store) => ({ get: (key) => store.get(key) })],
  [
    'reads future revisions',
    'refuses to read a future revision',
    (store) => ({
      get: (key, options) =>
        options?.revision !== undefined && options.revision > store.revision()
          ? store.get(key)
          : store.get(key, options),
    }),
  ],
  ['never compacts', 'before the compacted one', () => ({ compact: () => undefined })],
  [
    'compacts one too many',
    'still reads the compacted revision',
    (store) => ({
      compact: (revision) => store.compact(revision < store.revision() ? revision + 1n : revision),
    }),
  ],
  [
    'compacts the newest state away',
    'keeps the newest state',
    (store) => ({
      compact(revision) {
        store.delete('/a', { before: '', after: '' })
        store.compact(revision)
      },
    }),
  ],
  [
    'compacts future revisions',
    'refuses to compact',
    (store) => ({
      compact: (revision) => store.compact(revision > store.revision() ? store.revision() : revision),
    }),
  ],
  ['delivers every change twice', 'every change after the revision of a watch', events((event) => [event, event])],
  [
    'delivers changes in the wrong order',
    'replays the changes',
    withWatcher((watcher) => ({ onEvents: (list) => watcher.onEvents(list.toReversed()) })),
  ],
  [
    'begins a watch one change early',
    'at the revision a watch begins at',
    (store) => ({
      watch: (prefix, after, watcher) =>
        store.watch(prefix, after > store.compactedRevision() ? after - 1n : after, watcher),
    }),
  ],
  [
    'begins a watch one change late',
    'replays the changes',
    (store) => ({
      watch: (prefix, after, watcher) => store.watch(prefix, after < store.revision() ? after + 1n : after, watcher),
    }),
  ],
  [
    'begins every watch at the current revision',
    'resumes a watch',
    (store) => ({ watch: (prefix, _after, watcher) => store.watch(prefix, store.revision(), watcher) }),
  ],
  [
    'loses writes while a watch starts',
    'repeats nothing and skips nothing',
    (store) => ({
      async watch(prefix, after, watcher) {
        const missed = store.revision()
        await new Promise((resolve) => setTimeout(resolve, 3))
        return store.watch(prefix, after, {
          ...watcher,
          onEvents: (list) => watcher.onEvents(list.filter(({ entry }) => entry.modRevision <= missed)),
          onEnd: (error) => watcher.onEnd(error),
        })
      },
    }),
  ],
  [
    'delivers changes of every prefix',
    'below the prefix of a watch, and no others',
    (store) => ({ watch: (_prefix, after, watcher) => store.watch('', after, watcher) }),
  ],
  [
    'omits the previous value',
    'the new value and the previous one',
    events(({ type, entry }) => [{ type, entry, previous: undefined }]),
  ],
  [
    'keeps the previous value across a delete',
    'no previous value for a key',
    events(({ type, entry, previous }) => [{ type, entry, previous: previous ?? entry }]),
  ],
  [
    'deletes without a tombstone',
    'with the tombstone',
    events((event) => [
      event.type === 'delete' ? { type: 'delete', entry: event.previous!, previous: event.previous } : event,
    ]),
  ],
  [
    'refuses a watch of a future revision',
    'starts a watch at a future revision',
    (store) => ({
      watch(prefix, after, watcher) {
        if (after > store.revision()) throw new StoreError('FutureRevision', 'no')
        return store.watch(prefix, after, watcher)
      },
    }),
  ],
  [
    'forgets that a watch was disposed',
    'after it is disposed',
    (store) => ({
      watch(prefix, after, watcher) {
        store.watch(prefix, after, watcher)
        return { [Symbol.dispose]: () => undefined }
      },
    }),
  ],
  ['ends no watch when it is closed', 'ends every watch exactly once', withWatcher(() => ({ onEnd: () => undefined }))],
  [
    'ends a watch twice',
    'ends every watch exactly once',
    withWatcher((watcher) => ({
      onEnd(error) {
        watcher.onEnd(error)
        watcher.onEnd(error)
      },
    })),
  ],
  [
    'lets a broken watcher break the writer',
    'whose watcher throws',
    (store) => {
      const watchers: StoreWatcher[] = []
      return {
        watch(_prefix, _after, watcher) {
          watchers.push(watcher)
          return { [Symbol.dispose]: () => undefined }
        },
        put(key, value) {
          const outcome = store.put(key, value)
          if (outcome.done)
            for (const watcher of watchers)
              watcher.onEvents([{ type: 'put', entry: outcome.entry, previous: outcome.previous }])
          return outcome
        },
      }
    },
  ],
  [
    'delivers changes to watches before readers see them',
    'shows a change to readers',
    (store) => ({
      get: (key) => (store.revision() > 2n ? store.get(key, { revision: store.revision() - 1n }) : undefined),
    }),
  ],
  ['never reports progress', 'reports progress to a watch while', withWatcher(() => ({ onProgress: () => undefined }))],
  [
    'reports progress too early',
    'progress past a change',
    withWatcher((watcher) => ({
      onEvents(list) {
        watcher.onProgress?.(list.at(-1)!.entry.modRevision)
        watcher.onEvents(list)
      },
    })),
  ],
  ['accepts calls after it was closed', 'after it was closed', () => ({ close: () => undefined })],
]

describe('the store contract', () => {
  it('has a unique name for each promise', () => {
    expect(new Set(storePromises.map((promise) => promise.name)).size).toBe(storePromises.length)
  })

  for (const [name, caughtBy, breakIt] of wrongStores) {
    it.concurrent(`detects a store that ${name}`, async () => {
      const promises = storePromises.filter((promise) => promise.name.includes(caughtBy))
      expect(promises).toHaveLength(1)
      for (const promise of promises) {
        await promise.run(broken(() => ({})))
        await expect(promise.run(broken(breakIt))).rejects.toThrow()
      }
    })
  }
})
