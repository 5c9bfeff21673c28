import {
  absent,
  deepStrictEqual,
  ok,
  readEntry,
  readValue,
  refuses,
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
    async run(store) {
      const { modRevision } = await write(store, '/a', 'one')
      deepStrictEqual(readValue(await readEntry(store, '/a')), { text: 'one', revision: String(modRevision) })
    },
  },
  {
    name: 'returns the stored entry and the previous one from a put',
    async run(store) {
      const first = await store.put('/a', valueOf('one'))
      ok(first.done)
      strictEqual(first.previous, undefined)
      strictEqual(first.entry.key, '/a')
      const second = await store.put('/a', valueOf('two'))
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
      const again = await store.put('/a', valueOf('two'), absent)
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
      const stale = await store.put('/a', valueOf('three'), { modRevision })
      ok(!stale.done)
      strictEqual(textOf(stale.current), 'two')
    },
  },
  {
    name: 'refuses an update of a deleted key',
    async run(store) {
      const { modRevision } = await write(store, '/a')
      await remove(store, '/a')
      const outcome = await store.put('/a', valueOf('two'), { modRevision })
      ok(!outcome.done)
      strictEqual(outcome.current, undefined)
    },
  },
  {
    name: 'refuses an update from a future revision',
    async run(store) {
      const { modRevision } = await write(store, '/a')
      ok(!(await store.put('/a', valueOf('two'), { modRevision: modRevision + 5n })).done)
    },
  },
  {
    name: 'uses up no revision for a refused write',
    async run(store) {
      await write(store, '/a')
      const before = await store.revision()
      ok(!(await store.put('/a', valueOf('x'), absent)).done)
      ok(!(await store.delete('/a', valueOf('x'), { modRevision: before + 1n })).done)
      ok(!(await store.delete('/nothing', valueOf('x'))).done)
      strictEqual(await store.revision(), before)
    },
  },
  {
    name: 'deletes a key, and returns its tombstone and the previous entry',
    async run(store) {
      const { modRevision } = await write(store, '/a', 'one')
      const outcome = await store.delete('/a', valueOf('gone'))
      ok(outcome.done)
      strictEqual(textOf(outcome.previous), 'one')
      strictEqual(outcome.previous?.modRevision, modRevision)
      strictEqual(textOf(outcome.entry), 'gone')
      strictEqual(await store.get('/a'), undefined)
    },
  },
  {
    name: 'puts the revision of the delete into the tombstone',
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
      const outcome = await store.delete('/a', valueOf('gone'), { modRevision })
      ok(!outcome.done)
      strictEqual(textOf(outcome.current), 'two')
      strictEqual(textOf(await store.get('/a')), 'two')
    },
  },
  {
    name: 'does not delete a key that does not exist',
    async run(store) {
      const outcome = await store.delete('/a', valueOf('gone'))
      ok(!outcome.done)
      strictEqual(outcome.current, undefined)
    },
  },
  {
    name: 'lets exactly one of many concurrent creates succeed',
    async run(store) {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => store.put('/a', valueOf(String(index)), absent)),
      )
      strictEqual(outcomes.filter((outcome) => outcome.done).length, 1)
    },
  },
  {
    name: 'lets exactly one of many concurrent updates from one revision succeed',
    async run(store) {
      const { modRevision } = await write(store, '/a')
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => store.put('/a', valueOf(String(index)), { modRevision })),
      )
      const written = outcomes.flatMap((outcome) => (outcome.done ? [textOf(outcome.entry)] : []))
      deepStrictEqual(written, [textOf(await store.get('/a'))])
    },
  },
  {
    name: 'loses no increment of many concurrent writers that retry on conflict',
    async run(store) {
      await write(store, '/n', '0')
      const increment = async (): Promise<void> => {
        for (;;) {
          const entry = await readEntry(store, '/n')
          const next = valueOf(String(Number(textOf(entry)) + 1))
          if ((await store.put('/n', next, { modRevision: entry.modRevision })).done) return
        }
      }
      await Promise.all(Array.from({ length: 12 }, increment))
      strictEqual(textOf(await store.get('/n')), '12')
    },
  },
  {
    name: 'stores an empty value, which then contains only its revision',
    async run(store) {
      await store.put('/a', { before: '', after: '' })
      const entry = await readEntry(store, '/a')
      strictEqual(new TextDecoder().decode(entry.value), String(entry.modRevision))
    },
  },
  {
    name: 'encodes values as UTF-8',
    async run(store) {
      const text = 'ä € 𝄞 \u0000 "quoted" \u2028'
      await write(store, '/a', text)
      const entry = await readEntry(store, '/a')
      strictEqual(textOf(entry), text)
      const { before, after } = valueOf(text)
      deepStrictEqual(Buffer.from(entry.value), Buffer.from(`${before}${entry.modRevision}${after}`))
    },
  },
  {
    name: 'stores values of a mebibyte and more, among small ones',
    async run(store) {
      const large = 'é'.repeat(1024 * 1024)
      await write(store, '/small')
      await write(store, '/large', large)
      await write(store, '/small2')
      strictEqual(textOf(await store.get('/large')), large)
      strictEqual(textOf(await store.get('/small')), '/small')
      strictEqual(textOf(await store.get('/small2')), '/small2')
    },
  },
  {
    name: 'never changes bytes it has returned',
    async run(store) {
      await write(store, '/a', 'one')
      const { value } = await readEntry(store, '/a')
      const copy = Buffer.from(value)
      for (let index = 0; index < 200; index++) await write(store, '/a', `another ${index}`)
      await remove(store, '/a')
      await store.compact(await store.revision())
      for (let index = 0; index < 200; index++) await write(store, `/b${index}`, 'overwriting')
      deepStrictEqual(Buffer.from(value), copy)
    },
  },
  {
    name: 'returns a note as it was given, or not at all',
    async run(store) {
      const note = { labels: { a: 'b' } }
      await store.put('/a', valueOf('one', note))
      const entry = await readEntry(store, '/a')
      ok(entry.note === undefined || entry.note === note)
      await store.put('/a', valueOf('two'))
      strictEqual((await readEntry(store, '/a')).note, undefined)
    },
  },
  {
    name: 'refuses every call after it was closed',
    async run(store) {
      await write(store, '/a')
      const revision = await store.revision()
      await store.close()
      const silent = { onEvents: (): void => undefined, onEnd: (): void => undefined }
      await refuses('Closed', () => store.get('/a'))
      await refuses('Closed', () => store.list('/'))
      await refuses('Closed', () => store.put('/a', valueOf('x')))
      await refuses('Closed', () => store.delete('/a', valueOf('x')))
      await refuses('Closed', () => store.watch('/', revision, silent))
      await refuses('Closed', () => store.revision())
    },
  },
  {
    name: 'can be closed twice',
    async run(store) {
      await store.close()
      await store.close()
    },
  },
]
