import { describe, expect, it } from 'vitest'
import { StoreError, type Store, type StoreEntry, type StoreEvent, type StoreWatcher } from '@pinnace/store'
import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'
import { storePromises } from '../src/store-contract.ts'
import { bytesOnlyStore } from './fixtures/bytes-only-store.ts'

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
    'lists the pages of a list as of different revisions',
    'lists many keys as of one revision',
    (store) => ({
      async list(prefix, options = {}) {
        if (options.revision !== undefined) return store.list(prefix, options)
        const first = store.list(prefix, { ...options, limit: 500 })
        await new Promise((resolve) => setTimeout(resolve, 5))
        const rest = store.list(prefix, { ...options, from: `${first.entries.at(-1)?.key ?? prefix}\0` })
        return { ...rest, revision: first.revision, entries: [...first.entries, ...rest.entries] }
      },
    }),
  ],
  [
    'shares a request for the revision with callers that came later',
    'answers many callers of revision at once',
    (store) => {
      let shared: Promise<bigint> | undefined
      return {
        revision() {
          const revision = store.revision()
          return (shared ??= new Promise((resolve) =>
            setTimeout(() => {
              shared = undefined
              resolve(revision)
            }, 2),
          ))
        },
      }
    },
  ],
  [
    'has no previous value of the first change after a compaction',
    'delivers the previous value of the first change',
    (store) => ({
      watch: (prefix, after, watcher) =>
        store.watch(prefix, after, {
          ...watcher,
          onEvents: (list) =>
            watcher.onEvents(
              list.map((event) =>
                (event.previous?.modRevision ?? 0n) <= store.compactedRevision()
                  ? { ...event, previous: undefined }
                  : event,
              ),
            ),
        }),
    }),
  ],
  [
    'starts a watch from before the compaction at the compacted revision',
    'refuses a watch that would miss a deletion',
    (store) => ({
      watch(prefix, after, watcher) {
        const oldest = store.compactedRevision()
        return store.watch(prefix, after < oldest ? oldest : after, watcher)
      },
    }),
  ],
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
      put: (key, value, condition) =>
        store.put(key, value.bytes ? value : { before: `${value.before}x`, after: value.after }, condition),
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
    'keeps bytes as text',
    'stores bytes unchanged',
    (store) => ({
      put: (key, value, condition) =>
        store.put(key, value.bytes ? { bytes: Buffer.from(Buffer.from(value.bytes).toString()) } : value, condition),
    }),
  ],
  [
    'drops a tombstone of bytes',
    'value and tombstone are bytes',
    (store) => ({
      delete: (key, tombstone, condition) =>
        store.delete(key, tombstone.bytes ? { bytes: new Uint8Array() } : tombstone, condition),
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
  [
    'ends a prefix before the last character of Unicode',
    'last character of Unicode',
    (store) => ({
      list(prefix, options) {
        const page = store.list(prefix, options)
        return { ...page, entries: page.entries.filter(({ key }) => !key.endsWith('\u{10FFFF}\u{10FFFF}')) }
      },
    }),
  ],
  [
    'lists changes after the revision of the list',
    'lists one state during writes',
    (store) => ({
      list(prefix, options) {
        const page = store.list(prefix, options)
        return options?.revision === undefined ? { ...page, revision: page.revision - 1n } : page
      },
    }),
  ],
  [
    'compacts states after the compacted revision',
    'keeps every state from the compacted revision',
    (store) => ({
      list: (prefix, options) =>
        store.compactedRevision() === options?.revision
          ? { ...store.list(prefix), revision: options.revision }
          : store.list(prefix, options),
    }),
  ],
  [
    'counts revisions by the rows that are left',
    'continues its revisions when the newest change',
    (store) => ({
      revision: () => (store.compactedRevision() === store.revision() ? store.revision() - 2n : store.revision()),
    }),
  ],
  [
    'refuses the writes of a group after one that is refused',
    'answers each of many writes at once',
    (store) => {
      let refused = false
      return {
        put(key, value, condition) {
          if (refused) return { done: false, current: undefined }
          const outcome = store.put(key, value, condition)
          refused = !outcome.done
          return outcome
        },
      }
    },
  ],
  [
    'returns the entry from before the group as the previous one',
    'concurrent puts the entry it has replaced',
    (store) => ({
      put(key, value, condition) {
        const outcome = store.put(key, value, condition)
        return outcome.done ? { ...outcome, previous: undefined } : outcome
      },
    }),
  ],
  [
    'ends a value at a zero',
    'stores any characters in a value',
    (store) => ({
      put: (key, value, condition) =>
        store.put(key, value.bytes ? value : { before: value.before.replace('\0', ''), after: value.after }, condition),
    }),
  ],
  [
    'cuts long keys',
    'keys of 1,024 bytes',
    (store) => ({ put: (key, value, condition) => store.put(key.slice(0, 255), value, condition) }),
  ],
  [
    'loses the values that compacted changes had',
    'previous values from before the compacted revision',
    (store) =>
      events((event) => [
        event.previous !== undefined && event.previous.modRevision <= store.compactedRevision()
          ? { type: event.type, entry: event.entry, previous: undefined }
          : event,
      ])(store),
  ],
  [
    'replays one page of changes',
    'more than a thousand changes',
    withWatcher((watcher) => ({ onEvents: (list) => watcher.onEvents(list.slice(0, 500)) })),
  ],
  [
    'keeps keys whose time to live is over',
    'deletes a key after its time to live',
    (store) => ({ put: (key, { ttlSeconds: _ignored, ...value }, condition) => store.put(key, value, condition) }),
  ],
  [
    'deletes keys a little early',
    'deletes a key after its time to live',
    (store) => ({
      put(key, { ttlSeconds, ...value }, condition) {
        const outcome = store.put(key, value, condition)
        if (ttlSeconds !== undefined) setTimeout(() => store.delete(key, value), ttlSeconds * 500)
        return outcome
      },
    }),
  ],
  [
    'lets the first time to live of a key stand',
    'sets the time to live of a key anew',
    (store) => ({
      put(key, { ttlSeconds, ...value }, condition) {
        const outcome = store.put(key, value, condition)
        if (ttlSeconds !== undefined) setTimeout(() => store.delete(key, value), ttlSeconds * 1_000)
        return outcome
      },
    }),
  ],
  [
    'forgets keys that expire together with another one',
    'every key of many that expire together',
    (store) => {
      const due = new Set<number>()
      return {
        put(key, { ttlSeconds, ...value }, condition) {
          const outcome = store.put(key, value, condition)
          const second = Math.ceil(performance.now() / 1000) + (ttlSeconds ?? 0)
          if (ttlSeconds !== undefined && !due.has(second))
            setTimeout(() => store.delete(key, value), ttlSeconds * 1_000)
          due.add(second)
          return outcome
        },
      }
    },
  ],
  [
    'takes a time to live of nothing for none',
    'refuses a time to live',
    (store) => ({
      put: (key, { ttlSeconds = 0, ...value }, condition) =>
        store.put(key, ttlSeconds > 0 ? { ...value, ttlSeconds } : value, condition),
    }),
  ],
  ['accepts calls after it was closed', 'after it was closed', () => ({ close: () => undefined })],
]

describe('the store contract', () => {
  it('detects a store of bytes only that stores a value with room for a revision', async () => {
    const promise = storePromises.find(({ by }) => by === 'bytesOnly')
    await promise?.run(bytesOnlyStore(createMemoryStore()))
    await expect(promise?.run({ ...broken(() => ({})), bytesOnly: true })).rejects.toThrow()
  })

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
