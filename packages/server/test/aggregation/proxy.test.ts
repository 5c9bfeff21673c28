import { eventually } from '@pinnace/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { Server, ServerOptions } from '../../src/index.ts'
import { askUpgrade, openWebSocket } from '../connections/support/upgrade.ts'
import { call, openWatch } from '../support/call.ts'
import { createBehind, createFront, reach, register, settled, startRaw, type Reached } from './support.ts'

const widgets = '/apis/widgets.example.dev/v1/namespaces/default/widgets'
const open: Server[] = []

afterEach(async () => {
  for (const server of open.splice(0)) await server.close({ graceMs: 0 })
})

async function together(): Promise<{ readonly front: Server; readonly behind: Server }> {
  const reached = new Map<number, Reached>()
  const front = await createFront(reached)
  const behind = await createBehind(front)
  open.push(front, behind)
  reached.set(443, await reach(behind))
  await settled(front, await register(front, reached.get(443)!))
  return { front, behind }
}

async function before(raw: Reached, spec: object = {}, options: Partial<ServerOptions> = {}): Promise<Server> {
  const front = await createFront(new Map([[443, raw]]), options)
  open.push(front)
  await settled(front, await register(front, raw, { spec }))
  return front
}

describe('a server behind an APIService', () => {
  it('gets the requests for its group version, and stores the objects itself', async () => {
    const { front, behind } = await together()
    const body = { apiVersion: 'widgets.example.dev/v1', kind: 'Widget', metadata: { name: 'a' }, spec: {} }
    const made = await call(front, 'POST', widgets, { body, headers: { 'content-type': 'application/json' } })
    expect(made.status).toBe(201)
    expect(made.json.spec).toEqual({ size: 1 })
    expect((await call(front, 'GET', `${widgets}/a`)).json).toEqual(made.json)
    expect((await call(front, 'GET', widgets)).json.items).toHaveLength(1)
    const patched = await call(front, 'PATCH', `${widgets}/a`, {
      body: { spec: { size: 3 } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(patched.json.spec).toEqual({ size: 3 })
    expect(
      await behind.client({ apiVersion: 'widgets.example.dev/v1', kind: 'Widget' }).namespace('default').get('a'),
    ).toMatchObject({
      spec: { size: 3 },
    })
    expect((await call(front, 'DELETE', `${widgets}/a`)).json.status).toBe('Success')
    expect(await call(front, 'GET', `${widgets}/a`)).toMatchObject({
      status: 404,
      json: { message: 'widgets.widgets.example.dev "a" not found' },
    })
  })

  it('cannot allow other origins', async () => {
    await using raw = await startRaw((_request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('x-own', 'kept')
      response.end('{}')
    })
    const { headers } = await call(await before(raw), 'GET', `${widgets}/a`)
    expect([headers['access-control-allow-origin'], headers['x-own']]).toEqual([undefined, 'kept'])
  })

  it('answers tables, subresources and errors unchanged', async () => {
    const { front } = await together()
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1'
    const table = await call(front, 'GET', widgets, { headers: { accept } })
    expect(table.json.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Size'])
    const body = { apiVersion: 'widgets.example.dev/v1', kind: 'Widget', metadata: { name: 'A' } }
    const refused = await call(front, 'POST', widgets, { body, headers: { 'content-type': 'application/json' } })
    expect(refused.status).toBe(422)
    expect(refused.json.details.causes[0].field).toBe('metadata.name')
  })

  it('can be watched through the first server', async () => {
    const { front, behind } = await together()
    const watch = await openWatch(front, `${widgets}?watch=true`)
    const objects = behind.client({ apiVersion: 'widgets.example.dev/v1', kind: 'Widget' }).namespace('default')
    await objects.create({ metadata: { name: 'a' } })
    await objects.delete('a')
    await watch.until(2)
    expect(watch.events.map(({ type }) => type)).toEqual(['ADDED', 'DELETED'])
    watch.leave()
  })

  it('gets the name, uid, groups and extra of the user', async () => {
    const { front } = await together()
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
    // The version this server serves itself is handed over to the other one.
    const registered = front.client({ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService' })
    const local = (await registered.get('v1.authentication.k8s.io')) as never as { metadata: object; spec: object }
    const remote = (await registered.get('v1.widgets.example.dev')) as never as { spec: object }
    await registered.update({ ...local, spec: { ...remote.spec, group: 'authentication.k8s.io' } } as never)
    await settled(front, 'v1.authentication.k8s.io')
    const { status, json } = await call(front, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      body,
      headers: {
        'content-type': 'application/json',
        'Impersonate-User': 'jösé',
        'Impersonate-Uid': '42',
        'Impersonate-Group': 'builders',
        'Impersonate-Extra-example.dev%2fteam': 'blue',
      },
    })
    expect(status).toBe(201)
    expect(json.status.userInfo).toMatchObject({
      username: 'jösé',
      uid: '42',
      groups: ['builders', 'system:authenticated'],
      extra: { 'example.dev/team': ['blue'] },
    })
  })

  it('does not get identity headers of the client', async () => {
    await using raw = await startRaw((_request, response) => response.end('{}'))
    const tokens = [{ token: 'secret', user: { username: 'alice', uid: '7', groups: ['devs'], extra: {} } }]
    const front = await before(raw, {}, { authentication: { tokens } })
    await call(front, 'GET', `${widgets}/a?x=%2F`, {
      headers: {
        Authorization: 'Bearer secret',
        'X-Remote-User': 'admin',
        'X-Remote-Uid': '0',
        'X-Remote-Group': 'system:masters',
        'X-Remote-Extra-Scopes': 'all',
        Connection: 'close, X-Hop',
        'X-Hop': 'here',
        'X-Kept': 'there',
        'X-Forwarded-For': '10.0.0.1',
        'Audit-Id': 'given',
      },
    })
    const [request] = raw.requests
    expect(request!.url).toBe(`${widgets}/a?x=%2F`)
    const { headers } = request!
    expect(headers).toMatchObject({
      host: 'widgets.outside.svc:443',
      'x-remote-user': 'alice',
      'x-remote-uid': '7',
      'x-remote-group': 'devs, system:authenticated',
      'x-kept': 'there',
      'x-forwarded-for': '10.0.0.1, 127.0.0.1',
      'audit-id': 'given',
    })
    for (const name of ['authorization', 'x-remote-extra-scopes', 'x-hop']) {
      expect(headers[name]).toBeUndefined()
    }
  })

  it('gets a client certificate signed by the first server', async () => {
    let name: unknown
    await using raw = await startRaw((request, response) => {
      name = (request.socket as never as { getPeerCertificate(): { subject: { CN: string } } }).getPeerCertificate()
        .subject.CN
      response.end('{}')
    })
    const front = await before(raw)
    await call(front, 'GET', `${widgets}/a`)
    expect(name).toBe('front-proxy-client')
  })
})

it('requests are forwarded with the client certificate that the server is given', async () => {
  const names: unknown[] = []
  await using raw = await startRaw((request, response) => {
    names.push(
      (request.socket as never as { getPeerCertificate(): { subject: { CN: string } } }).getPeerCertificate().subject
        .CN,
    )
    response.end('{}')
  })
  const issuer = await createFront(new Map())
  open.push(issuer)
  const proxyClient = issuer.issueClientCertificate({ username: 'another-proxy', ttlMs: 60_000 })
  const resolveService = (): { host: string; port: number } => ({ host: '127.0.0.1', port: raw.port })
  const front = await before(raw, {}, { aggregation: { resolveService, proxyClient } })
  await call(front, 'GET', `${widgets}/a`)
  expect(names).toEqual(['another-proxy'])
})

it('requests are forwarded with the newest client certificate of a function', async () => {
  const names: string[] = []
  await using raw = await startRaw((request, response) => {
    const socket = request.socket as never as { getPeerCertificate(): { subject: { CN: string } } }
    names.push(socket.getPeerCertificate().subject.CN)
    response.end('{}')
  })
  const issuer = await createFront(new Map())
  open.push(issuer)
  const issue = (username: string) => issuer.issueClientCertificate({ username, ttlMs: 60_000 })
  let newest = issue('first')
  const resolveService = (): { host: string; port: number } => ({ host: '127.0.0.1', port: raw.port })
  const front = await before(raw, {}, { aggregation: { resolveService, proxyClient: () => newest } })
  await call(front, 'GET', `${widgets}/a`)
  newest = issue('second')
  await call(front, 'GET', `${widgets}/a`)
  expect(names).toEqual(['first', 'second'])
})

describe('a failure of the proxy', () => {
  it('is 503 while the APIService is not available', async () => {
    const front = await createFront(new Map())
    open.push(front)
    const name = await register(front, { port: 0, ca: '' }, { spec: { caBundle: '', insecureSkipTLSVerify: true } })
    await settled(front, name, 'ServiceAccessError')
    const answer = await call(front, 'GET', widgets)
    expect([answer.status, answer.text]).toEqual([503, 'service unavailable\n'])
    expect((await call(front, 'GET', '/apis/widgets.example.dev/v1')).status).toBe(503)
    expect((await call(front, 'GET', '/api/v1/namespaces')).status).toBe(200)
  })

  it('is 503 when the certificate is of another authority, although the server is available', async () => {
    await using raw = await startRaw((_request, response) => response.end('{}'), ['other.outside.svc'])
    const front = await before(raw)
    const answer = await call(front, 'GET', widgets)
    expect(answer.status).toBe(503)
    expect(answer.text).toMatch(/^tls: failed to verify certificate: x509: /)
    expect(raw.requests).toEqual([])
  })

  it('is 503 when the authority of the certificate is not trusted, unless insecureSkipTLSVerify is set', async () => {
    await using raw = await startRaw((_request, response) => response.end('{}'))
    await using other = await startRaw(() => {})
    const front = await before(raw, { caBundle: Buffer.from(other.ca).toString('base64') })
    expect((await call(front, 'GET', widgets)).text).toBe(
      'tls: failed to verify certificate: x509: certificate signed by unknown authority\n',
    )
    const insecure = await before(raw, { caBundle: '', insecureSkipTLSVerify: true })
    expect((await call(insecure, 'GET', widgets)).status).toBe(200)
  })

  it('is 502 for a redirect', async () => {
    await using raw = await startRaw((_request, response) => {
      response.writeHead(307, { location: 'https://127.0.0.1:1/' }).end()
    })
    const answer = await call(await before(raw), 'GET', widgets)
    expect([answer.status, answer.text]).toEqual([
      502,
      'the backend attempted to redirect this request, which is not permitted',
    ])
  })

  it('forwards a reply with a redirect code and no location', async () => {
    await using raw = await startRaw((_request, response) => void response.writeHead(304).end())
    expect((await call(await before(raw), 'GET', widgets)).status).toBe(304)
  })

  it('is 503 when the server aborts in the middle of its reply', async () => {
    await using raw = await startRaw((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{')
      setImmediate(() => response.destroy())
    })
    const answer = await call(await before(raw), 'GET', widgets)
    expect([answer.status, answer.text]).toEqual([503, 'unexpected EOF\n'])
  })

  it('is 504 when it does not answer in time', async () => {
    await using raw = await startRaw(() => {})
    const answer = await call(await before(raw), 'GET', `${widgets}?timeout=50ms`)
    expect(answer.status).toBe(504)
  })

  it('ends a request whose client is gone', async () => {
    let come = (): void => {}
    let gone = (): void => {}
    const hasCome = new Promise<void>((resolve) => (come = resolve))
    const hasGone = new Promise<void>((resolve) => (gone = resolve))
    await using raw = await startRaw((request) => {
      request.once('close', gone)
      come()
    })
    const client = new AbortController()
    const answer = call(await before(raw), 'GET', widgets, { signal: client.signal })
    await hasCome
    client.abort()
    await hasGone
    expect((await answer).status).toBe(503)
  })

  it('gets the upgrades of connections', async () => {
    const { front, behind } = await together()
    const listening = await front.listen()
    const webSocket = await openWebSocket(listening, `${widgets}?watch=true`)
    const client = behind.client({ apiVersion: 'widgets.example.dev/v1', kind: 'Widget' }).namespace('default')
    await client.create({ metadata: { name: 'seen' }, spec: {} } as never)
    await eventually(() => String(webSocket.frames[0]?.payload).includes('"name":"seen"'), true)
    webSocket.connection.destroy()
  })

  it('refuses upgrades with its own reply', async () => {
    await using raw = await startRaw((_request, response) => response.writeHead(418).end('no upgrade'))
    const listening = await (await before(raw)).listen()
    const headers = { upgrade: 'websocket' }
    expect(await askUpgrade(listening, `${widgets}/a/exec`, { headers })).toEqual({ status: 418, text: 'no upgrade' })
  })

  it('is 403 for a user without permission, without asking the other server', async () => {
    await using raw = await startRaw((_request, response) => response.end('{}'))
    const front = await createFront(new Map([[443, raw]]), { preset: 'secure' })
    open.push(front)
    await settled(front, await register(front, raw))
    expect((await call(front, 'GET', widgets)).status).toBe(403)
    expect(raw.requests).toEqual([])
  })
})

describe('long replies', () => {
  const chunk = 'x'.repeat(64 * 1024)

  it('are streamed completely', async () => {
    await using raw = await startRaw((_request, response) => {
      for (let index = 0; index < 48; index++) response.write(chunk)
      response.end()
    })
    const front = await before(raw)
    const { url, ca } = await front.listen()
    const { request } = await import('node:https')
    const size = await new Promise<number>((resolve, reject) => {
      const sent = request(`${url}${widgets}`, { ca }, (incoming) => {
        let bytes = 0
        incoming.on('data', (data: Buffer) => (bytes += data.length))
        incoming.on('end', () => resolve(bytes))
        incoming.on('error', reject)
      })
      sent.on('error', reject)
      sent.end()
    })
    expect(size).toBe(48 * chunk.length)
  })
})
