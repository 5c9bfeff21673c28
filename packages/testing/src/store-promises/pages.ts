import { expectDefined } from '../expect-defined.ts'
import { deepStrictEqual, keysOf, strictEqual, writeAll, type StorePromise } from './promise.ts'

/** What a store promises of lists with a limit. */
export const pagePromises: readonly StorePromise[] = [
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
]
