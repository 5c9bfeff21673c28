import { generateKeyPairSync } from 'node:crypto'
import { parseRemoteService, parseTokenFile } from '@pinnace/authn'
import type { PeerCertificate } from '@pinnace/meta'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authority,
  clientAuth,
  issue,
  serverAuth,
  usage,
  type Issued,
} from '../../../authn/test/support/certificates.ts'
import { forge } from '../../../authn/test/support/forge.ts'
import { serveLoopback, type Answer, type Loopback } from '../../../authn/test/support/loopback.ts'
import { createServer, type Server, type ServerOptions } from '../../src/index.ts'
import { send, whoIs, type HeaderLine, type Sender } from './senders.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const root: Sender = { token: 'root' }
const tokens = parseTokenFile('root,root,1,system:masters\njane-token,jane,2,"devs,ops"\n')
let clientCa: Issued
let proxyCa: Issued
let strangerCa: Issued

const peerOf = ({ raw }: Issued): PeerCertificate => ({ raw, chain: [] })
const leaf = async (issuer: Issued, subject: string, more: object = {}): Promise<PeerCertificate> =>
  peerOf(await issue({ subject, issuer, extensions: [usage(clientAuth)], ...more }))
const serve = (
  authentication: ServerOptions['authentication'] = {},
  options: Omit<ServerOptions, 'authentication'> = {},
): Promise<Server> =>
  createServer({ vocabulary: 'kubernetes', authentication: { tokens, ...authentication }, ...options })

beforeAll(async () => {
  const extensions = authority()
  clientCa = await issue({ subject: 'CN=clients', extensions })
  proxyCa = await issue({ subject: 'CN=proxies', extensions })
  strangerCa = await issue({ subject: 'CN=clients', extensions })
})

describe('a user', () => {
  it('is not an API object: it cannot be created, and discovery does not list it', async () => {
    const server = await serve()
    for (const resource of ['users', 'groups']) {
      expect((await send(server, 'POST', `/api/v1/${resource}`, root, { metadata: { name: 'x' } })).status).toBe(404)
    }
    const { json } = await send(server, 'GET', '/api/v1', root)
    const names = (json.resources as readonly { readonly name: string }[]).map(({ name }) => name)
    expect(names).toContain('serviceaccounts')
    expect(names.filter((name) => ['users', 'groups'].includes(name))).toEqual([])
  })

  it('who is known is in system:authenticated too, one who is not is in system:unauthenticated alone', async () => {
    const server = await serve()
    const { json } = await send(server, 'GET', maps)
    expect(json.message).toContain('User "system:anonymous" cannot list')
    expect(await whoIs(server, { token: 'jane-token' })).toEqual({
      username: 'jane',
      uid: '2',
      groups: ['devs', 'ops', 'system:authenticated'],
    })
  })

  it('who is not known and not taken for anonymous reads a Status of 401, whatever was wrong', async () => {
    const server = await serve({}, { anonymous: false })
    for (const sender of [{}, { token: 'wrong' }, { token: 'a.b.c' }]) {
      const { status, json } = await send(server, 'GET', maps, sender)
      expect([status, json]).toEqual([
        401,
        {
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          message: 'Unauthorized',
          reason: 'Unauthorized',
          code: 401,
        },
      ])
    }
  })
})

describe('a client certificate', () => {
  it('of the authority names the user by its common name and the groups by its organizations', async () => {
    const server = await serve({ clientCa: clientCa.pem })
    expect(await whoIs(server, { peer: await leaf(clientCa, 'CN=carol, O=devs, O=ops') })).toMatchObject({
      username: 'carol',
      groups: ['devs', 'ops', 'system:authenticated'],
    })
  })

  it('without a common name has no user', async () => {
    const server = await serve({ clientCa: clientCa.pem })
    const { status, json } = await send(server, 'GET', maps, { peer: await leaf(clientCa, 'O=devs') })
    expect([status, json.message]).toEqual([403, expect.stringContaining('User "system:anonymous" cannot list')])
  })

  it.each<readonly [string, () => Promise<PeerCertificate>]>([
    ['of another authority of the same name', () => leaf(strangerCa, 'CN=carol')],
    ['that is for servers only', () => leaf(clientCa, 'CN=carol', { extensions: [usage(serverAuth)] })],
    ['that has ended', () => leaf(clientCa, 'CN=carol', { notAfter: new Date(Date.now() - 1_000) })],
    ['that has not begun', () => leaf(clientCa, 'CN=carol', { notBefore: new Date(Date.now() + 600_000) })],
  ])('%s is 401, and not taken for anonymous', async (_title, make) => {
    const server = await serve({ clientCa: clientCa.pem })
    expect((await send(server, 'GET', '/version', { peer: await make() })).status).toBe(401)
  })

  it('that is good outweighs a token that is bad, and a good token a bad certificate', async () => {
    const server = await serve({ clientCa: clientCa.pem })
    const carol = await leaf(clientCa, 'CN=carol')
    expect(await whoIs(server, { peer: carol, token: 'wrong' })).toMatchObject({ username: 'carol' })
    const stranger = await leaf(strangerCa, 'CN=carol')
    expect(await whoIs(server, { peer: stranger, token: 'jane-token' })).toMatchObject({ username: 'jane' })
  })
})

