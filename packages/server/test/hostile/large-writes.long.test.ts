import { createTimeSlices, systemClock, type Clock } from '@pinnace/meta'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { copyPatched } from '../../src/request/copy-patched.ts'
import { call, type Answer } from '../support/call.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const keys = 15_000
/** Turns of the event loop that the server has asked for. */
let turns = 0
/** Milliseconds that each turn takes. */
let turnMs = 0
let aheadMs = 0
/** Milliseconds between two looks at the clock. */
let lookMs = 0
const clock: Clock = {
  ...systemClock,
  monotonic: () => (aheadMs += lookMs),
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

  it('of a deletion are done in turns of their own', async () => {
    await counted('POST', maps, large('deleted', 'v'))
    const { status } = await counted('DELETE', `${maps}/deleted`, undefined)
    expect([status, turns >= 3]).toEqual([200, true])
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
    ['an update', 'PUT', `${maps}/large`, 'application/json', 'large'],
    ['a merge patch', 'PATCH', `${maps}/large`, merge, 'large'],
    ['a strategic merge patch', 'PATCH', `${maps}/large`, 'application/strategic-merge-patch+json', 'large'],
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

it('the deletion of a large object ends at the deadline of the request, and nothing is deleted', async () => {
  turnMs = 20_000
  const { status, json } = await counted('DELETE', `${maps}/large`, undefined)
  turnMs = 0
  expect([status, json.reason]).toEqual([504, 'Timeout'])
  expect((await call(server, 'GET', `${maps}/large`)).status).toBe(200)
})

describe('a small request that has much to do', () => {
  const json = 'application/json-patch+json'
  const operations = Array.from({ length: 400 }, () => ({ op: 'test', path: '/data/a', value: 'b' }))
  afterEach(() => (lookMs = 0))

  it('is interrupted between the operations of a JSON patch', async () => {
    await call(server, 'POST', maps, { body: { metadata: { name: 'operations' }, data: { a: 'b' } } })
    lookMs = 1
    const { status } = await counted('PATCH', `${maps}/operations`, operations, json)
    expect([status, turns >= 20]).toEqual([200, true])
  })

  it('is ended by its deadline between the operations of a JSON patch', async () => {
    lookMs = 10_000
    const { status } = await counted('PATCH', `${maps}/operations`, operations, json)
    expect([status, turns < 10]).toEqual([504, true])
  })

  it('of copies that double has turns of its own afterwards', async () => {
    const copies = Array.from({ length: 9 }, (_, index) => ({
      op: 'copy',
      from: '/metadata/annotations',
      path: `/metadata/annotations/a${index}`,
    }))
    const first = { op: 'add', path: '/metadata/annotations', value: { text: 'x'.repeat(1_000) } }
    const { status, json: answer } = await counted('PATCH', `${maps}/operations`, [first, ...copies], json)
    expect([status, answer.reason, turns >= 2]).toEqual([422, 'Invalid', true])
  })

  it('prints an invalid result whose members thousands of operations have set in linear time', async () => {
    const many = Array.from({ length: 9_000 }, (_, index) => ({ op: 'add', path: `/data/k${index}`, value: 1 }))
    const { status, json: answer } = await counted('PATCH', `${maps}/operations`, many, json)
    expect(status).toBe(422)
    const message = answer.message as string
    expect(message.slice(message.indexOf('k0'), message.indexOf('k0') + 29)).toBe('k0\\":1,\\"k1\\":1,\\"k10\\":1,\\"k')
  })

  it('has turns of its own for an object with many field managers', async () => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'managed' }, data: { a: 'b' } }
    for (let index = 0; index < 140; index++) {
      await counted('PATCH', `${maps}/managed?fieldManager=m${index}`, body, apply)
    }
    const { status, json: changed } = await counted('PATCH', `${maps}/managed`, { data: { c: 'd' } }, merge)
    expect([status, turns >= 5]).toEqual([200, true])
    expect(changed.metadata.managedFields).toHaveLength(141)
    expect(changed.metadata.managedFields[139].fieldsV1).toEqual({ 'f:data': { 'f:a': {} } })
  })
})

