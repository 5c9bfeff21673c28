import { StoreError, type Store } from '@pinnace/store'
import { createMemoryStore } from '@pinnace/store/memory'
import { expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'

const path = '/api/v1/namespaces/default/configmaps'

it('while the store has no room, writes are refused with 503, reads and watches go on, and writes follow when there is room', async () => {
  let isFull = false
  const refuse = (): Promise<never> => Promise.reject(new StoreError('Full', 'no space left'))
  const store: Store = new Proxy(createMemoryStore(), {
    get(target, name) {
      if (isFull && (name === 'put' || name === 'delete')) return refuse
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store })
  const create = (name: string): ReturnType<typeof call> => call(server, 'POST', path, { body: { metadata: { name } } })
  await create('before')
  const watch = await openWatch(server, `${path}?watch=1&resourceVersion=0`)
  isFull = true
  const type = { 'content-type': 'application/merge-patch+json' }
  const refused = [
    await create('meanwhile'),
    await call(server, 'PATCH', `${path}/before`, { body: { data: { a: 'b' } }, headers: type }),
    await call(server, 'DELETE', `${path}/before`),
  ]
  // Without Retry-After: clients would send the write again at once.
  for (const { status, json, headers } of refused) {
    expect([status, json.reason, headers['retry-after']]).toEqual([503, 'ServiceUnavailable', undefined])
  }
  expect((await call(server, 'GET', `${path}/before`)).status).toBe(200)
  expect((await call(server, 'GET', `${path}?limit=1`)).json.items).toHaveLength(1)
  isFull = false
  expect((await create('after')).status).toBe(201)
  await watch.until(2)
  expect(watch.events.map(({ type, object }) => [type, object.metadata.name])).toEqual([
    ['ADDED', 'before'],
    ['ADDED', 'after'],
  ])
  watch.leave()
  await server.close()
})