describe('an authenticating proxy', () => {
  const headers: readonly HeaderLine[] = [
    ['X-Remote-User', 'pat'],
    ['X-Remote-Group', 'devs'],
    ['x-remote-group', 'ops'],
    ['X-Remote-Extra-Acme.com%2FScope', 'read'],
    ['X-Remote-Extra-Acme.com%2FScope', 'write'],
  ]
  const proxied = (allowedNames?: readonly string[]): Promise<Server> =>
    serve({
      clientCa: clientCa.pem,
      requestHeader: {
        clientCa: proxyCa.pem,
        usernameHeaders: ['X-Other-User', 'X-Remote-User'],
        groupHeaders: ['X-Remote-Group'],
        extraHeaderPrefixes: ['X-Remote-Extra-'],
        ...(allowedNames === undefined ? {} : { allowedNames }),
      },
    })

  it('names the user, every group, and extras by their decoded names', async () => {
    const server = await proxied(['front'])
    expect(await whoIs(server, { peer: await leaf(proxyCa, 'CN=front'), lines: headers })).toMatchObject({
      username: 'pat',
      groups: ['devs', 'ops', 'system:authenticated'],
      extra: { 'acme.com/scope': ['read', 'write'] },
    })
  })

  it('may have any name where none is listed, and one of those that are', async () => {
    const other = await leaf(proxyCa, 'CN=other')
    expect(await whoIs(await proxied(), { peer: other, lines: headers })).toMatchObject({ username: 'pat' })
    expect(await whoIs(await proxied(['front']), { peer: other, lines: headers })).toBe(401)
  })

  it('is asked before the certificate and the token, and is believed before them', async () => {
    const server = await proxied()
    const front = await leaf(proxyCa, 'CN=front')
    expect(await whoIs(server, { peer: front, lines: headers, token: 'jane-token' })).toMatchObject({ username: 'pat' })
  })

  it('is not believed without its certificate: those who only send the headers stay who they are', async () => {
    const server = await proxied()
    const forged: readonly HeaderLine[] = [...headers, ['X-Remote-Group', 'system:masters']]
    expect(await whoIs(server, { lines: forged, token: 'jane-token' })).toMatchObject({ username: 'jane' })
    expect(await whoIs(server, { lines: forged, peer: await leaf(clientCa, 'CN=carol') })).toMatchObject({
      username: 'carol',
      groups: ['system:authenticated'],
    })
    const { json } = await send(server, 'GET', maps, { lines: forged })
    expect(json.message).toContain('User "system:anonymous" cannot list')
  })
})

