import { createHash } from 'node:crypto'
import { request as httpsRequest } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { kubernetesVocabulary, type PeerCertificate, type UserInfo } from '@pinnace/meta'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bearerAuthenticator,
  createClientCertificateAuthenticator,
  createRequestHeaderAuthenticator,
  firstAuthenticator,
  loadClientAuthorities,
  type RequestHeaderOptions,
} from '../src/index.ts'
import { authority, clientAuth, issue, serverAuth, usage, type Issued } from './support/certificates.ts'
import { failure } from './support/forge.ts'
import { serveLoopback, type Loopback } from './support/loopback.ts'
import { requestWith } from './support/request.ts'

const vocabulary = kubernetesVocabulary
let clientCa: Issued
let proxyCa: Issued
let strangerCa: Issued
let proxy: PeerCertificate
let jane: PeerCertificate
const hour = 3_600_000

const peerOf = ({ raw }: Issued, ...chain: readonly Issued[]): PeerCertificate => ({
  raw,
  chain: chain.map((link) => link.raw),
})
const leaf = (issuer: Issued, subject: string, more: object = {}): Promise<Issued> =>
  issue({ subject, issuer, extensions: [usage(clientAuth)], ...more })

beforeAll(async () => {
  clientCa = await issue({ subject: 'CN=client-ca', extensions: authority() })
  proxyCa = await issue({ subject: 'CN=proxy-ca', extensions: authority() })
  strangerCa = await issue({ subject: 'CN=client-ca', extensions: authority() })
  proxy = peerOf(await leaf(proxyCa, 'CN=front-proxy'))
  jane = peerOf(await leaf(clientCa, 'O=dev,O=ops,CN=jane'))
})

function clients(): ReturnType<typeof createClientCertificateAuthenticator> {
  return createClientCertificateAuthenticator({ vocabulary, authorities: loadClientAuthorities(clientCa.pem) })
}

function proxies(options: Partial<RequestHeaderOptions> = {}): ReturnType<typeof createRequestHeaderAuthenticator> {
  return createRequestHeaderAuthenticator({
    authorities: loadClientAuthorities(proxyCa.pem),
    usernameHeaders: ['X-Remote-User'],
    uidHeaders: ['X-Remote-Uid'],
    groupHeaders: ['X-Remote-Group'],
    extraHeaderPrefixes: ['X-Remote-Extra-'],
    ...options,
  })
}

