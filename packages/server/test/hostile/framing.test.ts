import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminToken, janeToken, startHostile, type HostileServer } from './hostile-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
let hostile: HostileServer

beforeAll(async () => {
  hostile = await startHostile()
})
afterAll(() => hostile.close())

describe('a request whose framing is in doubt', () => {
  const auth = `Authorization: Bearer ${adminToken}\r\n`
  const refused: readonly (readonly [what: string, status: number, request: string])[] = [
    ['two Host headers', 400, `GET ${maps} HTTP/1.1\r\nHost: a\r\nHost: b\r\n${auth}\r\n`],
    ['the same Host twice', 400, `GET ${maps} HTTP/1.1\r\nHost: a\r\nHost: a\r\n${auth}\r\n`],
    ['a malformed Host', 400, `GET ${maps} HTTP/1.1\r\nHost: a b\r\n${auth}\r\n`],
    ['no Host', 400, `GET ${maps} HTTP/1.1\r\n${auth}\r\n`],
    ['HTTP/2.0 in the request line', 505, `GET ${maps} HTTP/2.0\r\nHost: a\r\n${auth}\r\n`],
    ['no version in the request line', 400, `GET ${maps}\r\nHost: a\r\n${auth}\r\n`],
    [
      'a transfer coding before chunked',
      501,
      `POST ${maps} HTTP/1.1\r\nHost: a\r\n${auth}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a length and a coding',
      400,
      `POST ${maps} HTTP/1.1\r\nHost: a\r\n${auth}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a null byte in a header', 400, `GET ${maps} HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n${auth}\r\n`],
  ]
  it.each(refused)('is refused: %s', async (_what, status, request) => {
    const reply = await hostile.raw(request, { quietMs: 1000 })
    expect(reply.status).toBe(status)
    expect(reply.json).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: status })
  })

  // As by Go's HTTP server, with a text.
  it.each(['%zz', '%'])('is refused: a path that ends in %s', async (end) => {
    const reply = await hostile.raw(`GET ${maps}/${end} HTTP/1.1\r\nHost: a\r\n${auth}\r\n`, { quietMs: 1000 })
    expect([reply.status, reply.json]).toEqual([400, undefined])
  })

  it('is rejected before authentication', async () => {
    const reply = await hostile.raw(`GET ${maps}/%zz HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer unknown\r\n\r\n`, {
      quietMs: 1000,
    })
    expect(reply.status).toBe(400)
  })
})

