import { expectDefined } from '../expect-defined.ts'
import {
  deepStrictEqual,
  expectTombstone,
  Listener,
  refuses,
  remove,
  strictEqual,
  textOf,
  write,
  writeAll,
  type StorePromise,
} from './promise.ts'

/** What stores promise of watches that begin in the past, or in the future. */
export const historyPromises: readonly StorePromise[] = [
  {
    name: 'replays the changes after an older revision, then continues without a gap',
    async run(store) {
      const { modRevision } = await write(store, '/a/0')
      await writeAll(store, ['/a/1', '/a/2', '/b/1', '/a/1'])
      await remove(store, '/a/2')
      const listener = await Listener.start(store, '/a/', modRevision)
      await write(store, '/a/3')
      const events = await listener.receives(5)
      deepStrictEqual(
        events.map(({ type, entry }) => `${type} ${entry.key}`),
        ['put /a/1', 'put /a/2', 'put /a/1', 'delete /a/2', 'put /a/3'],
      )
    },
  },
  {
    name: 'repeats nothing and skips nothing when watches start during writes',
    async run(store) {
      const start = await store.revision()
      const listeners: Listener[] = []
      for (let index = 0; index < 30; index++) {
        const [, listener] = await Promise.all([write(store, `/a/${index}`), Listener.start(store, '/a/', start)])
        listeners.push(listener)
      }
      for (const listener of listeners) {
        const events = await listener.receives(30)
        deepStrictEqual(
          events.map(({ entry }) => entry.key),
          Array.from({ length: 30 }, (_, index) => `/a/${index}`),
        )
      }
    },
  },
  {
    name: 'resumes a watch from any revision it has delivered',
    async run(store) {
      const whole = await Listener.start(store, '/a/', await store.revision())
      await writeAll(store, ['/a/1', '/a/2', '/a/3', '/a/1'])
      await remove(store, '/a/3')
      await whole.receives(5)
      for (const [index, { entry }] of whole.events.entries()) {
        const rest = await Listener.start(store, '/a/', entry.modRevision)
        await rest.receives(4 - index)
        deepStrictEqual(rest.lines, whole.lines.slice(index + 1))
        rest.stop()
      }
    },
  },
  {
    name: 'replays values and previous values as of each change',
    async run(store) {
      const start = await store.revision()
      await write(store, '/a', 'one')
      await write(store, '/a', 'two')
      await remove(store, '/a', 'gone')
      await write(store, '/a', 'three')
      const listener = await Listener.start(store, '/a', start)
      const events = await listener.receives(4)
      deepStrictEqual(
        events.map(({ entry }) => textOf(entry)),
        ['one', 'two', store.bytesOnly === true ? textOf(events[2]?.entry) : 'gone', 'three'],
      )
      expectTombstone(store, expectDefined(events[2], 'the delete').entry, { text: 'gone', last: 'two' })
      deepStrictEqual(
        events.map(({ previous }) => textOf(previous)),
        [undefined, 'one', 'two', undefined],
      )
    },
  },
  {
    name: 'starts a watch at a future revision, and delivers the changes after it',
    async run(store) {
      const listener = await Listener.start(store, '/', (await store.revision()) + 2n)
      await writeAll(store, ['/a', '/b', '/c'])
      strictEqual((await listener.receivesOne()).entry.key, '/c')
    },
  },
  {
    name: 'refuses a watch from before the compacted revision',
    async run(store) {
      const { modRevision } = await write(store, '/a')
      await writeAll(store, ['/a', '/b', '/c'])
      await store.compact(await store.revision())
      const silent = { onEvents: (): void => undefined, onEnd: (): void => undefined }
      await refuses('Compacted', () => store.watch('/', modRevision, silent))
    },
  },
  {
    name: 'watches from the compacted revision on',
    async run(store) {
      await writeAll(store, ['/a', '/b'])
      const revision = await store.revision()
      await write(store, '/c')
      await store.compact(revision)
      const listener = await Listener.start(store, '/', revision)
      await write(store, '/d')
      deepStrictEqual(
        (await listener.receives(2)).map(({ entry }) => entry.key),
        ['/c', '/d'],
      )
    },
  },
  {
    name: 'delivers previous values from before the compacted revision',
    async run(store) {
      await write(store, '/a', 'one')
      await write(store, '/b', 'one')
      const { modRevision } = await write(store, '/c', 'one')
      await write(store, '/a', 'two')
      await remove(store, '/b')
      await store.compact(modRevision)
      const listener = await Listener.start(store, '/', modRevision)
      const events = await listener.receives(2)
      deepStrictEqual(
        events.map(({ previous }) => textOf(previous)),
        ['one', 'one'],
      )
    },
  },
  {
    name: 'replays more than a thousand changes in order, each once',
    async run(store) {
      const start = await store.revision()
      for (let group = 0; group < 12; group++) {
        await Promise.all(
          Array.from({ length: 100 }, async (_, index) => write(store, `/${index % 2 === 0 ? 'a' : 'b'}/${index}`)),
        )
      }
      const listener = await Listener.start(store, '/a/', start)
      const events = await listener.receives(600)
      const revisions = events.map(({ entry }) => entry.modRevision)
      deepStrictEqual(
        revisions,
        [...new Set(revisions)].toSorted((a, b) => Number(a - b)),
      )
    },
  },
  {
    name: 'delivers the previous value of the first change after the compacted revision',
    async run(store) {
      await write(store, '/a', 'one')
      const { modRevision: two } = await write(store, '/a', 'two')
      await write(store, '/b')
      await write(store, '/a', 'three')
      await store.compact(two)
      const listener = await Listener.start(store, '/a', two)
      const { entry, previous } = await listener.receivesOne()
      strictEqual(textOf(entry), 'three')
      strictEqual(textOf(previous), 'two')
    },
  },
  {
    name: 'refuses a watch that would miss a deletion at the compacted revision',
    async run(store) {
      const { modRevision: created } = await write(store, '/a')
      const { modRevision: deleted } = await remove(store, '/a')
      await write(store, '/b')
      await store.compact(deleted)
      const silent = { onEvents: (): void => undefined, onEnd: (): void => undefined }
      await refuses('Compacted', () => store.watch('/', created, silent))
      const listener = await Listener.start(store, '/', deleted)
      strictEqual((await listener.receivesOne()).entry.key, '/b')
    },
  },
  {
    name: 'keeps a watch that is up to date open when it compacts',
    async run(store) {
      const listener = await Listener.start(store, '/', await store.revision())
      await writeAll(store, ['/a', '/b'])
      await listener.receives(2)
      await store.compact(await store.revision())
      await write(store, '/c')
      await listener.receives(3)
      deepStrictEqual(listener.ends, [])
    },
  },
]
