import {
  deepStrictEqual,
  eventually,
  Listener,
  moment,
  strictEqual,
  write,
  writeAll,
  type StorePromise,
} from './promise.ts'

/** What stores promise of the progress and the end of watches. */
export const lifetimePromises: readonly StorePromise[] = [
  {
    name: 'delivers nothing to a watch after it is disposed',
    async run(store) {
      const listener = await Listener.start(store, '/', await store.revision())
      await write(store, '/a')
      await listener.receives(1)
      listener.stop()
      listener.stop()
      await write(store, '/b')
      await store.close()
      await moment()
      strictEqual(listener.events.length, 1)
      deepStrictEqual(listener.ends, [])
    },
  },
  {
    name: 'ends every watch exactly once when it is closed',
    async run(store) {
      const revision = await store.revision()
      const listeners = [await Listener.start(store, '/a', revision), await Listener.start(store, '/b', revision)]
      await store.close()
      for (const listener of listeners)
        await eventually(
          () => listener.ends.length === 1,
          () => 'the end',
        )
      await store.close()
      await moment()
      deepStrictEqual(
        listeners.map((listener) => listener.ends.length),
        [1, 1],
      )
    },
  },
  {
    name: 'ends the watch whose watcher throws, and no other',
    async run(store) {
      const ends: unknown[] = []
      let calls = 0
      await store.watch('/', await store.revision(), {
        onEvents() {
          calls++
          throw new Error('a broken watcher')
        },
        onEnd: (error) => void ends.push(error),
      })
      const listener = await Listener.start(store, '/', await store.revision())
      await writeAll(store, ['/a', '/b'])
      await listener.receives(2)
      strictEqual(calls, 1)
      strictEqual(ends.length, 1)
    },
  },
  {
    name: 'lets a watcher dispose its own watch while it handles events',
    async run(store) {
      let calls = 0
      const held: { watch?: Disposable } = {}
      held.watch = await store.watch('/', await store.revision(), {
        onEvents() {
          calls++
          held.watch?.[Symbol.dispose]()
        },
        onEnd: () => undefined,
      })
      const listener = await Listener.start(store, '/', await store.revision())
      await writeAll(store, ['/a', '/b', '/c'])
      await listener.receives(3)
      strictEqual(calls, 1)
    },
  },
  {
    name: 'reports progress to a watch while other prefixes are written',
    async run(store) {
      const listener = await Listener.start(store, '/a/', await store.revision())
      const { modRevision } = await write(store, '/b/1')
      await eventually(
        () => listener.progress >= modRevision,
        () => `progress to ${modRevision}`,
      )
      strictEqual(listener.events.length, 0)
    },
  },
  {
    name: 'reports progress to a watch after its replay',
    async run(store) {
      const start = await store.revision()
      await write(store, '/a/1')
      const { modRevision } = await write(store, '/b/1')
      const listener = await Listener.start(store, '/a/', start)
      await listener.receives(1)
      await eventually(
        () => listener.progress >= modRevision,
        () => `progress to ${modRevision}`,
      )
    },
  },
  {
    name: 'never reports progress past a change it has not delivered',
    async run(store) {
      let delivered = 0n
      const wrong: bigint[] = []
      let count = 0
      await store.watch('/a/', await store.revision(), {
        onEvents(events) {
          for (const { entry } of events) {
            if (entry.modRevision <= delivered) wrong.push(entry.modRevision)
            delivered = entry.modRevision
            count++
          }
        },
        onProgress(revision) {
          if (revision < delivered) wrong.push(revision)
          delivered = revision
        },
        onEnd: () => undefined,
      })
      await Promise.all(
        Array.from({ length: 40 }, async (_, index) => write(store, index % 2 === 0 ? `/a/${index}` : `/b/${index}`)),
      )
      await eventually(
        () => count === 20,
        () => 'twenty events',
      )
      deepStrictEqual(wrong, [])
    },
  },
]
