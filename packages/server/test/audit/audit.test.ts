import { describe, expect, it } from 'vitest'
import { createServer, listen, type AuditEvent, type AuditMode, type AuditRule, type Server } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'

const target = '/api/v1/namespaces/default/configmaps'

async function serve(
  rules: readonly AuditRule[],
  more: { omitManagedFields?: boolean } = {},
): Promise<{ server: Server; events: AuditEvent[] }> {
  const events: AuditEvent[] = []
  const server = await createServer({
    vocabulary: 'kubernetes',
    authorization: ['AlwaysAllow'],
    authenticators: [
      (request) =>
        request.header('x-user') === 'bad'
          ? Promise.reject(new Error('bad'))
          : { username: request.header('x-user') ?? 'jane', groups: ['devs'], extra: {} },
    ],
    audit: { policy: { rules, ...more }, sinks: [{ write: (batch) => void events.push(...batch) }] },
  })
  return { server, events }
}

describe('the audit log', () => {
  it('has an event for every stage, with user, request and response status', async () => {
    const { server, events } = await serve([{ level: 'Metadata' }])
    await call(server, 'POST', target, {
      body: { metadata: { name: 'a' } },
      headers: { 'audit-id': 'my-id', 'user-agent': 'test/1' },
    })
    expect(events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseComplete'])
    expect(events[1]).toMatchObject({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'Metadata',
      auditID: 'my-id',
      requestURI: target,
      verb: 'create',
      user: { username: 'jane', groups: ['devs', 'system:authenticated'] },
      sourceIPs: ['127.0.0.1'],
      userAgent: 'test/1',
      objectRef: { resource: 'configmaps', namespace: 'default', apiVersion: 'v1' },
      responseStatus: { code: 201 },
      annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': 'always allowed' },
    })
    expect(events[1]!.requestReceivedTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    expect(events[1]!.requestObject ?? events[1]!.responseObject).toBeUndefined()
  })

  it('has bodies only at the levels of the policy that include them', async () => {
    const { server, events } = await serve([
      { level: 'Request', verbs: ['create'] },
      { level: 'RequestResponse', verbs: ['get'], omitManagedFields: true },
    ])
    await call(server, 'POST', target, { body: { metadata: { name: 'a' }, data: { k: 'v' } } })
    expect(events.at(-1)).toMatchObject({ requestObject: { metadata: { name: 'a' }, data: { k: 'v' } } })
    expect(events.at(-1)!.responseObject).toBeUndefined()
    await call(server, 'GET', `${target}/a`)
    expect(events.at(-1)).toMatchObject({ responseObject: { kind: 'ConfigMap', data: { k: 'v' } } })
    expect(JSON.stringify(events.at(-1))).not.toContain('managedFields')
    const count = events.length
    await call(server, 'GET', target)
    expect(events).toHaveLength(count)
  })

  it('never has the bodies of secrets and token reviews, whatever the policy says', async () => {
    const { server, events } = await serve([{ level: 'RequestResponse' }])
    await call(server, 'POST', '/api/v1/namespaces/default/secrets', {
      body: { metadata: { name: 's' }, stringData: { password: 'hunter2' } },
      headers: { authorization: 'Bearer topsecret' },
    })
    await call(server, 'GET', '/api/v1/namespaces/default/secrets/s')
    await call(server, 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', {
      body: { spec: { token: 'topsecret' } },
    })
    expect(events.length).toBeGreaterThan(4)
    expect(JSON.stringify(events)).not.toMatch(/hunter2|aHVudGVyMg|topsecret/)
    expect(events.every(({ level }) => level === 'Metadata')).toBe(true)
  })

  it('has failed requests, also those that could not be authenticated', async () => {
    const { server, events } = await serve([{ level: 'Metadata' }])
    await call(server, 'GET', `${target}/none`)
    expect(events.at(-1)!.responseStatus).toMatchObject({ code: 404, status: 'Failure', reason: 'NotFound' })
    await call(server, 'GET', target, { headers: { 'x-user': 'bad' } })
    expect(events.at(-1)).toMatchObject({ user: { username: '' }, responseStatus: { code: 401 } })
  })

  it('has the authenticated user and the impersonated user', async () => {
    const { server, events } = await serve([{ level: 'Metadata', users: ['boss'] }])
    await call(server, 'GET', target, { headers: { 'x-user': 'boss', 'Impersonate-User': 'jane' } })
    expect(events.at(-1)).toMatchObject({ user: { username: 'boss' }, impersonatedUser: { username: 'jane' } })
  })

  it('has both users when the impersonated user is forbidden', async () => {
    const events: AuditEvent[] = []
    const server = await createServer({
      vocabulary: 'kubernetes',
      authenticators: [() => ({ username: 'boss', groups: [], extra: {} })],
      authorizers: [({ verb }) => ({ effect: verb === 'impersonate' ? 'allow' : 'noOpinion', reason: '' })],
      audit: { policy: { rules: [{ level: 'Metadata' }] }, sinks: [{ write: (batch) => void events.push(...batch) }] },
    })
    expect((await call(server, 'GET', target, { headers: { 'Impersonate-User': 'jane' } })).status).toBe(403)
    expect(events.at(-1)).toMatchObject({
      user: { username: 'boss' },
      impersonatedUser: { username: 'jane' },
      responseStatus: { code: 403 },
    })
  })

  it('has the bodies of requests over a port and of fetch requests', async () => {
    const { server, events } = await serve([{ level: 'RequestResponse', omitStages: ['RequestReceived'] }])
    const send = (url: string, name: string): Request =>
      new Request(`${url}${target}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ metadata: { name } }),
      })
    const { port, close } = await listen(server.handle)
    expect((await fetch(send(`http://127.0.0.1:${port}`, 'a'))).status).toBe(201)
    await close()
    expect((await server.fetch(send('http://server', 'b'))).status).toBe(201)
    expect(events.map(({ requestObject }) => requestObject)).toMatchObject([
      { metadata: { name: 'a' } },
      { metadata: { name: 'b' } },
    ])
  })

  it('has an event when a watch starts, and one when it has ended', async () => {
    const { server, events } = await serve([{ level: 'Metadata', omitStages: ['RequestReceived'] }])
    const watch = await openWatch(server, `${target}?watch=1`)
    expect(events.map(({ stage }) => stage)).toEqual(['ResponseStarted'])
    watch.leave()
    expect(events.map(({ stage }) => stage)).toEqual(['ResponseStarted', 'ResponseComplete'])
  })

  it('truncates user agents that are too long, and records bodies whole', async () => {
    const { server, events } = await serve([{ level: 'Request' }])
    await call(server, 'POST', target, {
      body: { metadata: { name: 'a' }, data: { k: 'x'.repeat(120_000) } },
      headers: { 'user-agent': 'u'.repeat(2000) },
    })
    expect(events[0]!.userAgent).toHaveLength(1024)
    expect(events.at(-1)!.requestObject).toMatchObject({ data: { k: 'x'.repeat(120_000) } })
    expect(events.at(-1)!.annotations).not.toHaveProperty(['audit.k8s.io/truncated'])
  })

  it('does not fail requests when it fails', async () => {
    const server = await createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      audit: {
        policy: { rules: [{ level: 'Metadata' }] },
        sinks: [
          {
            write: () => {
              throw new Error('disk full')
            },
          },
        ],
      },
    })
    expect((await call(server, 'GET', target)).status).toBe(200)
  })
})