describe('a path is read once, as it stands', () => {
  // The 403 message of a user without permissions shows the attributes that the authorizer received.
  const asked = async (method: string, target: string): Promise<string> => {
    const { json, status } = await hostile.send(method, target, { token: janeToken })
    expect(status).toBe(403)
    return (json.message as string).replace(/^.*cannot /, '')
  }
  const paths: readonly (readonly [method: string, target: string, what: string])[] = [
    ['GET', '/api/v1/namespaces/../pods', 'list resource "pods" in API group "" in the namespace ".."'],
    ['GET', '/logs/../api/v1/secrets', 'get path "/logs/../api/v1/secrets"'],
    ['GET', '/logs/%2e%2e/api/v1/secrets', 'get path "/logs/../api/v1/secrets"'],
    [
      'GET',
      '/api/v1/namespaces/default/configmaps/..',
      'get resource "configmaps" in API group "" in the namespace "default"',
    ],
    ['GET', '/api/v1/namespaces%2fdefault%2fpods', 'list resource "pods" in API group "" in the namespace "default"'],
    [
      'GET',
      '/api/v1/namespaces/default/pods/a%2fstatus',
      'get resource "pods/status" in API group "" in the namespace "default"',
    ],
    [
      'GET',
      '/api/v1/namespaces/default/pods/a%2Fstatus',
      'get resource "pods/status" in API group "" in the namespace "default"',
    ],
    [
      'GET',
      '/api/v1/namespaces/default/pods/a%252fstatus',
      'get resource "pods" in API group "" in the namespace "default"',
    ],
    [
      'DELETE',
      '/api/v1/namespaces/default/pods',
      'deletecollection resource "pods" in API group "" in the namespace "default"',
    ],
    ['GET', '/api/v1/watch/pods', 'watch resource "pods" in API group "" at the cluster scope'],
    ['GET', '/api/v1/pods?watch=1', 'watch resource "pods" in API group "" at the cluster scope'],
    ['GET', '/api/v1/pods?watch=false', 'list resource "pods" in API group "" at the cluster scope'],
  ]
  it.each(paths)('%s %s', async (method, target, what) => {
    expect(await asked(method, target)).toBe(what)
  })

  it.each(['/healthz/../api/v1/namespaces', '/healthz/%2e%2e/api/v1/namespaces'])(
    'what is open to all opens nothing beside it: %s',
    async (target) => {
      const { status, json } = await hostile.send('GET', target, { token: '' })
      expect(status).toBe(403)
      expect(json.message).toMatch(/^forbidden: User "system:anonymous" cannot get path "\/healthz\//)
    },
  )

  it('HEAD is get', async () => {
    const { status, body } = await hostile.send('HEAD', `${maps}/a`, { token: janeToken })
    expect(status).toBe(403)
    expect(body).toBe('')
  })

  it('is not walked upwards by an administrator either', async () => {
    await hostile.send('POST', maps, { body: { metadata: { name: 'target' } } })
    const climb = await hostile.send('GET', '/api/v1/namespaces/other/../default/configmaps/target')
    expect(climb.status).toBe(404)
    const other = await hostile.send('GET', '/api/v1/namespaces/default/configmaps/x/../target')
    expect(other.status).toBe(404)
  })

  it.each([
    '//api/v1/pods',
    '/api//v1/pods',
    '/api/v1//pods',
    '/./api/v1/pods',
    '/api/v1/pods/.',
    '/api/v1/pods\u0000',
    '/%00',
  ])('does not fail inside on %s', async (target) => {
    const { status } = await hostile.send('GET', encodeURI(target))
    expect(status).toBeGreaterThan(0)
    expect(status).not.toBe(500)
  })
})

describe('headers that name a user', () => {
  it('are not believed without a proxy', async () => {
    const { json } = await hostile.send('GET', maps, {
      token: janeToken,
      lines: ['X-Remote-User: admin', 'X-Remote-Group: system:masters'],
    })
    expect(json.message).toContain('User "jane" cannot list')
  })

  it('are ignored without credentials', async () => {
    const { json } = await hostile.send('GET', maps, {
      token: '',
      lines: ['X-Remote-User: admin', 'X-Remote-Group: system:masters'],
    })
    expect(json.message).toContain('User "system:anonymous" cannot list')
  })

  it.each(['Impersonate-User: jane', 'impersonate-user: jane'])(
    'to act as another are never overlooked: %s',
    async (line) => {
      const { status, json } = await hostile.send('GET', maps, { lines: [line, 'Impersonate-User: admin'] })
      expect(status).toBe(403)
      expect(json.message).toContain('User "jane" cannot list')
    },
  )

  it('to impersonate are rejected without permission, alone or after a permitted one', async () => {
    for (const lines of [
      ['Impersonate-User: admin'],
      ['Impersonate-User: jane', 'Impersonate-Group: system:masters'],
    ]) {
      const { status, json } = await hostile.send('GET', maps, { token: janeToken, lines })
      expect(status).toBe(403)
      expect(json.message).toContain('User "jane" cannot impersonate-on:user-info:list resource')
    }
  })

  it.each(['IMPERSONATE-GROUP: devs', 'Impersonate-Uid: 1', 'Impersonate-Extra-Scopes: a'])(
    'to impersonate without a user are rejected: %s',
    async (line) => {
      const { status, json } = await hostile.send('GET', maps, { lines: [line] })
      expect([status, json.reason]).toEqual([400, 'BadRequest'])
    },
  )

  it('count by their first line: a second token does not replace the first', async () => {
    const first = await hostile.send('GET', maps, { token: janeToken, lines: [`Authorization: Bearer ${adminToken}`] })
    expect(first.json.message).toContain('User "jane"')
    const second = await hostile.send('GET', maps, { lines: [`Authorization: Bearer ${janeToken}`] })
    expect(second.status).toBe(200)
  })

  const credentials: readonly (readonly [line: string, status: number, user: string])[] = [
    [`Authorization: bearer ${janeToken}`, 403, 'jane'],
    [`Authorization: BEARER ${janeToken}`, 403, 'jane'],
    ['Authorization: Bearer', 403, 'system:anonymous'],
    [`Authorization: Bearer  ${janeToken}`, 403, 'system:anonymous'],
    [`Authorization: Basic ${janeToken}`, 403, 'system:anonymous'],
    ['Authorization: Bearer unknown', 401, ''],
    [`Authorization: Bearer ${janeToken}x`, 401, ''],
    [`Authorization: Bearer ${janeToken.slice(0, -1)}`, 401, ''],
    [`Authorization: Bearer ${janeToken.toUpperCase()}`, 401, ''],
    ['Authorization: Bearer __proto__', 401, ''],
    ['Authorization: Bearer constructor', 401, ''],
  ]
  it.each(credentials)('%s is answered with %i', async (line, status, user) => {
    const reply = await hostile.send('GET', maps, { token: '', lines: [line] })
    expect(reply.status).toBe(status)
    expect(reply.json.message).toContain(status === 401 ? 'Unauthorized' : `User ${JSON.stringify(user)} cannot`)
  })

  it('are overruled by a client certificate, which a token does not overrule', async () => {
    const carol = hostile.server.issueClientCertificate({ username: 'carol', groups: ['devs'] })
    const request = `GET ${maps} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${adminToken}\r\n\r\n`
    const reply = await hostile.raw(request, { cert: carol.cert, key: carol.key })
    expect(reply.json.message).toContain('User "carol" cannot list')
  })
})

describe('floods', () => {
  it('of header lines are taken up to 1 MiB, and refused with 431 above', async () => {
    const fits = Array.from({ length: 5000 }, (_, index) => `X-${index}: ${'v'.repeat(100)}`)
    expect((await hostile.send('GET', maps, { lines: fits })).status).toBe(200)
    const tooMany = Array.from({ length: 12_000 }, (_, index) => `X-${index}: ${'v'.repeat(100)}`)
    expect((await hostile.send('GET', maps, { lines: tooMany })).status).toBe(431)
  })

  it('of slow connections do not delay other requests', async () => {
    const slow: Socket[] = Array.from({ length: 100 }, () => {
      const socket = connectTcp(hostile.port, '127.0.0.1')
      socket.on('error', () => undefined)
      return socket
    })
    const halfway = Array.from({ length: 20 }, () => {
      const socket = connectTls({ port: hostile.port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        socket.write(`POST ${maps} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n{`)
      })
      socket.on('error', () => undefined)
      return socket
    })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const begun = performance.now()
    expect((await hostile.send('GET', maps)).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(20_000)
    for (const socket of [...slow, ...halfway]) socket.destroy()
  })

  it('of a body that never comes end with the client', async () => {
    const request = `POST ${maps} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${adminToken}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"metadata"`
    expect((await hostile.raw(request, { quietMs: 300 })).status).toBe(0)
    expect((await hostile.send('GET', maps)).status).toBe(200)
  })
})
