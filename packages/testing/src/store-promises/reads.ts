import {
  deepStrictEqual,
  keysOf,
  readEntry,
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

/** What a store promises of get and list. */
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
]