describe('a bootstrap token', () => {
  const encode = (text: string): string => Buffer.from(text).toString('base64')
  const token = 'abcdef.0123456789abcdef'
  const withSecret = async (data: Record<string, string>, bootstrapTokens = true): Promise<Server> => {
    const server = await serve({ bootstrapTokens })
    const all = { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef', ...data }
    const created = await send(server, 'POST', '/api/v1/namespaces/kube-system/secrets', root, {
      metadata: { name: 'bootstrap-token-abcdef' },
      type: 'bootstrap.kubernetes.io/token',
      data: Object.fromEntries(Object.entries(all).map(([name, text]) => [name, encode(text)])),
    })
    expect(created.status).toBe(201)
    return server
  }
  const usable = { 'usage-bootstrap-authentication': 'true' }

  it('is a user named after its id, in the group of bootstrappers and those of its secret', async () => {
    const server = await withSecret({ ...usable, 'auth-extra-groups': 'system:bootstrappers:workers' })
    expect(await whoIs(server, { token })).toMatchObject({
      username: 'system:bootstrap:abcdef',
      groups: ['system:bootstrappers', 'system:bootstrappers:workers', 'system:authenticated'],
    })
  })

  it('ends with its secret', async () => {
    const server = await withSecret(usable)
    expect(await whoIs(server, { token })).toMatchObject({ username: 'system:bootstrap:abcdef' })
    await send(server, 'DELETE', '/api/v1/namespaces/kube-system/secrets/bootstrap-token-abcdef', root)
    expect(await whoIs(server, { token })).toBe(401)
  })

  it.each([
    ['may be used for signing only', { 'usage-bootstrap-signing': 'true' }],
    ['has ended', { ...usable, expiration: '2020-01-01T00:00:00Z' }],
    ['asks for a group outside of its own', { ...usable, 'auth-extra-groups': 'system:masters' }],
  ])('that %s is 401', async (_title, data) => {
    expect(await whoIs(await withSecret(data), { token })).toBe(401)
  })

  it('is rejected with 401 unless the server accepts such tokens', async () => {
    expect(await whoIs(await withSecret(usable, false), { token })).toBe(401)
  })
})

describe('OpenID Connect', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let issuer: Loopback
  beforeAll(async () => {
    const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }
    issuer = await serveLoopback(({ url }): Answer => {
      if (url === '/keys') return { body: { keys: [jwk] } }
      return { body: { issuer: issuer.url, jwks_uri: `${issuer.url}/keys` } }
    })
  })
  afterAll(() => issuer.close())

  const trusting = (more: object = {}): Promise<Server> =>
    serve({ oidc: { issuerUrl: issuer.url, clientId: 'shop', ca: issuer.ca, ...more } })
  const idToken = (more: object = {}, key = pair.privateKey): string => {
    const exp = Math.floor(Date.now() / 1000) + 600
    return forge({ alg: 'RS256', kid: 'k1' }, { iss: issuer.url, aud: 'shop', sub: 'jo', exp, ...more }, key)
  }

  it('names the user by the subject below the issuer, and no groups', async () => {
    expect(await whoIs(await trusting(), { token: idToken() })).toMatchObject({
      username: `${issuer.url}#jo`,
      groups: ['system:authenticated'],
    })
  })

  it('uses the configured claims and prefixes, and an email claim without prefix', async () => {
    const server = await trusting({ usernameClaim: 'email', groupsClaim: 'roles', groupsPrefix: 'oidc:' })
    const token = idToken({ email: 'jo@example.com', email_verified: true, roles: ['devs', 'ops'] })
    expect(await whoIs(server, { token })).toMatchObject({
      username: 'jo@example.com',
      groups: ['oidc:devs', 'oidc:ops', 'system:authenticated'],
    })
    expect(await whoIs(await trusting({ usernamePrefix: '-' }), { token: idToken() })).toMatchObject({ username: 'jo' })
    expect(await whoIs(server, { token: idToken({ email: 'jo@example.com', email_verified: false }) })).toBe(401)
  })

  it('wants every required claim with its value', async () => {
    const server = await trusting({ requiredClaims: { tenant: 'a' } })
    expect(await whoIs(server, { token: idToken({ tenant: 'a' }) })).toMatchObject({ username: `${issuer.url}#jo` })
    expect(await whoIs(server, { token: idToken({ tenant: 'b' }) })).toBe(401)
    expect(await whoIs(server, { token: idToken() })).toBe(401)
  })

  it.each<readonly [string, () => string]>([
    ['for another audience', () => idToken({ aud: 'other' })],
    ['of another issuer', () => idToken({ iss: 'https://other.example.com' })],
    ['that has ended', () => idToken({ exp: Math.floor(Date.now() / 1000) - 60 })],
    ['signed by another key', () => idToken({}, stranger.privateKey)],
    ['that is not signed', () => forge({ alg: 'none' }, { iss: issuer.url, aud: 'shop', sub: 'jo', exp: 2 ** 33 })],
  ])('refuses a token %s with 401', async (_title, make) => {
    expect(await whoIs(await trusting(), { token: make() })).toBe(401)
  })

  it('trusts an issuer by https only', async () => {
    await expect(trusting({ issuerUrl: 'http://localhost' })).rejects.toThrow(TypeError)
  })
})

