import { describe, expect, it } from 'vitest'
import { StoreError, type Store, type StoreEntry, type StoreEvent, type StoreWatcher } from '@pinnace/store'
import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'
import { storePromises } from '../src/store-contract.ts'

type Break = (store: MemoryStore) => Partial<Store>

/** A store that is right but for what `breakIt` puts in the place of its methods. */
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

/** Breaks what a watch hears. */
function hearing(change: (watcher: StoreWatcher) => Partial<StoreWatcher>): Break {
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
  return hearing((watcher) => ({
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

/** Wrong stores, and the promise that finds each out. */
const wrongStores: readonly (readonly [name: string, caughtBy: string, breakIt: Break])[] = [
  [
    'takes no notice of the condition of a put',
    'updates only from the revision',
    (store) => ({ put: (key, value) => store.put(key, value) }),
  ],
  [
    'takes no notice of the condition of a delete',
    'deletes only from the revision',
    (store) => ({ delete: (key, value) => store.delete(key, value) }),
  ],
  [
    'lets a create win over what exists',
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
    'does not spell the revision',
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
    'hands out one buffer for all',
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
    'gives back another note',
    'hands a note out',
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
    'takes any text as a key',
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
    'takes a prefix for a folder',
    'the keys of the prefix and no others',
    (store) => ({
      list: (prefix, options) =>
        store.list(prefix.endsWith('/') ? prefix : `${prefix}/`, options?.from === undefined ? {} : options),
    }),
  ],
  [
    'returns one too many',
    'no more than the limit',
    (store) => ({
      list: (prefix, options) => store.list(prefix, { ...options, limit: options?.limit ? options.limit + 1 : 0 }),
    }),
  ],
  [
    'never says that more remain',
    'no more than the limit',
    (store) => ({
      list: (prefix, options) => ({ ...store.list(prefix, options), remaining: 0 }),
    }),
  ],
  [
    'counts what remains from the beginning',
    'from the page on',
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
    'reads the future',
    'refuses to read a revision that is still',
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
    'loses nothing of the newest state',
    (store) => ({
      compact(revision) {
        store.delete('/a', { before: '', after: '' })
        store.compact(revision)
      },
    }),
  ],
  [
    'compacts the future',
    'refuses to compact',
    (store) => ({
      compact: (revision) => store.compact(revision > store.revision() ? store.revision() : revision),
    }),
  ],
  ['tells every change twice', 'every change after its revision', events((event) => [event, event])],
  [
    'tells of changes in the wrong order',
    'replays what happened',
    hearing((watcher) => ({ onEvents: (list) => watcher.onEvents(list.toReversed()) })),
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
    'replays what happened',
    (store) => ({
      watch: (prefix, after, watcher) => store.watch(prefix, after < store.revision() ? after + 1n : after, watcher),
    }),
  ],
  [
    'begins every watch now',
    'resumes a watch',
    (store) => ({ watch: (prefix, _after, watcher) => store.watch(prefix, store.revision(), watcher) }),
  ],
  [
    'loses what is written while a watch starts',
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
    'tells of every prefix',
    'its prefix and of nothing else',
    (store) => ({ watch: (_prefix, after, watcher) => store.watch('', after, watcher) }),
  ],
  [
    'forgets the value before',
    'and the one before',
    events(({ type, entry }) => [{ type, entry, previous: undefined }]),
  ],
  [
    'remembers a value before from a former life',
    'from its former life',
    events(({ type, entry, previous }) => [{ type, entry, previous: previous ?? entry }]),
  ],
  [
    'deletes without a tombstone',
    'gives the tombstone',
    events((event) => [
      event.type === 'delete' ? { type: 'delete', entry: event.previous!, previous: event.previous } : event,
    ]),
  ],
  [
    'refuses a watch of the future',
    'begins at a revision to come',
    (store) => ({
      watch(prefix, after, watcher) {
        if (after > store.revision()) throw new StoreError('FutureRevision', 'no')
        return store.watch(prefix, after, watcher)
      },
    }),
  ],
  [
    'forgets that a watch was disposed',
    'once it is disposed',
    (store) => ({
      watch(prefix, after, watcher) {
        store.watch(prefix, after, watcher)
        return { [Symbol.dispose]: () => undefined }
      },
    }),
  ],
  ['ends no watch when it is closed', 'ends every watch once', hearing(() => ({ onEnd: () => undefined }))],
  [
    'ends a watch twice',
    'ends every watch once',
    hearing((watcher) => ({
      onEnd(error) {
        watcher.onEnd(error)
        watcher.onEnd(error)
      },
    })),
  ],
  [
    'lets a broken watcher break the writer',
    'watcher that throws',
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
    'tells watches before readers can see',
    'shows a change to readers',
    (store) => ({
      get: (key) => (store.revision() > 2n ? store.get(key, { revision: store.revision() - 1n }) : undefined),
    }),
  ],
  ['is silent about progress', 'how far it has come', hearing(() => ({ onProgress: () => undefined }))],
  [
    'tells of progress too early',
    'progress past a change',
    hearing((watcher) => ({
      onEvents(list) {
        watcher.onProgress?.(list.at(-1)!.entry.modRevision)
        watcher.onEvents(list)
      },
    })),
  ],
  ['goes on after it was closed', 'after it was closed', () => ({ close: () => undefined })],
]

describe('the store contract', () => {
  it('has no two promises of one name', () => {
    expect(new Set(storePromises.map((promise) => promise.name)).size).toBe(storePromises.length)
  })

  for (const [name, caughtBy, breakIt] of wrongStores) {
    it.concurrent(`finds out a store that ${name}`, async () => {
      const promises = storePromises.filter((promise) => promise.name.includes(caughtBy))
      expect(promises).toHaveLength(1)
      const [promise] = promises
      await promise!.run(broken(() => ({})))
      await expect(promise!.run(broken(breakIt))).rejects.toThrow()
    })
  }
})
