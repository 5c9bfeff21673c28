import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const levels = '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations'

let server: Server
beforeEach(async () => {
  server = await createServer({
    vocabulary: 'kubernetes',
    metrics: true,
    authenticators: [
      (request) => ({
        username: request.header('x-user') ?? 'jane',
        groups: request.header('x-user') === 'root' ? ['system:masters'] : [],
        extra: {},
      }),
    ],
    authorization: [],
    authorizers: [() => ({ effect: 'allow', reason: '' })],
  })
})
afterEach(() => server.close())

const as = (user: string, method: string, path: string, body?: unknown, type = 'application/json'): Promise<Answer> =>
  call(server, method, path, {
    headers: { 'x-user': user, 'content-type': type },
    ...(body === undefined ? {} : { body }),
  })

/** The value of a series of global-default, the level of ordinary users. */
async function seriesOf(name: string): Promise<number> {
  const { text } = await as('root', 'GET', '/metrics')
  const line = text
    .split('\n')
    .find((each) => each.startsWith(`apiserver_flowcontrol_${name}{`) && each.includes('"global-default"'))
  return Number(line?.split(' ').at(-1) ?? 0)
}

/** The seats that work was estimated to take. */
async function seatsOf(work: () => Promise<unknown>): Promise<number> {
  const before = await seriesOf('work_estimated_seats_sum')
  await work()
  return (await seriesOf('work_estimated_seats_sum')) - before
}

async function createMaps(count: number, prefix = 'm'): Promise<void> {
  const create = (index: number): Promise<Answer> =>
    as('root', 'POST', maps, { metadata: { name: `${prefix}${index}` } })
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => create(index)))
  expect(answers.every(({ status }) => status === 201)).toBe(true)
}

describe('the seats of a request', () => {
  it('are one for each 100 objects that a list reads, at most 15 % of those of its level', async () => {
    await createMaps(350)
    expect(await seatsOf(() => as('jane', 'GET', maps))).toBe(4)
    expect(await seatsOf(() => as('jane', 'GET', `${maps}?limit=120`))).toBe(2)
    // A selector reads all of them.
    expect(await seatsOf(() => as('jane', 'GET', `${maps}?limit=120&labelSelector=a`))).toBe(4)
    expect(await seatsOf(() => as('jane', 'GET', `${maps}/m1`))).toBe(1)
    await createMaps(650, 'other')
    expect(await seriesOf('nominal_limit_seats')).toBe(49)
    expect(await seatsOf(() => as('jane', 'GET', maps))).toBe(8)
  })

  it('of a watch are those of its list, and are given back when it is open', async () => {
    await createMaps(350)
    const open = async (query: string): Promise<void> => {
      const ended = new AbortController()
      const { status } = await server.fetch(
        new Request(`http://localhost${maps}?watch=true${query}`, { signal: ended.signal }),
      )
      expect(status).toBe(200)
      expect(await seriesOf('current_executing_seats')).toBe(0)
      ended.abort()
    }
    expect(await seatsOf(() => open(''))).toBe(1)
    const initial = '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
    expect(await seatsOf(() => open(initial))).toBe(4)
  })

  it('of a write are more where many watches receive it', async () => {
    const ended = new AbortController()
    for (let index = 0; index < 25; index++) {
      await server.fetch(new Request(`http://localhost${maps}?watch=true`, { signal: ended.signal }))
    }
    const body = { metadata: { name: 'watched' } }
    // The larger of the seats before and after the write counts.
    expect(await seatsOf(() => as('jane', 'POST', maps, body))).toBe(3)
    ended.abort()
  })
})

it('a changed priority level has its seats with the next request', async () => {
  const limit = (): Promise<number> => seriesOf('nominal_limit_seats')
  await as('jane', 'GET', maps)
  const before = await limit()
  expect(before).toBeGreaterThan(0)
  const patch = { spec: { limited: { nominalConcurrencyShares: 200 } } }
  const merge = 'application/merge-patch+json'
  expect((await as('root', 'PATCH', `${levels}/global-default`, patch, merge)).status).toBe(200)
  await as('jane', 'GET', maps)
  expect(await limit()).toBeGreaterThan(2 * before)
})
