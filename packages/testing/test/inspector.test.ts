import type { ForkComparison, RequestPage, TimeReport } from '@pinnace/inspector'
import { describe, expect, it } from 'vitest'
import { createFakeClock, createTestServer, eventually, type OpenInspector, type TestServer } from '../src/index.ts'

const maps = (server: TestServer) => server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')

interface Sent {
  readonly method?: string
  readonly token?: string
  readonly body?: unknown
}

/** Sends a request to the port of an inspector, with the token of its link. */
function send({ url }: OpenInspector, path: string, { method = 'GET', token, body }: Sent = {}): Promise<Response> {
  const { origin, hash } = new URL(url)
  const headers = { authorization: `Bearer ${token ?? hash.slice('#token='.length)}` }
  return fetch(`${origin}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

async function read<T>(inspector: OpenInspector, path: string): Promise<T> {
  return (await send(inspector, path)).json() as Promise<T>
}

const time = '/inspector/api/time'
const reportOf = (inspector: OpenInspector) => read<TimeReport>(inspector, time)

describe('the inspector of a test server', () => {
  it('is opened on a test, which goes on when the page says so, and records requests from then on', async () => {
    await using server = await createTestServer()
    await maps(server).create({ metadata: { name: 'before' } })
    const inspector = await server.inspector()
    expect(inspector.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/inspector\/#token=[\w-]{32}$/)
    expect((await fetch(inspector.url)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    await maps(server).create({ metadata: { name: 'after' } })
    const { requests } = await read<RequestPage>(inspector, '/inspector/api/requests')
    expect(requests.filter(({ verb }) => verb === 'create')).toHaveLength(1)
    expect((await reportOf(inspector)).isPaused).toBe(true)
    expect((await send(inspector, `${time}/resume`, { method: 'POST' })).status).toBe(200)
    await inspector.resumed
    expect((await reportOf(inspector)).isPaused).toBe(false)
    await inspector.close()
    await expect(fetch(inspector.url)).rejects.toThrow()
  })

  it('rejects requests without the token of its link, and goes on when it is closed', async () => {
    await using server = await createTestServer()
    const inspector = await server.inspector()
    expect((await send(inspector, '/api/v1/namespaces', { token: 'wrong' })).status).toBe(401)
    expect((await send(inspector, `${time}/resume`, { method: 'POST', token: 'wrong' })).status).toBe(401)
    expect((await send(inspector, '/api/v1/namespaces')).status).toBe(200)
    await server.close()
    await inspector.resumed
  })

  it('keeps working after a reset to a state from before it was opened', async () => {
    await using server = await createTestServer()
    const inspector = await server.inspector()
    server.reset()
    await maps(server).create({ metadata: { name: 'a' } })
    const { requests } = await read<RequestPage>(inspector, '/inspector/api/requests')
    expect(requests.map(({ verb }) => verb)).toEqual(['create'])
  })

  it('shows the authenticator of a user, with explanations too', async () => {
    const user = { username: 'ann', groups: ['system:masters'], extra: {} }
    const options = { authentication: { tokens: [{ token: 'ann-token', user }] }, anonymous: false }
    await using server = await createTestServer(options)
    const inspector = await server.inspector()
    const headers = { authorization: 'Bearer ann-token' }
    await server.fetch(new Request('http://server/api/v1/namespaces', { headers }))
    const { requests } = await read<RequestPage>(inspector, '/inspector/api/requests')
    const found = requests.find(({ user: name }) => name === 'ann')
    const details = await read(inspector, `/inspector/api/requests/${found?.number ?? 0}`)
    expect(details).toMatchObject({ authenticator: 'bearer token' })
  })
})

describe('the paths of the page Time', () => {
  it('advance the virtual clock, and list its timers', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    await using server = await createTestServer({ clock })
    const inspector = await server.inspector()
    const due: string[] = []
    clock.after(90_000, () => due.push('90 s'))
    expect(await reportOf(inspector)).toMatchObject({ now: '2030-01-01T00:00:00.000Z', isVirtual: true })
    expect((await reportOf(inspector)).timers).toContainEqual({ dueInMs: 90_000, dueAt: '2030-01-01T00:01:30.000Z' })
    await send(inspector, `${time}/advance`, { method: 'POST', body: { ms: 120_000 } })
    await eventually(
      () => reportOf(inspector),
      ({ now, isAdvancing }) => now === '2030-01-01T00:02:00.000Z' && !isAdvancing,
    )
    expect(due).toEqual(['90 s'])
    for (const body of [{ ms: -1 }, { ms: 'x' }, { ms: 1e12 }, 'x']) {
      expect((await send(inspector, `${time}/advance`, { method: 'POST', body })).status).toBe(400)
    }
  })

  it('do not advance the clock of the machine', async () => {
    await using server = await createTestServer()
    const inspector = await server.inspector()
    expect(await reportOf(inspector)).toMatchObject({ isVirtual: false, timers: [], timerCount: 0 })
    expect((await send(inspector, `${time}/advance`, { method: 'POST', body: { ms: 1 } })).status).toBe(400)
  })

  it('add, list and remove faults, which do not happen to the inspector', async () => {
    await using server = await createTestServer()
    const inspector = await server.inspector()
    const body = { do: { type: 'status', code: 503 } }
    const added = (await (await send(inspector, `${time}/faults`, { method: 'POST', body })).json()) as TimeReport
    expect(added.faults).toMatchObject([{ id: 1, type: 'status', count: 0 }])
    await expect(maps(server).list()).rejects.toMatchObject({ code: 503 })
    expect((await send(inspector, '/api/v1/namespaces')).status).toBe(200)
    const [fault] = (await reportOf(inspector)).faults
    expect(fault).toMatchObject({ count: 1, options: expect.stringContaining('"code":503') })
    expect((await send(inspector, `${time}/faults/1`, { method: 'DELETE' })).status).toBe(200)
    expect((await maps(server).list()).items).toEqual([])
    expect((await send(inspector, `${time}/faults/1`, { method: 'DELETE' })).status).toBe(404)
  })

  it.each([
    [[], 'the body must be an object'],
    [{}, 'do must be an object'],
    [{ do: { type: 'explode' } }, 'do.type must be one of status, conflict,'],
    [{ do: { type: 'delay', delayMs: '1' } }, 'do.delayMs must be a number'],
    [{ do: { type: 'delay', delay: 1 } }, 'do.delay is not a member of a fault'],
    [{ do: { type: 'hang' }, match: { verb: 1 } }, 'match.verb must be a string or a list of strings'],
    [{ do: { type: 'hang' }, match: { verbs: 'get' } }, 'match.verbs is not a member of a fault'],
    [{ do: { type: 'hang' }, times: 0 }, 'times must be a positive integer'],
    [{ do: { type: 'hang' }, other: 0 }, 'other is not a member of a fault'],
  ])('reject the fault %j', async (body, message) => {
    await using server = await createTestServer()
    const inspector = await server.inspector()
    const reply = await send(inspector, `${time}/faults`, { method: 'POST', body })
    expect(reply.status).toBe(400)
    expect(((await reply.json()) as { message: string }).message).toContain(message)
  })

  it('fork, compare forks without the content of Secrets, and restore one', async () => {
    await using server = await createTestServer()
    const inspector = await server.inspector()
    const fork = (name: string) => send(inspector, `${time}/forks`, { method: 'POST', body: { name } })
    await maps(server).create({ metadata: { name: 'a' }, data: { color: 'blue' } })
    expect((await fork('blue')).status).toBe(200)
    await maps(server).patch('a', { data: { color: 'red' } })
    const secrets = server.client({ apiVersion: 'v1', kind: 'Secret' }).namespace('default')
    await secrets.create({ metadata: { name: 's' }, stringData: { password: 'hunter2' } })
    expect((await fork('red')).status).toBe(200)
    const compared = await read<ForkComparison>(inspector, `${time}/compare?from=blue&to=red`)
    expect(compared).toMatchObject({
      isPartial: false,
      differences: [
        {
          path: 'v1/ConfigMap/default/a.yaml',
          type: 'changed',
          before: expect.stringContaining('color: blue'),
          after: expect.stringContaining('color: red'),
        },
        { path: 'v1/Secret/default/s.yaml', type: 'added', before: '', after: '', isHidden: true },
      ],
    })
    expect((await read<ForkComparison>(inspector, `${time}/compare?from=red&to=now`)).differences).toEqual([])
    expect((await send(inspector, `${time}/forks/blue/restore`, { method: 'POST' })).status).toBe(200)
    expect((await maps(server).get('a')).data).toEqual({ color: 'blue' })
    for (const name of ['blue', 'now', '', 'A b']) expect((await fork(name)).status).toBe(400)
    expect((await send(inspector, `${time}/forks/blue`, { method: 'DELETE' })).status).toBe(200)
    expect((await reportOf(inspector)).forks.map(({ name }) => name)).toEqual(['red'])
    expect((await send(inspector, `${time}/compare?from=blue&to=red`)).status).toBe(404)
  })

  it('are non-resource paths of a server with the inspector, which need a permission', async () => {
    const user = { username: 'ann', groups: [], extra: {} }
    const options = { authentication: { tokens: [{ token: 'ann-token', user }] }, authorization: ['RBAC' as const] }
    await using server = await createTestServer({ ...options, inspector: true })
    const ask = async (path: string, method: string) => {
      const headers = { authorization: 'Bearer ann-token' }
      return (await server.fetch(new Request(`http://server${path}`, { method, headers }))).status
    }
    expect([await ask(time, 'GET'), await ask(`${time}/resume`, 'POST')]).toEqual([403, 403])
    await using plain = await createTestServer()
    expect((await plain.fetch(new Request(`http://server${time}`))).status).toBe(404)
  })

  it('are served by their methods only', async () => {
    await using server = await createTestServer()
    const inspector = await server.inspector()
    expect((await send(inspector, `${time}/advance`)).status).toBe(405)
    expect((await send(inspector, `${time}/other`)).status).toBe(404)
    expect((await send(inspector, `${time}line`)).status).toBe(404)
  })
})
