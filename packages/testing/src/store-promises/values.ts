import { rejects } from 'node:assert/strict'
import { StoreError } from '@pinnace/store'
import { expectDefined } from '../expect-defined.ts'
import {
  Listener,
  deepStrictEqual,
  ok,
  readEntry,
  remove,
  strictEqual,
  textOf,
  valueOf,
  write,
  type StorePromise,
} from './promise.ts'

/** What a store promises of keys and values. */
export const valuePromises: readonly StorePromise[] = [
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
]
