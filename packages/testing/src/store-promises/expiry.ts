import { rejects } from 'node:assert/strict'
import type { Store, StoreEntry } from '@pinnace/store'
import {
  eventually,
  expectTombstone,
  Listener,
  ok,
  readValue,
  strictEqual,
  textOf,
  valueOf,
  write,
  type StorePromise,
} from './promise.ts'

/** Writes a key that lives for seconds, and returns its entry. */
async function writeFor(store: Store, key: string, text: string, ttlSeconds: number): Promise<StoreEntry> {
  const outcome = await store.put(key, { ...valueOf(store, text), ttlSeconds })
  ok(outcome.done, `put of ${key} was refused`)
  return outcome.entry
}

/** What stores promise of keys with a time to live. They wait for the clock of the store, a few seconds each. */
export const expiryPromises: readonly StorePromise[] = [
  {
    name: 'deletes a key after its time to live, with a tombstone, and not before',
    async run(store) {
      const listener = await Listener.start(store, '/a', await store.revision())
      const started = performance.now()
      const { modRevision, createRevision } = await writeFor(store, '/a', 'short', 1)
      const { previous, entry, type } = (await listener.receives(1))[0] ?? {}
      strictEqual(type, 'put')
      strictEqual(previous, undefined)
      strictEqual(entry?.modRevision, modRevision)
      await eventually(
        () => listener.events.length === 2,
        () => 'the deletion of /a',
      )
      // Clocks of another process and of this one do not run equally.
      ok(performance.now() - started > 900, 'the key lived as long as it was to')
      const [, gone] = listener.events
      strictEqual(gone?.type, 'delete')
      strictEqual(textOf(gone.previous), 'short')
      strictEqual(gone.previous?.modRevision, modRevision)
      strictEqual(gone.entry.createRevision, createRevision)
      ok(gone.entry.modRevision > modRevision, 'the deletion has a revision of its own')
      expectTombstone(store, gone.entry, { text: 'short', last: 'short' })
      if (store.bytesOnly !== true) strictEqual(readValue(gone.entry).revision, String(gone.entry.modRevision))
      strictEqual(await store.get('/a'), undefined)
      strictEqual((await store.list('/a')).entries.length, 0)
      strictEqual(textOf(await store.get('/a', { revision: modRevision })), 'short')
      const replay = await Listener.start(store, '/a', modRevision)
      strictEqual((await replay.receivesOne()).type, 'delete')
    },
  },
  {
    name: 'sets the time to live of a key anew with every write',
    async run(store) {
      await writeFor(store, '/forever', 'one', 1)
      await write(store, '/forever', 'two')
      await writeFor(store, '/longer', 'one', 1)
      await writeFor(store, '/longer', 'two', 600)
      await write(store, '/shorter', 'one')
      await writeFor(store, '/shorter', 'two', 1)
      await writeFor(store, '/again', 'one', 1)
      ok((await store.delete('/again', valueOf(store, 'gone'))).done)
      await write(store, '/again', 'two')
      const listener = await Listener.start(store, '/', await store.revision())
      await eventually(
        () => listener.lines.length > 0,
        () => 'the deletion of /shorter',
      )
      // Whatever else had expired would be gone by then.
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      const { entries } = await store.list('/')
      strictEqual(entries.map(({ key }) => key).join(), '/again,/forever,/longer')
      strictEqual(entries.map(textOf).join(), 'two,two,two')
      strictEqual(listener.events.map(({ type, entry }) => `${type} ${entry.key}`).join(), 'delete /shorter')
    },
  },
  {
    name: 'deletes every key of many that expire together, each once',
    async run(store) {
      const listener = await Listener.start(store, '/', await store.revision())
      const keys = Array.from({ length: 40 }, (_, index) => `/k/${index}`)
      await Promise.all(keys.map((key) => writeFor(store, key, key, 1)))
      await listener.receives(40)
      await eventually(
        () => listener.events.length >= 80,
        () => `forty deletions, not ${listener.events.length - 40}`,
      )
      const deleted = listener.events.slice(40).map(({ type, entry }) => `${type} ${entry.key}`)
      strictEqual(new Set(deleted).size, 40)
      strictEqual(listener.events.length, 80)
      ok(
        deleted.every((line) => line.startsWith('delete ')),
        'only deletions follow',
      )
    },
  },
  {
    name: 'refuses a time to live that is no positive integer',
    async run(store) {
      for (const ttlSeconds of [0, -1, 1.5, Number.NaN, Infinity]) {
        await rejects(async () => store.put('/a', { ...valueOf(store, 'a'), ttlSeconds }), TypeError)
      }
      strictEqual(await store.get('/a'), undefined)
    },
  },
]
