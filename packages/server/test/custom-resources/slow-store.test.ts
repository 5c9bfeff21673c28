import { describe, expect, it } from 'vitest'
import { storagePrefix } from '@pinnace/resources'
import { type Store, type StoreWatcher, StoreError } from '@pinnace/store'
import { createMemoryStore } from '@pinnace/store/memory'
import { call } from '../support/call.ts'
import {
  define,
  definitionPath,
  openServer,
  redefine,
  specSchema,
  until,
  version,
  widget,
  widgetPath,
  widgets,
} from './support.ts'

/** A store that delivers changes of CRDs late, and may end their watches. */
function slow(): { readonly store: Store; end(refusals?: number): void } {
  const memory = createMemoryStore()
  const followers = new Set<StoreWatcher>()
  const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))
  const late = async (watcher: StoreWatcher, tell: () => void) => {
    await turn()
    await turn()
    if (followers.has(watcher)) tell()
  }
  let isFollowed = false
  let refusals = 0
  const changed: Pick<Store, 'list' | 'watch'> = {
    list(prefix, range) {
      if (!prefix.includes('customresourcedefinitions') || refusals-- <= 0) return memory.list(prefix, range)
      throw new StoreError('Unavailable', 'the store is still away')
    },
    watch(prefix, after, watcher) {
      if (!prefix.includes('customresourcedefinitions') || isFollowed) return memory.watch(prefix, after, watcher)
      isFollowed = true
      followers.add(watcher)
      const running = memory.watch(prefix, after, {
        onEvents: (events) => void late(watcher, () => watcher.onEvents(events)),
        onProgress: (revision) => void late(watcher, () => watcher.onProgress?.(revision)),
        onEnd: (error) => watcher.onEnd(error),
      }) as Disposable
      return {
        [Symbol.dispose]() {
          followers.delete(watcher)
          running[Symbol.dispose]()
        },
      }
    },
  }
  const store = new Proxy<Store>(memory, {
    get(target, name) {
      if (name === 'watch' || name === 'list') return changed[name]
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return {
    store,
    end(refused = 0) {
      refusals = refused
      isFollowed = false
      const [follower] = followers
      followers.clear()
      follower!.onEnd(new StoreError('Unavailable', 'the store went away'))
    },
  }
}

describe('over a store that delivers changes later', () => {
  it('a definition is served by the time it is asked for', async () => {
    const { store } = slow()
    const server = await openServer({ store })
    await define(server, widgets())
    expect((await call(server, 'POST', widgetPath(), { body: widget('a') })).status).toBe(201)
    await server.close()
  })

  it('answers 404 for a resource that is not served', async () => {
    const { store } = slow()
    const server = await openServer({ store })
    expect((await call(server, 'GET', '/apis/example.org/v1/things')).status).toBe(404)
    await server.close()
  })

  it('a definition is cleaned up', async () => {
    const { store } = slow()
    const server = await openServer({ store })
    await define(server, widgets())
    await call(server, 'POST', widgetPath(), { body: widget('a') })
    await call(server, 'DELETE', definitionPath())
    await until(server, definitionPath(), (answer) => answer.status === 404)
    await until(server, widgetPath(), (answer) => answer.status === 404)
    await server.close()
  })

  it.each([0, 1])('definitions are read again when the store answers again, and refused %i times', async (refusals) => {
    const { store, end } = slow()
    const server = await openServer({ store })
    await define(server, widgets())
    end(refusals)
    const gears = {
      ...widgets(),
      metadata: { name: 'gears.example.dev' },
      spec: { ...widgets().spec, names: { plural: 'gears', kind: 'Gear' } },
    }
    await define(server, gears)
    await until(server, '/apis/example.dev/v1/gears', (answer) => answer.status === 200)
    const schema = specSchema({ color: { type: 'string', default: 'red' } })
    await redefine(server, ({ spec }) => (spec.versions = [{ ...version('v1', schema), storage: true }]))
    await until(server, '/openapi/v3/apis/example.dev/v1', (answer) => answer.text.includes('color'))
    await server.close()
  })
})

describe('over a store with a definition that cannot be read', () => {
  it('all others are served', async () => {
    const store = createMemoryStore()
    const first = await openServer({ store })
    await define(first, widgets())
    await first.close()
    const prefix = storagePrefix({
      builtIn: true,
      storage: { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' },
    })
    await store.put(`${prefix}broken.example.dev`, { before: '{"metadata":{"resourceVersion":"', after: '"}}' })
    const second = await openServer({ store })
    expect((await call(second, 'POST', widgetPath(), { body: widget('a') })).status).toBe(201)
    await store.put(`${prefix}torn.example.dev`, { before: '{"metadata":{"resourceVersion":"', after: '"}' })
    expect((await call(second, 'GET', widgetPath('a'))).status).toBe(200)
    await second.close()
  })
})