describe('a token webhook', () => {
  let remote: Loopback
  let status: object
  let version: string | undefined
  beforeAll(async () => {
    remote = await serveLoopback(({ body }): Answer => {
      const { apiVersion } = JSON.parse(body)
      return { body: { apiVersion: version ?? apiVersion, kind: 'TokenReview', status } }
    })
  })
  afterAll(() => remote.close())

  const asking = async (more: object = {}): Promise<Server> => {
    remote.requests.length = 0
    version = undefined
    status = { authenticated: true, user: { username: 'wen', uid: '7', groups: ['devs'], extra: { a: ['b'] } } }
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: 'c',
          cluster: { server: remote.url, 'certificate-authority-data': Buffer.from(remote.ca).toString('base64') },
        },
      ],
      users: [{ name: 'u', user: { token: 'of-the-server' } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }
    return serve({ webhook: { remote: await parseRemoteService(JSON.stringify(config), '/'), ...more } })
  }

  it('is asked by a review of v1beta1, as the user of its file, and names the whole user', async () => {
    const server = await asking()
    expect(await whoIs(server, { token: 'remote' })).toMatchObject({
      username: 'wen',
      uid: '7',
      groups: ['devs', 'system:authenticated'],
      extra: { a: ['b'] },
    })
    const [{ body, headers }] = remote.requests as [Loopback['requests'][number]]
    expect(JSON.parse(body)).toMatchObject({ apiVersion: 'authentication.k8s.io/v1beta1', spec: { token: 'remote' } })
    expect(headers.authorization).toBe('Bearer of-the-server')
  })

  it('gets a v1 review if configured, and must answer in the same version', async () => {
    const server = await asking({ version: 'v1' })
    expect(await whoIs(server, { token: 'remote' })).toMatchObject({ username: 'wen' })
    expect(JSON.parse(remote.requests[0]!.body).apiVersion).toBe('authentication.k8s.io/v1')
    version = 'authentication.k8s.io/v1beta1'
    expect(await whoIs(server, { token: 'another' })).toBe(401)
  })

  it('is asked once in its time for a token', async () => {
    const server = await asking()
    for (let round = 0; round < 3; round++) await whoIs(server, { token: 'remote' })
    expect(remote.requests).toHaveLength(1)
  })

  it('that rejects the token is 401, without its reason', async () => {
    const server = await asking()
    status = { authenticated: false, error: 'the account is locked' }
    const { status: code, json } = await send(server, 'GET', maps, { token: 'remote' })
    expect([code, json.message]).toEqual([401, 'Unauthorized'])
  })

  it('is asked last: tokens the server knows itself do not leave it', async () => {
    const server = await asking()
    expect(await whoIs(server, { token: 'jane-token' })).toMatchObject({ username: 'jane' })
    expect(remote.requests).toEqual([])
  })
})

describe('an anonymous request', () => {
  const bindTo = (subject: object): object => ({
    metadata: { name: 'everybody-reads' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', ...subject }],
  })

  it.each([
    { kind: 'User', name: 'system:anonymous' },
    { kind: 'Group', name: 'system:unauthenticated' },
  ])('may what roles say of $name, and nothing before they do', async (subject) => {
    const server = await serve()
    expect((await send(server, 'GET', maps)).status).toBe(403)
    const path = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings'
    expect((await send(server, 'POST', path, root, bindTo(subject))).status).toBe(201)
    expect((await send(server, 'GET', maps)).status).toBe(200)
  })

  it('is not used for an unknown token: 401, also for paths that are open to all', async () => {
    const server = await serve({}, { preset: 'testing' })
    expect((await send(server, 'GET', maps)).status).toBe(200)
    expect((await send(server, 'GET', maps, { token: 'wrong' })).status).toBe(401)
    expect((await send(server, 'GET', '/healthz', { token: 'wrong' })).status).toBe(401)
  })

  it.each([
    ['taken', {}, 403],
    ['not taken where everything is allowed', { authorization: ['AlwaysAllow'] }, 401],
    ['taken there too where the host says so', { authorization: ['AlwaysAllow'], anonymous: true }, 200],
    ['not taken where the host says so', { anonymous: false }, 401],
  ] as const)('is %s', async (_title, options, status) => {
    expect((await send(await serve({}, options), 'GET', maps)).status).toBe(status)
  })
})
