import {
  absent,
  deepStrictEqual,
  expectTombstone,
  ok,
  readEntry,
  readValue,
  remove,
  strictEqual,
  textOf,
  valueOf,
  write,
  type StorePromise,
} from './promise.ts'

/** What a store promises of put and delete. */
export const writePromises: readonly StorePromise[] = [
  {
    name: 'begins at a revision that is not 0, which means "does not exist"',
    run: async (store) => ok((await store.revision()) >= 1n),
  },
  {
    name: 'gives every write its own revision, greater than all earlier ones',
    async run(store) {
      let last = await store.revision()
      for (const key of ['/a', '/b', '/a', '/c']) {
        const { modRevision } = await write(store, key)
        ok(modRevision > last)
        last = modRevision
      }
      ok((await remove(store, '/a')).modRevision > last)
    },
  },
  {
    name: 'returns the revision of the newest write',
    async run(store) {
      strictEqual((await write(store, '/a')).modRevision, await store.revision())
      strictEqual((await remove(store, '/a')).modRevision, await store.revision())
    },
  },
  {
    name: 'puts the revision of the write between the two parts of the value',
    by: 'stamping',
    async run(store) {
      const { modRevision } = await write(store, '/a', 'one')
      deepStrictEqual(readValue(await readEntry(store, '/a')), { text: 'one', revision: String(modRevision) })
    },
  },
  {
    name: 'returns the stored entry and the previous one from a put',
    async run(store) {
      const first = await store.put('/a', valueOf(store, 'one'))
      ok(first.done)
      strictEqual(first.previous, undefined)
      strictEqual(first.entry.key, '/a')
      const second = await store.put('/a', valueOf(store, 'two'))
      ok(second.done)
      strictEqual(textOf(second.entry), 'two')
      strictEqual(textOf(second.previous), 'one')
      strictEqual(second.previous?.modRevision, first.entry.modRevision)
    },
  },
  {
    name: 'keeps the create revision across updates',
    async run(store) {
      const { modRevision: created } = await write(store, '/a')
      await write(store, '/a', 'two')
      const entry = await readEntry(store, '/a')
      strictEqual(entry.createRevision, created)
      ok(entry.modRevision > created)
    },
  },
  {
    name: 'gives a key that is created again after a delete a new create revision',
    async run(store) {
      const { modRevision: first } = await write(store, '/a')
      await remove(store, '/a')
      const { createRevision, modRevision } = await write(store, '/a')
      ok(createRevision > first)
      strictEqual(createRevision, modRevision)
    },
  },
  {
    name: 'creates only where the key does not exist, when the condition says so',
    async run(store) {
      await write(store, '/a', 'one', absent)
      const again = await store.put('/a', valueOf(store, 'two'), absent)
      ok(!again.done)
      strictEqual(textOf(again.current), 'one')
      strictEqual(textOf(await store.get('/a')), 'one')
    },
  },
  {
    name: 'updates only from the revision in the condition',
    async run(store) {
      const { modRevision } = await write(store, '/a', 'one')
      await write(store, '/a', 'two', { modRevision })
      const stale = await store.put('/a', valueOf(store, 'three'), { modRevision })
      ok(!stale.done)
      strictEqual(textOf(stale.current), 'two')
    },
  },
  {
    name: 'refuses an update of a deleted key',
    async run(store) {
      const { modRevision } = await write(store, '/a')
      await remove(store, '/a')
      const outcome = await store.put('/a', valueOf(store, 'two'), { modRevision })
      ok(!outcome.done)
      strictEqual(outcome.current, undefined)
    },
  },
  {
    name: 'refuses an update from a future revision',
    async run(store) {
      const { modRevision } = await write(store, '/a')
      ok(!(await store.put('/a', valueOf(store, 'two'), { modRevision: modRevision + 5n })).done)
    },
  },
  {
    name: 'uses up no revision for a refused write',
    async run(store) {
      await write(store, '/a')
      const before = await store.revision()
      ok(!(await store.put('/a', valueOf(store, 'x'), absent)).done)
      ok(!(await store.delete('/a', valueOf(store, 'x'), { modRevision: before + 1n })).done)
      ok(!(await store.delete('/nothing', valueOf(store, 'x'))).done)
      strictEqual(await store.revision(), before)
    },
  },
  {
    name: 'deletes a key, and returns its tombstone and the previous entry',
    async run(store) {
      const { modRevision } = await write(store, '/a', 'one')
      const outcome = await store.delete('/a', valueOf(store, 'gone'))
      ok(outcome.done)
      strictEqual(textOf(outcome.previous), 'one')
      strictEqual(outcome.previous?.modRevision, modRevision)
      expectTombstone(store, outcome.entry, { text: 'gone', last: 'one' })
      strictEqual(await store.get('/a'), undefined)
    },
  },
  {
    name: 'puts the revision of the delete into the tombstone',
    by: 'stamping',
    async run(store) {
      await write(store, '/a')
      const tombstone = await remove(store, '/a', 'gone')
      deepStrictEqual(readValue(tombstone), { text: 'gone', revision: String(tombstone.modRevision) })
      strictEqual(tombstone.modRevision, await store.revision())
    },
  },
  {
    name: 'deletes only from the revision in the condition',
    async run(store) {
      const { modRevision } = await write(store, '/a', 'one')
      await write(store, '/a', 'two')
      const outcome = await store.delete('/a', valueOf(store, 'gone'), { modRevision })
      ok(!outcome.done)
      strictEqual(textOf(outcome.current), 'two')
      strictEqual(textOf(await store.get('/a')), 'two')
    },
  },
  {
    name: 'does not delete a key that does not exist',
    async run(store) {
      const outcome = await store.delete('/a', valueOf(store, 'gone'))
      ok(!outcome.done)
      strictEqual(outcome.current, undefined)
    },
  },
]
