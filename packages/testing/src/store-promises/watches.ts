import {
  absent,
  deepStrictEqual,
  eventually,
  Listener,
  moment,
  ok,
  readValue,
  refuses,
  remove,
  strictEqual,
  textOf,
  valueOf,
  write,
  writeAll,
  type StorePromise,
} from './promise.ts'

/** What a store promises of watches. */
export const watchPromises: readonly StorePromise[] = [
  {
    name: 'delivers every change after the revision of a watch, in order',
    async run(store) {
      const listener = await Listener.start(store, '/a/', await store.revision())
      const revisions = [
        await write(store, '/a/1'),
        await write(store, '/a/2'),
        await write(store, '/a/1', 'again'),
        await remove(store, '/a/2'),
      ].map((entry) => entry.modRevision)
      await listener.receives(4)
      deepStrictEqual(listener.lines, [
        `put /a/1 ${revisions[0]}`,
        `put /a/2 ${revisions[1]}`,
        `put /a/1 ${revisions[2]}`,
        `delete /a/2 ${revisions[3]}`,
      ])
    },
  },
  {
    name: 'does not deliver the change at the revision a watch begins at',
    async run(store) {
      await write(store, '/a/1')
      const listener = await Listener.start(store, '/a/', await store.revision())
      await write(store, '/a/2')
      strictEqual((await listener.receivesOne()).entry.key, '/a/2')
    },
  },
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
    name: 'delivers changes below the prefix of a watch, and no others',
    async run(store) {
      const listener = await Listener.start(store, '/a/', await store.revision())
      await writeAll(store, ['/b/1', '/a', '/ab/1', '/a/1', '/A/1'])
      strictEqual((await listener.receivesOne()).entry.key, '/a/1')
    },
  },
  {
    name: 'delivers every change to a watch of the empty prefix',
    async run(store) {
      const listener = await Listener.start(store, '', await store.revision())
      await writeAll(store, ['a', '/b', '__proto__'])
      await listener.receives(3)
    },
  },
  {
    name: 'delivers a change to every watch',
    async run(store) {
      const revision = await store.revision()
      const listeners = [await Listener.start(store, '/a/', revision), await Listener.start(store, '/', revision)]
      await write(store, '/a/1')
      for (const listener of listeners) await listener.receives(1)
    },
  },
  {
    name: 'delivers a put with the new value and the previous one',
    async run(store) {
      const listener = await Listener.start(store, '/a', await store.revision())
      const first = await write(store, '/a', 'one')
      const second = await write(store, '/a', 'two')
      const [created, updated] = await listener.receives(2)
      strictEqual(created?.previous, undefined)
      strictEqual(textOf(created?.entry), 'one')
      strictEqual(textOf(updated?.entry), 'two')
      strictEqual(textOf(updated?.previous), 'one')
      strictEqual(updated?.previous?.modRevision, first.modRevision)
      strictEqual(updated.entry.modRevision, second.modRevision)
      strictEqual(updated.entry.createRevision, first.modRevision)
    },
  },
  {
    name: 'delivers a delete with the tombstone, its own revision, and the previous value',
    async run(store) {
      await write(store, '/a', 'one')
      const listener = await Listener.start(store, '/a', await store.revision())
      const { modRevision } = await remove(store, '/a', 'gone')
      const { type, entry, previous } = await listener.receivesOne()
      strictEqual(type, 'delete')
      deepStrictEqual(readValue(entry), { text: 'gone', revision: String(modRevision) })
      strictEqual(entry.modRevision, modRevision)
      strictEqual(textOf(previous), 'one')
    },
  },
  {
    name: 'delivers no previous value for a key that is created again after a delete',
    async run(store) {
      await write(store, '/a', 'one')
      await remove(store, '/a')
      const listener = await Listener.start(store, '/a', await store.revision())
      await write(store, '/a', 'two')
      strictEqual((await listener.receivesOne()).previous, undefined)
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
        ['one', 'two', 'gone', 'three'],
      )
      deepStrictEqual(
        events.map(({ previous }) => textOf(previous)),
        [undefined, 'one', 'two', undefined],
      )
    },
  },
  {
    name: 'delivers no event for a refused write',
    async run(store) {
      const listener = await Listener.start(store, '/', await store.revision())
      await write(store, '/a')
      await store.put('/a', valueOf('x'), absent)
      await store.delete('/b', valueOf('x'))
      await write(store, '/c')
      await listener.receives(2)
    },
  },
  {
    name: 'shows a change to readers before it delivers it to watches',
    async run(store) {
      const seen: (string | undefined)[] = []
      await store.watch('/', await store.revision(), {
        async onEvents(events) {
          for (const { entry } of events) {
            const now = await store.get(entry.key)
            seen.push(now !== undefined && now.modRevision >= entry.modRevision ? 'visible' : 'not yet')
          }
        },
        onEnd: () => undefined,
      })
      await writeAll(store, ['/a', '/b', '/a'])
      await eventually(
        () => seen.length === 3,
        () => 'three events',
      )
      deepStrictEqual(seen, ['visible', 'visible', 'visible'])
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
    name: 'delivers a change to every watch before a change that a watcher makes in response',
    async run(store) {
      const start = await store.revision()
      await store.watch('/a', start, {
        onEvents(events) {
          for (const { entry } of events) void store.put(`/z${entry.key}`, valueOf('answer'))
        },
        onEnd: () => undefined,
      })
      const listener = await Listener.start(store, '/', start)
      await writeAll(store, ['/a1', '/a2'])
      const events = await listener.receives(4)
      const revisions = events.map(({ entry }) => entry.modRevision)
      deepStrictEqual(
        revisions,
        revisions.toSorted((a, b) => Number(a - b)),
      )
      ok(
        listener.lines.findIndex((line) => line.includes('put /a1')) <
          listener.lines.findIndex((line) => line.includes('/z/a1')),
      )
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
  {
    name: 'keeps the order of many writers for every watch',
    async run(store) {
      const start = await store.revision()
      const listener = await Listener.start(store, '/', start)
      await Promise.all(Array.from({ length: 60 }, async (_, index) => write(store, `/k${index % 7}`, String(index))))
      const events = await listener.receives(60)
      let last = start
      for (const { entry, previous } of events) {
        ok(entry.modRevision > last)
        if (previous !== undefined) ok(previous.modRevision < entry.modRevision)
        last = entry.modRevision
      }
      strictEqual(last, await store.revision())
    },
  },
  {
    name: 'delivers events that add up to the listed state',
    async run(store) {
      const listener = await Listener.start(store, '/', await store.revision())
      for (let index = 0; index < 80; index++) {
        const key = `/k${(index * 5) % 11}`
        if (index % 3 === 2) await store.delete(key, valueOf('gone'))
        else await write(store, key, String(index))
      }
      const page = await store.list('/')
      await eventually(
        () => listener.events.at(-1)?.entry.modRevision === page.revision,
        () => 'the last event',
      )
      const state = new Map<string, string | undefined>()
      for (const { type, entry } of listener.events) {
        if (type === 'put') state.set(entry.key, textOf(entry))
        else ok(state.delete(entry.key))
      }
      deepStrictEqual([...state].sort(), page.entries.map((entry) => [entry.key, textOf(entry)]).sort())
    },
  },
]
