import type { RangePage, StoreEntry } from '@pinnace/store'
import {
  deepStrictEqual,
  ok,
  refuses,
  remove,
  strictEqual,
  textOf,
  write,
  writeAll,
  type StorePromise,
} from './promise.ts'

/** What a store promises of reads at older revisions, and of reads during writes. */
export const olderRevisionPromises: readonly StorePromise[] = [
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
]
