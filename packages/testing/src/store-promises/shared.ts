import type { Store } from '@pinnace/store'
import {
  absent,
  deepStrictEqual,
  eventually,
  Listener,
  ok,
  refuses,
  remove,
  strictEqual,
  textOf,
  valueOf,
  write,
} from './promise.ts'

/** One behavior of stores of several processes over the same data. `run` gets two of them, which are empty. */
export interface SharedStorePromise {
  readonly name: string
  readonly run: (first: Store, second: Store) => Promise<void>
}

/** What stores of several processes over the same data promise. */
export const sharedPromises: readonly SharedStorePromise[] = [
  {
    name: 'reads what another process has written, at once',
    async run(first, second) {
      for (let index = 0; index < 20; index++) {
        const [writer, reader] = index % 2 === 0 ? [first, second] : [second, first]
        const { modRevision } = await write(writer, '/a', String(index))
        strictEqual(await reader.revision(), modRevision)
        strictEqual(textOf(await reader.get('/a')), String(index))
        strictEqual((await reader.list('/')).revision, modRevision)
      }
    },
  },
  {
    name: 'gives a revision to one write of one process',
    async run(first, second) {
      const start = await first.revision()
      const entries = await Promise.all(
        Array.from({ length: 100 }, async (_, index) => write(index % 2 === 0 ? first : second, `/k${index % 9}`)),
      )
      strictEqual(new Set(entries.map(({ modRevision }) => modRevision)).size, 100)
      ok(entries.every(({ modRevision }) => modRevision > start))
    },
  },
  {
    name: 'lets one process create a key, or update it from a revision',
    async run(first, second) {
      for (let round = 0; round < 10; round++) {
        const key = `/k${round}`
        const race = async (condition: typeof absent): Promise<bigint> => {
          const outcomes = await Promise.all(
            [first, second, first, second].map(async (store) => store.put(key, valueOf(store, key), condition)),
          )
          const [done, ...others] = outcomes.flatMap((outcome) => (outcome.done ? [outcome.entry.modRevision] : []))
          ok(done !== undefined && others.length === 0, 'one write is done')
          return done
        }
        await race({ modRevision: await race(absent) })
      }
    },
  },
  {
    name: 'loses no increment of the writers of several processes',
    async run(first, second) {
      await write(first, '/n', '0')
      const increment = async (store: Store): Promise<void> => {
        for (;;) {
          const entry = await store.get('/n')
          if (entry === undefined) throw new Error('the counter is missing')
          const next = valueOf(store, String(Number(textOf(entry)) + 1))
          if ((await store.put('/n', next, { modRevision: entry.modRevision })).done) return
        }
      }
      await Promise.all([first, second, first, second, first, second].map(increment))
      strictEqual(textOf(await second.get('/n')), '6')
    },
  },
  {
    name: 'delivers the changes of all processes to the watches of each, in one order, each once',
    async run(first, second) {
      const start = await first.revision()
      const listeners = [await Listener.start(first, '/', start), await Listener.start(second, '/', start)]
      await Promise.all(
        Array.from({ length: 120 }, async (_, index) => write(index % 3 === 0 ? second : first, `/k${index % 7}`)),
      )
      await remove(second, '/k0')
      const lines: string[][] = []
      for (const listener of listeners) {
        const events = await listener.receives(121)
        const revisions = events.map(({ entry }) => entry.modRevision)
        deepStrictEqual(
          revisions,
          [...new Set(revisions)].toSorted((a, b) => Number(a - b)),
        )
        lines.push(listener.lines)
      }
      deepStrictEqual(lines[0], lines[1])
    },
  },
  {
    name: 'resumes a watch in another process',
    async run(first, second) {
      const listener = await Listener.start(first, '/', await first.revision())
      for (const key of ['/a', '/b', '/a']) await write(second, key)
      await remove(first, '/b')
      await listener.receives(4)
      for (const [index, { entry }] of listener.events.entries()) {
        const rest = await Listener.start(second, '/', entry.modRevision)
        await rest.receives(3 - index)
        deepStrictEqual(rest.lines, listener.lines.slice(index + 1))
        rest.stop()
      }
    },
  },
  {
    name: 'delivers previous values that another process has written',
    async run(first, second) {
      await write(first, '/a', 'one')
      const listener = await Listener.start(first, '/', await first.revision())
      await write(second, '/a', 'two')
      strictEqual(textOf((await listener.receivesOne()).previous), 'one')
    },
  },
  {
    name: 'reports progress to a watch while another process writes other prefixes',
    async run(first, second) {
      const listener = await Listener.start(first, '/a/', await first.revision())
      const { modRevision } = await write(second, '/b/1')
      await eventually(
        () => listener.progress >= modRevision,
        () => `progress to ${modRevision}`,
      )
    },
  },
  {
    name: 'compacts for all processes',
    async run(first, second) {
      const { modRevision } = await write(second, '/a', 'one')
      await write(first, '/a', 'two')
      const newest = await second.revision()
      await first.compact(newest)
      strictEqual(await second.compactedRevision(), newest)
      await refuses('Compacted', () => second.list('/', { revision: modRevision }))
      strictEqual(textOf(await second.get('/a')), 'two')
    },
  },
  {
    name: 'goes on when the store of another process is closed',
    async run(first, second) {
      const listener = await Listener.start(second, '/', await second.revision())
      await write(first, '/a')
      await first.close()
      await write(second, '/b')
      await listener.receives(2)
      strictEqual(textOf(await second.get('/a')), '/a')
      deepStrictEqual(listener.ends, [])
    },
  },
]
