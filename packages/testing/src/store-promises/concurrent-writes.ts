import {
  absent,
  deepStrictEqual,
  readEntry,
  strictEqual,
  textOf,
  valueOf,
  write,
  type StorePromise,
} from './promise.ts'

/** What a store promises of writes at once. */
export const concurrentWritePromises: readonly StorePromise[] = [
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
]
