import type { RangePage, StoreEntry } from '@pinnace/store'
import { expectDefined } from '../expect-defined.ts'
import {
  deepStrictEqual,
  keysOf,
  ok,
  readEntry,
  refuses,
  remove,
  strictEqual,
  textOf,
  write,
  writeAll,
  type StorePromise,
} from './promise.ts'

const strangeKeys = [
  '/p/__proto__',
  '/p/constructor',
  '/p/hasOwnProperty',
  '/p/toString',
  '/p/ ',
  '/p/%2f',
  '/p/\u0001',
  '/p/\u0000x',
  '/p/"',
  "/p/'",
  '/p/\\',
]

/** What a store promises of get, list, older revisions and compaction. */
export const readPromises: readonly StorePromise[] = [
  {
    name: 'finds nothing in an empty store',
    async run(store) {
      strictEqual(await store.get('/a'), undefined)
      const page = await store.list('/')
      deepStrictEqual(page.entries, [])
      strictEqual(page.remaining, 0)
      strictEqual(page.revision, await store.revision())
    },
  },
  {
    name: 'reads its own writes',
    async run(store) {
      for (let index = 0; index < 20; index++) {
        const { modRevision } = await write(store, `/a/${index}`, `text ${index}`)
        const entry = await readEntry(store, `/a/${index}`)
        strictEqual(entry.modRevision, modRevision)
        strictEqual(textOf(entry), `text ${index}`)
      }
      strictEqual((await keysOf(store, '/a/')).length, 20)
    },
  },
  {
    name: 'gets a key by its whole name only',
    async run(store) {
      await writeAll(store, ['/a/b', '/a/bc'])
      strictEqual(await store.get('/a/'), undefined)
      strictEqual(await store.get('/a'), undefined)
      strictEqual(textOf(await store.get('/a/b')), '/a/b')
    },
  },
  {
    name: 'lists the keys of the prefix and no others',
    async run(store) {
      await writeAll(store, ['/a', '/a/1', '/a/2', '/ab/1', '/b/1', '/A/1'])
      deepStrictEqual(await keysOf(store, '/a/'), ['/a/1', '/a/2'])
      deepStrictEqual(await keysOf(store, '/a'), ['/a', '/a/1', '/a/2', '/ab/1'])
      deepStrictEqual(await keysOf(store, '/c'), [])
    },
  },
  {
    name: 'lists everything for the empty prefix',
    async run(store) {
      await writeAll(store, ['b', 'a', '/c'])
      deepStrictEqual(await keysOf(store, ''), ['/c', 'a', 'b'])
    },
  },
  {
    name: 'lists in the order of bytes, not of the alphabet and not of writing',
    async run(store) {
      await writeAll(store, ['/p/b', '/p/a', '/p/B', '/p/10', '/p/9', '/p/a/x', '/p/a-x'])
      deepStrictEqual(await keysOf(store, '/p/'), ['/p/10', '/p/9', '/p/B', '/p/a', '/p/a-x', '/p/a/x', '/p/b'])
    },
  },
  {
    name: 'orders keys past ASCII by their UTF-8, where UTF-16 would not',
    async run(store) {
      const keys = ['/p/z', '/p/é', '/p/\u{1F600}', '/p/\uFB01', '/p/\uE000', '/p/中']
      await writeAll(store, keys)
      const expected = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      deepStrictEqual(await keysOf(store, '/p/'), expected)
      deepStrictEqual(await keysOf(store, '/p/', { from: '/p/\uE000', limit: 2 }), expected.slice(-3, -1))
    },
  },
  {
    name: 'lists a prefix that ends in the last character of Unicode',
    async run(store) {
      const last = '/p/\u{10FFFF}'
      await writeAll(store, [last, `${last}a`, `${last}\u{10FFFF}`, '/p/\u{10FFFE}', '/q'])
      deepStrictEqual(await keysOf(store, last), [last, `${last}a`, `${last}\u{10FFFF}`])
    },
  },
  {
    name: 'accepts any text as a key',
    async run(store) {
      await writeAll(store, strangeKeys)
      for (const key of strangeKeys) strictEqual(textOf(await store.get(key)), key)
      deepStrictEqual((await keysOf(store, '/p/')).toSorted(), strangeKeys.toSorted())
      for (const key of strangeKeys) await remove(store, key)
      deepStrictEqual(await keysOf(store, '/p/'), [])
      strictEqual(({} as Record<string, unknown>)['text'], undefined)
    },
  },
  {
    name: 'treats patterns and numbers as plain keys',
    async run(store) {
      await writeAll(store, ['/p/*', '/p/%', '/p/_', '/p/a', '/p/1', '/p/01'])
      for (const key of ['/p/*', '/p/%', '/p/_']) deepStrictEqual(await keysOf(store, key), [key])
      strictEqual(textOf(await store.get('/p/01')), '/p/01')
    },
  },
  {
    name: 'lists each entry with its own revisions and value',
    async run(store) {
      const first = await write(store, '/a/1', 'one')
      const second = await write(store, '/a/2', 'two')
      const { entries } = await store.list('/a/')
      deepStrictEqual(
        entries.map((entry) => [entry.modRevision, entry.createRevision, textOf(entry)]),
        [
          [first.modRevision, first.modRevision, 'one'],
          [second.modRevision, second.modRevision, 'two'],
        ],
      )
    },
  },
  {
    name: 'returns the revision of a list, which writes to other keys advance too',
    async run(store) {
      await write(store, '/a/1')
      const { modRevision } = await write(store, '/b/1')
      strictEqual((await store.list('/a/')).revision, modRevision)
    },
  },
  {
    name: 'returns no more entries than the limit, and the number that remain',
    async run(store) {
      await writeAll(store, ['/a/1', '/a/2', '/a/3', '/a/4', '/b/1'])
      const page = await store.list('/a/', { limit: 3 })
      deepStrictEqual(
        page.entries.map((entry) => entry.key),
        ['/a/1', '/a/2', '/a/3'],
      )
      strictEqual(page.remaining, 1)
    },
  },
  {
    name: 'returns 0 remaining entries when the limit is reached exactly, not reached, or absent',
    async run(store) {
      await writeAll(store, ['/a/1', '/a/2', '/b/1'])
      for (const limit of [0, 2, 3, 1000]) {
        const page = await store.list('/a/', { limit })
        strictEqual(page.entries.length, 2)
        strictEqual(page.remaining, 0)
      }
    },
  },
  {
    name: 'begins a page at a key, inclusive',
    async run(store) {
      await writeAll(store, ['/a/1', '/a/2', '/a/3'])
      deepStrictEqual(await keysOf(store, '/a/', { from: '/a/2' }), ['/a/2', '/a/3'])
    },
  },
  {
    name: 'begins a page between keys',
    async run(store) {
      await writeAll(store, ['/a/1', '/a/2', '/a/3'])
      deepStrictEqual(await keysOf(store, '/a/', { from: '/a/1\0', limit: 1 }), ['/a/2'])
      deepStrictEqual(await keysOf(store, '/a/', { from: '/a/9' }), [])
    },
  },
  {
    name: 'counts the remaining entries after the page, not from the beginning',
    async run(store) {
      await writeAll(store, ['/a/1', '/a/2', '/a/3', '/a/4', '/a/5'])
      strictEqual((await store.list('/a/', { from: '/a/3', limit: 2 })).remaining, 1)
    },
  },
  {
    name: 'returns a large range page by page, each key once',
    async run(store) {
      const keys = Array.from({ length: 300 }, (_, index) => `/a/${String((index * 7) % 300).padStart(3, '0')}`)
      await writeAll(store, keys)
      const { revision } = await store.list('/a/', { limit: 1 })
      const seen: string[] = []
      let from = '/a/'
      let expected = 300
      for (;;) {
        const page = await store.list('/a/', { revision, from, limit: 7 })
        seen.push(...page.entries.map((entry) => entry.key))
        expected -= page.entries.length
        strictEqual(page.remaining, expected)
        if (page.remaining === 0) break
        from = `${expectDefined(page.entries.at(-1), 'the last entry').key}\0`
      }
      deepStrictEqual(seen, keys.toSorted())
    },
  },
  {
    name: 'gets a key as it was at an older revision',
    async run(store) {
      const before = await store.revision()
      const { modRevision: one } = await write(store, '/a', 'one')
      const { modRevision: two } = await write(store, '/a', 'two')
      const { modRevision: gone } = await remove(store, '/a')
      const { modRevision: three } = await write(store, '/a', 'three')
      const texts = []
      for (const revision of [before, one, two, gone, three]) texts.push(textOf(await store.get('/a', { revision })))
      deepStrictEqual(texts, [undefined, 'one', 'two', undefined, 'three'])
    },
  },
  {
    name: 'lists the state as it was at every revision',
    async run(store) {
      const states = new Map<bigint, string[]>()
      const state = new Map<string, string>()
      for (const [step, key] of ['/a/1', '/a/2', '/a/1', '-/a/2', '/a/3', '/b/1', '-/a/1', '/a/2', '/a/0'].entries()) {
        const name = key.replace('-', '')
        const { modRevision } = key.startsWith('-') ? await remove(store, name) : await write(store, name, String(step))
        if (key.startsWith('-')) state.delete(name)
        else state.set(name, String(step))
        states.set(
          modRevision,
          [...state]
            .filter(([key]) => key.startsWith('/a/'))
            .map((pair) => pair.join(' '))
            .sort(),
        )
      }
      for (const [revision, expected] of states) {
        const page = await store.list('/a/', { revision })
        strictEqual(page.revision, revision)
        deepStrictEqual(
          page.entries.map((entry) => `${entry.key} ${textOf(entry)}`),
          expected,
        )
      }
    },
  },
  {
    name: 'keeps all pages of one revision one snapshot while others write',
    async run(store) {
      const keys = Array.from({ length: 9 }, (_, index) => `/a/${index}`)
      await writeAll(store, keys)
      const first = await store.list('/a/', { limit: 3 })
      await write(store, '/a/4', 'changed')
      await remove(store, '/a/7')
      await writeAll(store, ['/a/10', '/a/5a'])
      const second = await store.list('/a/', { revision: first.revision, from: '/a/3', limit: 3 })
      const third = await store.list('/a/', { revision: first.revision, from: '/a/6', limit: 3 })
      deepStrictEqual([...first.entries, ...second.entries, ...third.entries].map(textOf), keys)
      deepStrictEqual([first.remaining, second.remaining, third.remaining], [6, 3, 0])
    },
  },
  {
    name: 'lists one state during writes: every change up to its revision, and none after it',
    async run(store) {
      const pages: RangePage[] = []
      const written = Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          await write(store, `/a/${index % 20}`, String(index))
          if (index % 4 === 0) pages.push(await store.list('/a/'))
        }),
      )
      pages.push(await store.list('/a/'))
      await written
      for (const { revision, entries } of pages) {
        ok(entries.every(({ modRevision }) => modRevision <= revision))
        const { entries: again } = await store.list('/a/', { revision })
        const revisions = (list: readonly StoreEntry[]): bigint[] => list.map(({ modRevision }) => modRevision)
        deepStrictEqual(revisions(entries), revisions(again))
      }
    },
  },
  {
    name: 'lists many keys as of one revision while others write',
    async run(store) {
      const keys = Array.from({ length: 1_100 }, (_, index) => `/a/${String(index).padStart(4, '0')}`)
      await Promise.all(keys.map(async (key) => write(store, key)))
      const listing = store.list('/a/')
      await Promise.all([write(store, '/a/0002', 'changed'), write(store, '/a/1099a'), remove(store, '/a/1098')])
      const page = await listing
      const again = await store.list('/a/', { revision: page.revision })
      strictEqual(page.remaining, 0)
      deepStrictEqual(
        page.entries.map(({ key, modRevision }) => `${key} ${modRevision}`),
        again.entries.map(({ key, modRevision }) => `${key} ${modRevision}`),
      )
    },
  },
  {
    name: 'answers many callers of revision at once, none with one older than a write before its call',
    async run(store) {
      const reads: Promise<void>[] = []
      for (let index = 0; index < 60; index++) {
        const { modRevision } = await write(store, '/a', String(index))
        const read = async (): Promise<void> => {
          const revision = await store.revision()
          ok(revision >= modRevision, `revision ${revision} after a write of ${modRevision}`)
        }
        reads.push(read(), read())
      }
      await Promise.all(reads)
    },
  },
  {
    name: 'refuses to read a future revision',
    async run(store) {
      const { modRevision } = await write(store, '/a')
      await refuses('FutureRevision', () => store.get('/a', { revision: modRevision + 1n }))
      await refuses('FutureRevision', () => store.list('/', { revision: modRevision + 1n }))
    },
  },
  {
    name: 'refuses to read a revision before the compacted one',
    async run(store) {
      const { modRevision: one } = await write(store, '/a', 'one')
      await write(store, '/a', 'two')
      const { modRevision: three } = await write(store, '/a', 'three')
      await store.compact(three)
      await refuses('Compacted', () => store.get('/a', { revision: one }))
      await refuses('Compacted', () => store.list('/', { revision: one }))
    },
  },
  {
    name: 'still reads the compacted revision and all after it',
    async run(store) {
      await write(store, '/a', 'one')
      await write(store, '/b', 'kept')
      const { modRevision: two } = await write(store, '/a', 'two')
      const { modRevision: three } = await write(store, '/a', 'three')
      await store.compact(two)
      strictEqual(textOf(await store.get('/a', { revision: two })), 'two')
      strictEqual(textOf(await store.get('/a', { revision: three })), 'three')
      deepStrictEqual(await keysOf(store, '/', { revision: two }), ['/a', '/b'])
    },
  },
  {
    name: 'returns the oldest readable revision',
    async run(store) {
      ok((await store.compactedRevision()) <= (await store.revision()))
      await writeAll(store, ['/a', '/b', '/c'])
      const revision = await store.revision()
      await store.compact(revision)
      strictEqual(await store.compactedRevision(), revision)
      await store.list('/', { revision })
    },
  },
  {
    name: 'accepts compaction of a revision that is already compacted',
    async run(store) {
      await writeAll(store, ['/a', '/b', '/c'])
      const revision = await store.revision()
      await store.compact(revision)
      await store.compact(revision - 1n)
      await store.compact(revision)
      strictEqual(await store.compactedRevision(), revision)
    },
  },
  {
    name: 'refuses to compact a future revision',
    async run(store) {
      const { modRevision } = await write(store, '/a')
      await refuses('FutureRevision', () => store.compact(modRevision + 1n))
    },
  },
  {
    name: 'keeps every state from the compacted revision on, whichever revision that is',
    async run(store) {
      const states: { readonly revision: bigint; readonly texts: readonly (string | undefined)[] }[] = []
      for (const [step, key] of ['/a', '/b', '/a', '-/b', '/c', '/b', '-/a', '/b', '-/c', '/a'].entries()) {
        if (key.startsWith('-')) await remove(store, key.slice(1))
        else await write(store, key, `${key} ${step}`)
        const { revision, entries } = await store.list('/')
        states.push({ revision, texts: entries.map(textOf) })
      }
      for (const [index, { revision }] of states.entries()) {
        await store.compact(revision)
        for (const state of states.slice(index)) {
          const { entries } = await store.list('/', { revision: state.revision })
          deepStrictEqual(entries.map(textOf), state.texts)
        }
      }
    },
  },
  {
    name: 'continues its revisions when the newest change was a compacted delete',
    async run(store) {
      await write(store, '/a')
      const { modRevision: gone } = await remove(store, '/a')
      await store.compact(gone)
      strictEqual(await store.revision(), gone)
      strictEqual((await store.list('/')).revision, gone)
      ok((await write(store, '/a')).modRevision > gone)
    },
  },
  {
    name: 'keeps the newest state when it compacts',
    async run(store) {
      await writeAll(store, ['/a', '/b', '/c', '/b'])
      await remove(store, '/c')
      await store.compact(await store.revision())
      deepStrictEqual(await keysOf(store, '/'), ['/a', '/b'])
      strictEqual(textOf(await store.get('/a')), '/a')
      strictEqual(textOf(await store.get('/b')), '/b')
    },
  },
]
