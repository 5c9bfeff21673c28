import { describe, expect, it } from 'vitest'
import {
  assertRequested,
  assertStatus,
  createTestServer,
  testMatchers,
  type TestMatchers,
  type TestServer,
} from '../src/index.ts'

declare module 'vitest' {
  // As vitest declares it.
  // oxlint-disable-next-line typescript/no-explicit-any
  interface Matchers<T = any> extends TestMatchers<void> {}
}

expect.extend(testMatchers)

const configMap = { apiVersion: 'v1', kind: 'ConfigMap' }
const maps = (server: TestServer) => server.client(configMap).namespace('default')
const ada = { username: 'ada', groups: [], extra: {} }

describe('the request log', () => {
  it('has what a request asked for, its user, body and answer, in process and over HTTP', async () => {
    await using server = await createTestServer()
    server.requests.clear()
    await server
      .client(configMap, { user: ada, userAgent: 'kit/1' })
      .namespace('default')
      .create({ metadata: { name: 'a', labels: { color: 'blue' } } })
    const body = JSON.stringify({ metadata: { name: 'a' } })
    const headers = { 'content-type': 'application/json' }
    const url = 'http://server/api/v1/namespaces/default/configmaps'
    await server.fetch(new Request(url, { method: 'POST', body, headers }))
    expect([...server.requests]).toMatchObject([
      {
        transport: 'in-process',
        method: 'POST',
        verb: 'create',
        group: '',
        version: 'v1',
        resource: 'configmaps',
        namespace: 'default',
        user: { username: 'ada' },
        userAgent: 'kit/1',
        body: { metadata: { name: 'a', labels: { color: 'blue' } } },
        status: 201,
        faults: [],
      },
      { transport: 'http', verb: 'create', body: { metadata: { name: 'a' } }, status: 409 },
    ])
    expect(server.requests.at(0)?.durationMs).toBeGreaterThanOrEqual(0)
  })

  it('has denied requests', async () => {
    await using server = await createTestServer({ authorization: ['RBAC'] })
    await expect(server.client(configMap, { user: ada }).list()).rejects.toBeStatus('Forbidden')
    expect(server.requests.at(-1)).toMatchObject({ verb: 'list', status: 403 })
  })

  it('is iterated as requests are answered, until the server is closed', async () => {
    const server = await createTestServer()
    server.requests.clear()
    const verbs: string[] = []
    const reading = (async () => {
      for await (const { verb } of server.requests) verbs.push(verb)
    })()
    await maps(server).list()
    await maps(server).create({ metadata: { name: 'a' } })
    await server.close()
    await reading
    expect(verbs).toEqual(['list', 'create'])
  })

  it('is cleared by a reset, and separate in a fork', async () => {
    await using server = await createTestServer()
    await maps(server).list()
    await using fork = server.fork()
    expect(fork.requests.length).toBe(0)
    server.reset()
    expect(server.requests.length).toBe(0)
  })
})

describe('matchers', () => {
  it('accept what the server has received', async () => {
    await using server = await createTestServer()
    await maps(server).create({ metadata: { name: 'a', labels: { color: 'blue', size: 'large' } } })
    await maps(server).patch('a', { metadata: { labels: { color: 'red' } } })
    const patched = { verb: 'patch', resource: 'configmaps', name: 'a', user: 'system:apiserver', status: 200 }
    expect(server).toHaveRequested(patched)
    expect(server).toHaveRequested({ body: { metadata: { labels: { color: 'blue' } } } }, { times: 1 })
    expect(server).not.toHaveRequested({ verb: 'delete' })
    assertRequested(server, patched)
    await assertStatus(maps(server).get('b'), 'NotFound')
    await expect(maps(server).get('b')).rejects.toBeStatus(404)
    await expect(() => maps(server).get('a')).toEventuallyMatch({ metadata: { name: 'a' } })
  })

  it('show the last ten requests when they fail', async () => {
    await using server = await createTestServer()
    for (let turn = 0; turn < 12; turn++) await maps(server).create({ metadata: { name: `m-${turn}` } })
    server.faults.add({ match: { verb: 'update' }, do: { type: 'conflict' } })
    await assertStatus(maps(server).update({ metadata: { name: 'm-1' } }), 'Conflict')
    const failing = (): unknown => expect(server).toHaveRequested({ verb: 'delete' })
    expect(failing).toThrow("expected a request { verb: 'delete' }, received 0")
    expect(failing).toThrow(/the last 10 of \d+ requests:/)
    expect(failing).toThrow(
      /#\d+ update configmaps default\/m-1 by system:apiserver: 409 in \d+ ms \(fault: conflict\)/,
    )
    expect(failing).not.toThrow(/m-1\n/)
    expect(() => assertRequested(server, { verb: 'create' }, { times: 1 })).toThrow('expected 1 requests')
    expect(() => expect(server).not.toHaveRequested({ verb: 'create' })).toThrow('expected no request')
    await expect(assertStatus(maps(server).list(), 'NotFound')).rejects.toThrow('the call succeeded')
    await expect(assertStatus(maps(server).get('none'), 'Conflict')).rejects.toThrow(
      'expected the status Conflict, received 404 NotFound: configmaps "none" not found',
    )
  })
})