describe('client certificates', () => {
  it('name user and groups, and the certificate itself', async () => {
    const fingerprint = createHash('sha256').update(jane.raw).digest('hex')
    const authenticate = clients()
    const user = await authenticate(requestWith([], jane))
    expect(user).toEqual({
      username: 'jane',
      groups: ['dev', 'ops'],
      extra: { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${fingerprint}`] },
    })
    expect(await authenticate(requestWith([], jane))).toBe(user)
  })

  it('get no opinion where there is none, without a common name, and without authorities', async () => {
    expect(await clients()(requestWith())).toBeUndefined()
    expect(await clients()(requestWith([], peerOf(await leaf(clientCa, 'O=dev'))))).toBeUndefined()
    const authenticate = createClientCertificateAuthenticator({ vocabulary, authorities: () => undefined })
    expect(await authenticate(requestWith([], jane))).toBeUndefined()
  })

  it.each([
    ['of another authority of the same name', () => leaf(strangerCa, 'CN=jane'), 'signed by unknown authority'],
    [
      'signed by itself',
      () => issue({ subject: 'CN=jane', extensions: [usage(clientAuth)] }),
      'signed by unknown authority',
    ],
    [
      'that is expired',
      () =>
        leaf(clientCa, 'CN=jane', {
          notBefore: new Date(Date.now() - 2 * hour),
          notAfter: new Date(Date.now() - hour),
        }),
      'expired or is not yet valid',
    ],
    [
      'that is not yet valid',
      () =>
        leaf(clientCa, 'CN=jane', {
          notBefore: new Date(Date.now() + hour),
          notAfter: new Date(Date.now() + 2 * hour),
        }),
      'expired or is not yet valid',
    ],
    ['for servers', () => leaf(clientCa, 'CN=jane', { extensions: [usage(serverAuth)] }), 'incompatible key usage'],
    ['for nothing', () => leaf(clientCa, 'CN=jane', { extensions: [] }), 'incompatible key usage'],
  ])('are rejected when they are %s', async (_case, make, message) => {
    const peer = peerOf(await make())
    expect(await failure(() => clients()(requestWith([], peer)))).toContain(message)
  })

  it('are verified again when the authorities change', async () => {
    let trusted = loadClientAuthorities(clientCa.pem)
    const authenticate = createClientCertificateAuthenticator({ vocabulary, authorities: () => trusted })
    expect(await authenticate(requestWith([], jane))).toBeDefined()
    trusted = loadClientAuthorities(strangerCa.pem)
    expect(await failure(() => authenticate(requestWith([], jane)))).toContain('unknown authority')
  })

  it('win over a bad token', async () => {
    const chain = firstAuthenticator([clients(), bearerAuthenticator(() => undefined)])
    expect(await chain(requestWith([['authorization', 'Bearer bad']], jane))).toMatchObject({ username: 'jane' })
    expect(await failure(() => chain(requestWith([['authorization', 'Bearer bad']])))).toContain('no authenticator')
  })
})

describe('authenticating proxies', () => {
  const headers: [string, string][] = [
    ['X-Remote-User', 'jane'],
    ['x-remote-user', 'admin'],
    ['X-Remote-Uid', '42'],
    ['X-Remote-Group', 'dev'],
    ['X-REMOTE-GROUP', 'ops, with comma'],
    ['X-Remote-Group', ''],
    ['X-Remote-Extra-Scopes', 'a'],
    ['X-Remote-Extra-scopes', 'b'],
    ['X-Remote-Extra-Acme.com%2Fproject', 'p1'],
    ['X-Remote-Extra-Bad%zz', 'raw'],
    ['X-Remote-Extra-__proto__', 'polluted'],
  ]

  it('send names in UTF-8, decoded from one character per byte; other bytes stay as they are', async () => {
    const lines: [string, string][] = [
      ['X-Remote-User', Buffer.from('jösé').toString('latin1')],
      ['X-Remote-Group', Buffer.from('用户').toString('latin1')],
      ['X-Remote-Group', 'caf\u00e9'],
      ['X-Remote-Group', '用户'],
      ['X-Remote-Extra-Town', Buffer.from('Łódź').toString('latin1')],
    ]
    expect(await proxies()(requestWith(lines, proxy))).toEqual({
      username: 'jösé',
      groups: ['用户', 'café', '用户'],
      extra: { town: ['Łódź'] },
    })
  })

  it('name the user: the first user line, every group line, extra values by prefix', async () => {
    const user = (await proxies()(requestWith(headers, proxy))) as UserInfo
    expect(user).toMatchObject({ username: 'jane', uid: '42', groups: ['dev', 'ops, with comma'] })
    expect(Object.entries(user.extra)).toEqual([
      ['scopes', ['a', 'b']],
      ['acme.com/project', ['p1']],
      ['bad%zz', ['raw']],
      ['__proto__', ['polluted']],
    ])
    expect('polluted' in {}).toBe(false)
  })

  it('can use several header names, in order', async () => {
    const options = {
      usernameHeaders: ['X-First', 'X-Second'],
      groupHeaders: ['X-G1', 'X-G2'],
      extraHeaderPrefixes: ['X-A-', 'X-B-'],
    }
    const lines: [string, string][] = [
      ['X-Second', 'second'],
      ['X-First', ''],
      ['X-G2', 'two'],
      ['X-G1', 'one'],
      ['X-B-k', 'b'],
      ['X-A-k', 'a'],
    ]
    expect(await proxies(options)(requestWith(lines, proxy))).toEqual({
      username: 'second',
      groups: ['one', 'two'],
      extra: { k: ['a', 'b'] },
    })
    expect(await proxies(options)(requestWith([['X-First', 'first'], ...lines.slice(0, 1)], proxy))).toMatchObject({
      username: 'first',
    })
  })

  it('get no opinion without a certificate, and without a user', async () => {
    expect(await proxies()(requestWith(headers))).toBeUndefined()
    expect(await proxies()(requestWith(headers.slice(3), proxy))).toBeUndefined()
    expect(await proxies({ authorities: () => undefined })(requestWith(headers, proxy))).toBeUndefined()
  })

  it.each([
    ['of a client', () => Promise.resolve(jane), 'unknown authority'],
    ['of a stranger', async () => peerOf(await leaf(strangerCa, 'CN=front-proxy')), 'unknown authority'],
    [
      'that is expired',
      async () =>
        peerOf(await leaf(proxyCa, 'CN=front-proxy', { notBefore: new Date(1e12), notAfter: new Date(1.1e12) })),
      'expired',
    ],
    [
      'for servers',
      async () => peerOf(await leaf(proxyCa, 'CN=front-proxy', { extensions: [usage(serverAuth)] })),
      'incompatible key usage',
    ],
    [
      'of another name',
      async () => peerOf(await leaf(proxyCa, 'CN=other')),
      'x509: subject with cn=other is not in the allowed list',
    ],
    [
      'of no name',
      async () => peerOf(await leaf(proxyCa, 'O=other')),
      'x509: subject with cn= is not in the allowed list',
    ],
  ])('are rejected with a certificate %s', async (_case, make, message) => {
    const peer = await make()
    const authenticate = proxies({ allowedNames: ['front-proxy', 'front-proxy-2'] })
    expect(await failure(() => authenticate(requestWith(headers, peer)))).toContain(message)
  })

  it('can have any name where no names are configured', async () => {
    const peer = peerOf(await leaf(proxyCa, 'O=unnamed'))
    expect(await proxies()(requestWith(headers, peer))).toMatchObject({ username: 'jane' })
  })

  it('cannot be imitated by a client, whose certificate counts and not its headers', async () => {
    const chain = firstAuthenticator([proxies(), clients()])
    const spoofed = [
      ['X-Remote-User', 'admin'],
      ['X-Remote-Group', 'system:masters'],
    ] as [string, string][]
    const user = await chain(requestWith(spoofed, jane))
    expect(user).toMatchObject({ username: 'jane', groups: ['dev', 'ops', 'system:authenticated'] })
    expect(await chain(requestWith(spoofed))).toBeUndefined()
  })

  it('require a header for the user', () => {
    expect(() => proxies({ usernameHeaders: [] })).toThrow(TypeError)
    expect(() => proxies({ groupHeaders: [' '] })).toThrow(TypeError)
  })
})

describe('over a real connection', () => {
  let server: Loopback
  let users: (UserInfo | string | undefined)[]

  beforeAll(async () => {
    const chain = firstAuthenticator([proxies({ allowedNames: ['front-proxy'] }), clients()])
    users = []
    server = await serveLoopback(() => ({}), { requestCert: true, rejectUnauthorized: false })
    server.server.on('request', (incoming) => {
      const { raw } = (incoming.socket as TLSSocket).getPeerCertificate()
      const lines: [string, string][] = []
      for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
        lines.push([incoming.rawHeaders[index]!, incoming.rawHeaders[index + 1]!])
      }
      const peer = raw === undefined ? undefined : { raw, chain: [] }
      Promise.resolve()
        .then(() => chain(requestWith(lines, peer)))
        .then(
          (user) => users.push(user),
          (error: Error) => users.push(error.message),
        )
    })
  })
  afterAll(() => server.close())

  async function call(certificate: Issued | undefined, headers: Record<string, string | string[]>): Promise<unknown> {
    const tls = { ca: server.ca, ...(certificate && { cert: certificate.pem, key: certificate.keyPem }) }
    await new Promise((resolve, reject) => {
      httpsRequest(server.url, { ...tls, headers, agent: false }, (reply) => void reply.resume().on('end', resolve))
        .on('error', reject)
        .end()
    })
    return users.at(-1)
  }

  it('accepts the headers of the proxy only', async () => {
    const headers = { 'X-Remote-User': 'jane', 'X-Remote-Group': ['dev', 'ops'], 'X-Remote-Extra-Team': 'a' }
    expect(await call(await leaf(proxyCa, 'CN=front-proxy'), headers)).toEqual({
      username: 'jane',
      groups: ['dev', 'ops', 'system:authenticated'],
      extra: { team: ['a'] },
    })
    expect(await call(await leaf(proxyCa, 'CN=other-proxy'), headers)).toBe('Unauthorized')
    expect(await call(await leaf(clientCa, 'CN=joe'), headers)).toMatchObject({ username: 'joe' })
    expect(await call(await leaf(strangerCa, 'CN=joe'), headers)).toBe('Unauthorized')
    expect(await call(undefined, headers)).toBeUndefined()
  })
})
