import {
  deepStrictEqual,
  keysOf,
  ok,
  refuses,
  remove,
  strictEqual,
  textOf,
  write,
  writeAll,
  type StorePromise,
} from './promise.ts'

/** What a store promises of compaction. */
export const compactionPromises: readonly StorePromise[] = [
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
