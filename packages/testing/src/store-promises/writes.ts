import { rejects } from 'node:assert/strict'
import { StoreError } from '@pinnace/store'
import { expectDefined } from '../expect-defined.ts'
import {
  Listener,
  absent,
  deepStrictEqual,
  expectTombstone,
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
  {
    name: 'lets exactly one of many concurrent creates succeed',
    async run(store) {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => store.put('/a', valueOf(store, String(index)), absent)),
      )
      strictEqual(outcomes.filter((outcome) => outcome.done).length, 1)
    },
  },
  {
    name: 'lets exactly one of many concurrent updates from one revision succeed',
    async run(store) {
      const { modRevision } = await write(store, '/a')
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => store.put('/a', valueOf(store, String(index)), { modRevision })),
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
          const next = valueOf(store, String(Number(textOf(entry)) + 1))
          if ((await store.put('/n', next, { modRevision: entry.modRevision })).done) return
        }
      }
      await Promise.all(Array.from({ length: 12 }, increment))
      strictEqual(textOf(await store.get('/n')), '12')
    },
  },
  {
    name: 'answers each of many writes at once, done or refused',
    async run(store) {
      const { modRevision } = await write(store, '/b', 'old')
      // Of another key than the other writes: concurrent writes may be done in any order.
      const { modRevision: last } = await write(store, '/e', 'old')
      const outcomes = await Promise.all([
        store.put('/a', valueOf(store, 'a'), absent),
        store.put('/b', valueOf(store, 'b'), absent),
        store.put('/b', valueOf(store, 'b'), { modRevision: modRevision + 1_000n }),
        store.delete('/nothing', valueOf(store, 'gone')),
        store.put('/c', valueOf(store, 'c'), { modRevision }),
        store.put('/d', valueOf(store, 'd')),
        store.delete('/e', valueOf(store, 'gone'), { modRevision: last }),
      ])
      deepStrictEqual(
        outcomes.map(({ done }) => done),
        [true, false, false, false, false, true, true],
      )
      deepStrictEqual(
        outcomes.flatMap((outcome) => (outcome.done ? [outcome.entry.key] : [])),
        ['/a', '/d', '/e'],
      )
      strictEqual(new Set(outcomes.flatMap((outcome) => (outcome.done ? [outcome.entry.modRevision] : []))).size, 3)
      strictEqual(await store.get('/e'), undefined)
      strictEqual(await store.get('/c'), undefined)
    },
  },
  {
    name: 'returns from each of many concurrent puts the entry it has replaced',
    async run(store) {
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, async (_, index) => store.put('/a', valueOf(store, String(index)))),
      )
      const entries = outcomes.flatMap((outcome) => (outcome.done ? [outcome] : []))
      entries.sort((a, b) => Number(a.entry.modRevision - b.entry.modRevision))
      strictEqual(entries.length, 30)
      for (const [index, { entry, previous }] of entries.entries()) {
        const before = entries[index - 1]?.entry
        strictEqual(previous?.modRevision, before?.modRevision)
        strictEqual(textOf(previous), textOf(before))
        strictEqual(entry.createRevision, entries[0]?.entry.modRevision)
      }
    },
  },
  {
    name: 'stores any characters in a value',
    by: 'stamping',
    async run(store) {
      const [before, after] = ['\u0000\\x00\'"\u{10FFFF}', '\u0001\u0000']
      await store.put('/a', { before, after })
      const entry = await readEntry(store, '/a')
      deepStrictEqual(Buffer.from(entry.value), Buffer.from(`${before}${entry.modRevision}${after}`))
    },
  },
  {
    name: 'stores keys of 1,024 bytes, and stores longer ones or refuses them as too large',
    async run(store) {
      const long = `/${'é'.repeat(511)}k`
      await write(store, long)
      strictEqual(textOf(await store.get(long)), long)
      const longer = `/${'k'.repeat(100_000)}`
      const outcome = await Promise.resolve()
        .then(() => store.put(longer, valueOf(store, 'long')))
        .catch((error: unknown) => error)
      if (outcome instanceof StoreError) strictEqual(outcome.code, 'TooLarge')
      else strictEqual(textOf(await store.get(longer)), 'long')
      await write(store, '/short')
    },
  },
  {
    name: 'stores an empty value, which then contains only its revision',
    by: 'stamping',
    async run(store) {
      await store.put('/a', { before: '', after: '' })
      const entry = await readEntry(store, '/a')
      strictEqual(new TextDecoder().decode(entry.value), String(entry.modRevision))
    },
  },
  {
    name: 'encodes values as UTF-8',
    by: 'stamping',
    async run(store) {
      const text = 'ä € 𝄞 \u0000 "quoted" \u2028'
      await write(store, '/a', text)
      const entry = await readEntry(store, '/a')
      strictEqual(textOf(entry), text)
      deepStrictEqual(
        Buffer.from(entry.value),
        Buffer.from(JSON.stringify({ text, revision: String(entry.modRevision) })),
      )
    },
  },
  {
    name: 'stores bytes unchanged, also where they are no text, or none',
    async run(store) {
      const all = Uint8Array.from({ length: 1024 }, (_, index) => index % 256)
      const values = { '/all': all, '/none': new Uint8Array(), '/part': all.subarray(3, 7) }
      for (const [key, bytes] of Object.entries(values)) {
        const outcome = await store.put(key, { bytes })
        ok(outcome.done)
        deepStrictEqual(Buffer.from(outcome.entry.value), Buffer.from(bytes))
      }
      for (const [key, bytes] of Object.entries(values)) {
        deepStrictEqual(Buffer.from((await readEntry(store, key)).value), Buffer.from(bytes))
      }
    },
  },
  {
    name: 'deletes a key whose value and tombstone are bytes',
    async run(store) {
      const [last, gone] = [Uint8Array.of(0, 255, 1), Uint8Array.of(128)]
      const { modRevision } = await write(store, '/a')
      const listener = await Listener.start(store, '/', modRevision)
      await store.put('/a', { bytes: last })
      const outcome = await store.delete('/a', { bytes: gone })
      ok(outcome.done)
      const [, event] = await listener.receives(2)
      listener.stop()
      for (const entry of [outcome.entry, expectDefined(event, 'the event of the delete').entry]) {
        const value = Buffer.from(entry.value)
        ok(value.equals(gone) || (store.bytesOnly === true && value.equals(last)), 'the value of the tombstone')
      }
      deepStrictEqual(Buffer.from(expectDefined(outcome.previous, 'the previous entry').value), Buffer.from(last))
    },
  },
  {
    name: 'rejects a value with room for a revision',
    by: 'bytesOnly',
    async run(store) {
      const stamped = { before: '{"revision":"', after: '"}' }
      await rejects(async () => store.put('/a', stamped), TypeError)
      await write(store, '/a')
      await rejects(async () => store.delete('/a', stamped), TypeError)
      strictEqual(textOf(await store.get('/a')), '/a')
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
      await store.put('/a', valueOf(store, 'one', note))
      const entry = await readEntry(store, '/a')
      ok(entry.note === undefined || entry.note === note)
      await store.put('/a', valueOf(store, 'two'))
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
      await refuses('Closed', () => store.put('/a', valueOf(store, 'x')))
      await refuses('Closed', () => store.delete('/a', valueOf(store, 'x')))
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
