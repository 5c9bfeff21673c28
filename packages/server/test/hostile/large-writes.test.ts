import { systemClock, type Clock } from '@pinnace/meta'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const keys = 20_000
/** Turns of the event loop that the server has asked for. */
let turns = 0
/** Milliseconds that each turn takes. */
let turnMs = 0
let aheadMs = 0
const clock: Clock = {
  ...systemClock,
  monotonic: () => aheadMs,
  soon(callback) {
    turns++
    aheadMs += turnMs
    systemClock.soon(callback)
  },
}

let server: Server
beforeAll(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock })
})
afterAll(() => server.close())

function large(name: string, value: string): object {
  const data = Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, value]))
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }
}

async function counted(method: string, target: string, body: unknown, type = 'application/json'): Promise<Answer> {
  turns = 0
  return call(server, method, target, { body, headers: { 'content-type': type } })
}

const merge = 'application/merge-patch+json'
const apply = 'application/apply-patch+yaml'

it('writes of one large object that arrive together do not give each other conflicts', async () => {
  const body = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'shared' },
    data: { text: 'x'.repeat(200_000) },
  }
  expect((await counted('POST', maps, body)).status).toBe(201)
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      call(server, 'PATCH', `${maps}/shared?fieldManager=m${index}`, {
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'shared' }, data: { [`own${index}`]: 'v' } },
        headers: { 'content-type': apply },
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const { json } = await call(server, 'GET', `${maps}/shared`)
  expect(Object.keys(json.data as object).filter((key) => key.startsWith('own'))).toHaveLength(24)
}, 60_000)

describe('the stages of a large write', () => {
  it.each([
    ['a create', 'POST', maps, 'application/json', 201],
    ['an update', 'PUT', `${maps}/large`, 'application/json', 200],
    ['a merge patch', 'PATCH', `${maps}/large`, merge, 200],
    ['a strategic merge patch', 'PATCH', `${maps}/large`, 'application/strategic-merge-patch+json', 200],
    ['an apply', 'PATCH', `${maps}/applied?fieldManager=a&force=true`, apply, 201],
    ['an apply of what exists', 'PATCH', `${maps}/applied?fieldManager=b&force=true`, apply, 200],
  ])('of %s are done in turns of their own', async (what, method, target, type, code) => {
    const name = target.includes('applied') ? 'applied' : 'large'
    const { status } = await counted(method, target, large(name, what.length.toString()), type)
    expect([status, turns >= 5]).toEqual([code, true])
  })

  it('of a small patch of a large object are done in turns of their own', async () => {
    const { status } = await counted('PATCH', `${maps}/large`, { data: { small: 'patch' } }, merge)
    expect([status, turns >= 5]).toEqual([200, true])
  })

  it('of an ordinary write are done in one', async () => {
    const { status } = await counted('POST', maps, { metadata: { name: 'small' }, data: { a: 'b' } })
    expect([status, turns]).toEqual([201, 0])
  })

  it('do not lose what another request writes meanwhile', async () => {
    const slow = call(server, 'PATCH', `${maps}/large`, {
      body: { data: { slow: 'yes' } },
      headers: { 'content-type': merge },
    })
    const other = await call(server, 'PATCH', `${maps}/large`, {
      body: { metadata: { labels: { other: 'yes' } } },
      headers: { 'content-type': merge },
    })
    expect([(await slow).status, other.status]).toEqual([200, 200])
    const { json } = await call(server, 'GET', `${maps}/large`)
    expect([json.data.slow, json.metadata.labels.other]).toEqual(['yes', 'yes'])
  })

  it('are refused with 409 where the object has changed meanwhile and the client has named a version', async () => {
    const { json: before } = await call(server, 'GET', `${maps}/large`)
    const slow = call(server, 'PUT', `${maps}/large`, { body: { ...before, data: { ...before.data, put: 'yes' } } })
    await call(server, 'PATCH', `${maps}/large`, {
      body: { metadata: { annotations: { meanwhile: 'yes' } } },
      headers: { 'content-type': merge },
    })
    const codes = [(await slow).status]
    const { json: after } = await call(server, 'GET', `${maps}/large`)
    expect(codes[0] === 409 ? after.data.put : 'yes').toBe(codes[0] === 409 ? undefined : 'yes')
    expect(after.metadata.annotations.meanwhile).toBe('yes')
  })

  it.each([
    ['a create', 'POST', maps, 'application/json', 'late'],
    ['a merge patch', 'PATCH', `${maps}/large`, merge, 'large'],
    ['an apply', 'PATCH', `${maps}/late?fieldManager=a`, apply, 'late'],
  ])('of %s end at the deadline of the request, and nothing is written', async (_what, method, target, type, name) => {
    const { json: before } = await call(server, 'GET', `${maps}/${name}`)
    turnMs = 10_000
    const { status, json } = await counted(method, target, large(name, 'late'), type)
    turnMs = 0
    expect([status, json.reason]).toEqual([504, 'Timeout'])
    // 34 seconds are over after four turns; later stages are not begun.
    expect(turns).toBeLessThan(6)
    await new Promise<void>((resolve) => setImmediate(resolve))
    const { json: after } = await call(server, 'GET', `${maps}/${name}`)
    expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion)
  })
})
