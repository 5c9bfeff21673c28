import {
  absent,
  deepStrictEqual,
  eventually,
  expectTombstone,
  Listener,
  ok,
  readValue,
  remove,
  strictEqual,
  textOf,
  valueOf,
  write,
  writeAll,
  type StorePromise,
} from './promise.ts'

/** What stores promise of the changes that watches receive. */
export const deliveryPromises: readonly StorePromise[] = [
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
      expectTombstone(store, entry, { text: 'gone', last: 'one' })
      if (store.bytesOnly !== true) strictEqual(readValue(entry).revision, String(modRevision))
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
    name: 'delivers no event for a refused write',
    async run(store) {
      const listener = await Listener.start(store, '/', await store.revision())
      await write(store, '/a')
      await store.put('/a', valueOf(store, 'x'), absent)
      await store.delete('/b', valueOf(store, 'x'))
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
    name: 'delivers a change to every watch before a change that a watcher makes in response',
    async run(store) {
      const start = await store.revision()
      await store.watch('/a', start, {
        onEvents(events) {
          for (const { entry } of events) void store.put(`/z${entry.key}`, valueOf(store, 'answer'))
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
        if (index % 3 === 2) await store.delete(key, valueOf(store, 'gone'))
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
