import { storagePrefix } from '@pinnace/resources'
import { StoreError, type Store, type StoreWatcher } from '@pinnace/store'
import { createMemoryStore } from '@pinnace/store/memory'
import { createFakeClock } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { call } from '../support/call.ts'
import { createFront, register, registrations, settled, startRaw } from './support.ts'

const prefix = storagePrefix({ builtIn: true, storage: { group: 'apiregistration.k8s.io', resource: 'apiservices' } })
const path = '/apis/widgets.example.dev/v1'

/** A store that answers asynchronously about APIServices, ends their watches, and fails for some calls. */
function slow(): { readonly store: Store; end(refusals: number): void } {
  const memory = createMemoryStore()
  const followers = new Set<StoreWatcher>()
  let refusals = 0
  const late = <T>(key: string, work: () => T | Promise<T>): T | Promise<T> =>
    key.startsWith(prefix) ? Promise.resolve().then(work) : work()
  const changed: Partial<Store> = {
    get: (key, options) => late(key, () => memory.get(key, options)),
    put: (key, value, condition) => late(key, () => memory.put(key, value, condition)),
    list: (of, range) =>
      late(of, () => {
        if (of === prefix && range === undefined && refusals-- > 0) throw new StoreError('Unavailable', 'away')
        return memory.list(of, range)
      }),
    watch: (of, after, watcher) =>
      late(of, () => {
        if (of === prefix) followers.add(watcher)
        return memory.watch(of, after, watcher)
      }),
  }
  return {
    store: new Proxy<Store>(memory, {
      get(target, name) {
        const own: unknown = Reflect.get(changed, name)
        if (own !== undefined) return own
        const member: unknown = Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      },
    }),
    end(howOften) {
      refusals = howOften
      for (const watcher of followers) watcher.onEnd(new StoreError('Compacted', 'gone'))
      followers.clear()
    },
  }
}

it('serves APIServices of an asynchronous store', async () => {
  await using raw = await startRaw(() => {})
  const front = await createFront(new Map([[443, raw]]), { store: slow().store })
  const name = await register(front, raw)
  await settled(front, name)
  expect((await call(front, 'GET', path)).status).toBe(200)
  await registrations(front).delete(name)
  await expect.poll(async () => (await call(front, 'GET', path)).status).toBe(404)
  await front.close()
})

it('watches APIServices again once an unavailable store is back', async () => {
  const clock = createFakeClock(new Date().toISOString())
  await using raw = await startRaw(() => {})
  const { store, end } = slow()
  const front = await createFront(new Map([[443, raw]]), { store, clock })
  end(2)
  const waiting = { isOver: false }
  const there = register(front, raw)
    .then((name) => settled(front, name))
    .finally(() => {
      waiting.isOver = true
    })
  while (!waiting.isOver) await clock.advance(100)
  await there
  expect((await call(front, 'GET', path)).status).toBe(200)
  await front.close()
})