describe('an audit policy', () => {
  it.each<[Partial<AuditRule>, string, string, boolean]>([
    [{ users: ['jane'] }, 'GET', target, true],
    [{ users: ['joe'] }, 'GET', target, false],
    [{ userGroups: ['devs'] }, 'GET', target, true],
    [{ userGroups: ['ops'] }, 'GET', target, false],
    [{ verbs: ['list'] }, 'GET', target, true],
    [{ verbs: ['get'] }, 'GET', target, false],
    [{ namespaces: ['default'] }, 'GET', target, true],
    [{ namespaces: ['other'] }, 'GET', target, false],
    [{ namespaces: [''] }, 'GET', '/api/v1/nodes', true],
    [{ resources: [{ group: '', resources: ['configmaps'] }] }, 'GET', target, true],
    [{ resources: [{ group: '', resources: ['configmaps'], resourceNames: ['b'] }] }, 'GET', `${target}/a`, false],
    [{ resources: [{ group: 'apps' }] }, 'GET', '/apis/apps/v1/deployments', true],
    [{ resources: [{ group: '', resources: ['*/status'] }] }, 'GET', '/api/v1/namespaces/default/pods/p/status', true],
    [{ resources: [{ group: '', resources: ['pods'] }] }, 'GET', '/api/v1/namespaces/default/pods/p/status', false],
    [{ resources: [{ group: '', resources: ['pods/*'] }] }, 'GET', '/api/v1/namespaces/default/pods/p/status', true],
    [{ resources: [{ group: '' }] }, 'GET', '/version', false],
    [{ nonResourceURLs: ['/version'] }, 'GET', '/version', true],
    [{ nonResourceURLs: ['/healthz*'] }, 'GET', '/healthz/ping', true],
    [{ nonResourceURLs: ['*'] }, 'GET', target, false],
  ])('%j over %s %s: %s', async (rule, method, path, written) => {
    const { server, events } = await serve([{ level: 'Metadata', ...rule }])
    await call(server, method, path)
    expect(events.length > 0).toBe(written)
  })

  it('applies the first rule that matches', async () => {
    const { server, events } = await serve([{ level: 'None', verbs: ['list'] }, { level: 'Metadata' }])
    await call(server, 'GET', target)
    expect(events).toEqual([])
  })
})

