import { systemClock, type Clock } from '@pinnace/meta'
import { createMemoryStore } from '@pinnace/store/memory'
import { eventually } from '@pinnace/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** A clock on which everything takes time: each look at it is a millisecond. Turns of the event loop are counted. */
function busyClock(): { readonly clock: Clock; turns: number } {
  let now = 0
  const busy = {
    turns: 0,
    clock: {
      ...systemClock,
      monotonic: () => now++,
      soon(callback: () => void) {
        busy.turns++
        systemClock.soon(callback)
      },
    },
  }
  return busy
}

async function serverWith(count: number, clock: Clock): Promise<Server> {
  const store = createMemoryStore()
  for (let index = 0; index < count; index++) {
    store.put(`/registry/configmaps/default/m${index}`, {
      before: `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"m${index}","namespace":"default","uid":"${index}","resourceVersion":"`,
      after: '","creationTimestamp":"2030-01-01T00:00:00Z"},"data":{"a":"b"}}',
    })
  }
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store, clock })
  servers.push(server)
  return server
}

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

describe('the deletion of many objects', () => {
  it('lets other requests run after every few', async () => {
    const busy = busyClock()
    const server = await serverWith(150, busy.clock)
    await call(server, 'GET', `${maps}?limit=1`)
    busy.turns = 0
    const deleting = call(server, 'DELETE', maps)
    let left = 150
    while (left === 150) left = (await call(server, 'GET', maps)).json.items.length
    expect(left).toBeGreaterThan(0)
    const { status, json } = await deleting
    expect([status, json.kind, json.items.length]).toEqual([200, 'ConfigMapList', 150])
    expect(busy.turns).toBeGreaterThan(15)
    expect((await call(server, 'GET', maps)).json.items).toEqual([])
  })

  it('is given up at the deadline of the request; the rest remains', async () => {
    const busy = busyClock()
    const server = await serverWith(1_200, busy.clock)
    await call(server, 'GET', `${maps}?limit=1`)
    const { status, json } = await call(server, 'DELETE', `${maps}?timeout=1s`)
    expect([status, json.reason]).toEqual([504, 'Timeout'])
    const { items } = (await call(server, 'GET', maps)).json
    await new Promise<void>((resolve) => setImmediate(resolve))
    expect(items.length).toBeGreaterThan(0)
    expect((await call(server, 'GET', maps)).json.items).toHaveLength(items.length)
  })
})

it('the deletion of many CRDs handles one in a turn of the event loop', async () => {
  const busy = busyClock()
  const server = await serverWith(0, busy.clock)
  const count = 40
  for (let index = 0; index < count; index++) {
    const { status } = await call(server, 'POST', crds, {
      body: {
        metadata: { name: `things${index}.loop.example.com`, labels: { many: 'true' } },
        spec: {
          group: 'loop.example.com',
          scope: 'Namespaced',
          names: { plural: `things${index}`, kind: `Thing${index}` },
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        },
      },
    })
    expect(status).toBe(201)
  }
  busy.turns = 0
  expect((await call(server, 'DELETE', `${crds}?labelSelector=many`)).status).toBe(200)
  const crdsLeft = async (): Promise<number> =>
    (await call(server, 'GET', `${crds}?labelSelector=many`)).json.items.length
  await eventually(crdsLeft, (left) => left === 0)
  expect(busy.turns).toBeGreaterThanOrEqual(count)
})