describe('an object of more members than are accepted', () => {
  const most = 16_384
  const limit = `Request entity too large: limit is ${most} members of one JSON object`
  const map = (count: number, first = 0): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${first + index}`, 'v']))
  const full = (data: object): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'full' }, data })
  const answerOf = async (method: string, target: string, body: unknown, type: string): Promise<unknown[]> => {
    const { status, json } = await counted(method, target, body, type)
    return status < 300 ? [status] : [status, json.reason, json.message]
  }
  const refused = [413, 'RequestEntityTooLarge', limit]

  it('is refused with 413 in JSON, before it is parsed', async () => {
    const target = `${maps}?dryRun=All`
    expect(await answerOf('POST', target, full(map(most)), 'application/json')).toEqual([201])
    expect(await answerOf('POST', target, full(map(most + 1)), 'application/json')).toEqual(refused)
  })

  it('is refused with 413 in YAML', async () => {
    const lines = Array.from({ length: most + 1 }, (_, index) => `  k${index}: v`)
    const yaml = ['apiVersion: v1', 'kind: ConfigMap', 'metadata:', '  name: full', 'data:', ...lines].join('\n')
    expect(await answerOf('POST', `${maps}?dryRun=All`, yaml, 'application/yaml')).toEqual(refused)
  })

  it('is refused with 413 where a patch or an apply makes it, and can still be patched elsewhere', async () => {
    expect(await answerOf('POST', maps, full(map(most)), 'application/json')).toEqual([201])
    const target = `${maps}/full`
    expect(await answerOf('PATCH', target, { data: map(1, most) }, merge)).toEqual(refused)
    expect(await answerOf('PATCH', `${target}?fieldManager=a`, full(map(1, most)), apply)).toEqual(refused)
    expect(await answerOf('PATCH', target, { metadata: { labels: { a: 'b' } } }, merge)).toEqual([200])
  })

  it('of more objects and arrays than are accepted is refused with 413 in JSON, YAML, protobuf and patches', async () => {
    const refusal = [413, 'RequestEntityTooLarge', 'Request entity too large: limit is 100000 JSON objects and arrays']
    const target = `${maps}?dryRun=All`
    const list = (count: number, item = '{}'): string => Array.from({ length: count }, () => item).join()
    const open = (items: string): string =>
      `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"x":[${items}]}`
    expect(await answerOf('POST', target, open(list(99_997)), 'application/json')).toEqual([201])
    expect(await answerOf('POST', target, open(list(99_998)), 'application/json')).toEqual(refusal)
    const yaml = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nx: [${list(100_000)}]`
    expect(await answerOf('POST', target, yaml, 'application/yaml')).toEqual(refusal)
    const anchors = `a: &a [${list(2_000)}]\nx: [${list(60, '*a')}]`
    expect((await answerOf('POST', target, anchors, 'application/yaml'))[0]).toBe(413)
    const merged = await answerOf('PATCH', `${maps}/small`, `{"x":[${list(100_000)}]}`, merge)
    expect(merged).toEqual(refusal)
    // A pod with containers without fields: two bytes each.
    const spec = Buffer.alloc(2 * 120_000, Buffer.from([0x12, 0x00]))
    const length = (bytes: number): number[] => [(bytes & 0x7f) | 0x80, ((bytes >> 7) & 0x7f) | 0x80, bytes >> 14]
    const pod = Buffer.concat([Buffer.from([0x12, ...length(spec.length)]), spec])
    const type = Buffer.from([0x0a, 0x09, 0x0a, 0x02, ...Buffer.from('v1'), 0x12, 0x03, ...Buffer.from('Pod')])
    const body = Buffer.concat([Buffer.from('k8s\0'), type, Buffer.from([0x12, ...length(pod.length)]), pod])
    const answer = await server.fetch(
      new Request('http://localhost/api/v1/namespaces/default/pods?dryRun=All', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/vnd.kubernetes.protobuf', accept: 'application/json' },
      }),
    )
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([413, refusal[2]])
  })

  it('that is stored already is not refused for its size', async () => {
    const pace = createTimeSlices({ clock: systemClock })
    const stored = { data: map(most + 2) }
    expect(copyPatched({ ...stored, kind: 'ConfigMap' }, stored, pace)).toBeDefined()
    await expect((async () => copyPatched({ data: map(most + 3) }, stored, pace))()).rejects.toThrow(limit)
  })
})