describe('an audit sink that requests wait for', () => {
  async function open(mode: AuditMode): Promise<{ server: Server; sink: { failure?: Error; events: AuditEvent[] } }> {
    const sink: { failure?: Error; events: AuditEvent[] } = { events: [] }
    const server = await createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
      audit: {
        policy: { rules: [{ level: 'Metadata', resources: [{ group: '', resources: ['configmaps'] }] }] },
        sinks: [
          {
            mode,
            async write(events) {
              await new Promise((resolve) => setImmediate(resolve))
              if (sink.failure !== undefined) throw sink.failure
              sink.events.push(...events)
            },
          },
        ],
      },
    })
    return { server, sink }
  }

  it('has the events before the reply', async () => {
    const { server, sink } = await open('blocking')
    await call(server, 'GET', target)
    expect(sink.events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseComplete'])
    const stages = [...sink.events]
    await server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default').list()
    expect(sink.events.length).toBe(2 * stages.length)
    await server.close()
  })

  // The text is that of kube-apiserver with --audit-log-mode=blocking-strict and a full disk.
  it('rejects requests when it fails and is strict; the server is not ready', async () => {
    const { server, sink } = await open('blocking-strict')
    const ready = async (): Promise<number> => (await call(server, 'GET', '/readyz')).status
    expect(await ready()).toBe(200)
    sink.failure = new Error('full')
    const { status, text, headers } = await call(server, 'GET', `${target}?labelSelector=a<b`)
    expect([status, text, headers['content-type'], headers['x-content-type-options']]).toEqual([
      500,
      `Internal Server Error: "${target}?labelSelector=a&lt;b": failed to store audit event\n`,
      'text/plain; charset=utf-8',
      'nosniff',
    ])
    const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    await expect(configMaps.list()).rejects.toMatchObject({ code: 500, message: 'failed to store audit event' })
    expect(await ready()).toBe(500)
    delete sink.failure
    expect((await call(server, 'GET', target)).status).toBe(200)
    expect(await ready()).toBe(200)
    await server.close()
  })

  it('rejects nothing when it fails and is not strict', async () => {
    const { server, sink } = await open('blocking')
    sink.failure = new Error('full')
    expect((await call(server, 'POST', target, { body: { metadata: { name: 'a' } } })).status).toBe(201)
    await server.close()
  })
})

// The references are those of kube-apiserver 1.36.
describe('the object reference', () => {
  it.each([
    ['POST', '', { metadata: { name: 'b' } }, { name: 'b' }],
    ['POST', '', { metadata: { generateName: 'g-' } }, {}],
    ['POST', '?dryRun=All', { metadata: { name: 'dry' } }, { name: 'dry' }],
    ['POST', '', { metadata: { name: 'A!' } }, { name: 'A!' }],
    ['PUT', '/c', { metadata: { name: 'c', resourceVersion: '5' } }, { name: 'c', resourceVersion: '5' }],
  ])('of %s %s has what the body says', async (method, path, body, expected) => {
    const { server, events } = await serve([{ level: 'Metadata' }])
    await call(server, method, target + path, { body })
    expect(events.at(-1)?.objectRef).toEqual({
      resource: 'configmaps',
      namespace: 'default',
      apiVersion: 'v1',
      ...expected,
    })
    await server.close()
  })
})
