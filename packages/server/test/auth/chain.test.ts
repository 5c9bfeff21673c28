import { parseRemoteService, parseTokenFile } from '@pinnace/authn'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createFakeClock } from '@pinnace/testing'
import { generateKeyPairSync, sign } from 'node:crypto'
import { request as httpsRequest } from 'node:https'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createServer,
  createServingCertificates,
  type AuthenticationOptions,
  type Server,
  type ServerListening,
  type ServerOptions,
} from '../../src/index.ts'
import { call } from '../support/call.ts'
import { startRemote } from './support/remote.ts'

const vocabulary = kubernetesVocabulary
const clients = createServingCertificates({ vocabulary })
const proxies = createServingCertificates({ vocabulary })
const strangers = createServingCertificates({ vocabulary })
const jane = clients.issueClientCertificate({ username: 'jane', groups: ['devs'] })
const front = proxies.issueClientCertificate({ username: 'front' })
const stranger = strangers.issueClientCertificate({ username: 'admin', groups: ['system:masters'] })
const requestHeader = {
  clientCa: proxies.ca,
  allowedNames: ['front'],
  usernameHeaders: ['X-Remote-User'],
  groupHeaders: ['X-Remote-Group'],
  extraHeaderPrefixes: ['X-Remote-Extra-'],
}
const tokens = parseTokenFile('sesame,ali,u1,"thieves,forty"\n')

let server: Server | undefined
let listening: ServerListening

async function serve(authentication: AuthenticationOptions, more: ServerOptions = {}): Promise<void> {
  server = await createServer({ vocabulary: 'kubernetes', authentication, ...more })
  listening = await server.listen()
}

afterEach(async () => {
  await server?.close({ graceMs: 0 })
  server = undefined
})

interface Who {
  readonly status: number
  readonly username?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Asks the server, over TLS, who it takes us for. Strangers are refused with 403: they may not ask. */
function whoami(
  headers: Readonly<Record<string, string | readonly string[]>> = {},
  tls: { readonly cert?: string; readonly key?: string } = {},
): Promise<Who> {
  const body = '{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}'
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      `${listening.url}/apis/authentication.k8s.io/v1/selfsubjectreviews`,
      {
        method: 'POST',
        ca: listening.ca,
        agent: false,
        ...(tls.cert && { cert: tls.cert, key: tls.key }),
        headers: { 'content-type': 'application/json', ...headers } as Record<string, string>,
      },
      (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk))
        response.on('end', () => {
          const { status } = JSON.parse(text) as { readonly status?: { readonly userInfo?: Omit<Who, 'status'> } }
          resolve({ status: response.statusCode!, ...status?.userInfo })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

const bearer = (token: string): { readonly authorization: string } => ({ authorization: `Bearer ${token}` })

describe('client certificates', () => {
  it('of the client authority name their holder: the common name, organizations as groups', async () => {
    await serve({ clientCa: clients.ca })
    expect(await whoami({}, jane)).toMatchObject({
      status: 201,
      username: 'jane',
      groups: ['devs', 'system:authenticated'],
    })
  })

  it('of the server itself are good beside those of the client authority', async () => {
    await serve({ clientCa: clients.ca })
    const own = server!.issueClientCertificate({ username: 'own', groups: ['ops'] })
    expect(await whoami({}, own)).toMatchObject({ status: 201, username: 'own' })
  })

  it('of another authority are refused, and never taken for anonymous', async () => {
    await serve({ clientCa: clients.ca })
    expect((await whoami({}, stranger)).status).toBe(401)
    expect((await whoami()).status).toBe(403)
  })

  it('are good beside a bad token, as a good token is beside a bad certificate', async () => {
    await serve({ clientCa: clients.ca, tokens })
    expect(await whoami(bearer('nonsense'), jane)).toMatchObject({ status: 201, username: 'jane' })
    expect(await whoami(bearer('sesame'), stranger)).toMatchObject({ status: 201, username: 'ali' })
    expect((await whoami(bearer('nonsense'), stranger)).status).toBe(401)
  })

  it('that have expired are refused', async () => {
    const clock = createFakeClock(new Date().toISOString())
    await serve({ clientCa: clients.ca }, { clock })
    const short = clients.issueClientCertificate({ username: 'short', ttlMs: 60_000 })
    expect((await whoami({}, short)).status).toBe(201)
    clock.jumpTo(clock.now() + 120_000)
    expect((await whoami({}, short)).status).toBe(401)
  })
})

describe('a proxy', () => {
  const said = { 'X-Remote-User': 'kim', 'X-Remote-Group': ['a', 'b'], 'X-Remote-Extra-Acme.dev%2fScope': 'x' }

  it('with its certificate authenticates the user', async () => {
    await serve({ requestHeader, clientCa: clients.ca })
    expect(await whoami(said, front)).toMatchObject({
      status: 201,
      username: 'kim',
      groups: ['a', 'b', 'system:authenticated'],
      extra: { 'acme.dev/scope': ['x'] },
    })
  })

  it('is asked before everything else', async () => {
    await serve({ requestHeader, tokens })
    expect(await whoami({ ...said, ...bearer('sesame') }, front)).toMatchObject({ username: 'kim' })
  })

  it('without its certificate is not believed', async () => {
    await serve({ requestHeader, clientCa: clients.ca })
    expect((await whoami(said)).status).toBe(403)
    expect(await whoami(said, jane)).toMatchObject({ status: 201, username: 'jane' })
    expect((await whoami(said, stranger)).status).toBe(401)
  })

  it('of another name is not believed', async () => {
    await serve({ requestHeader })
    const back = proxies.issueClientCertificate({ username: 'back' })
    expect((await whoami(said, back)).status).toBe(401)
  })
})

describe('bearer tokens', () => {
  it('of a list name users; others are refused, though anonymous requests are taken', async () => {
    await serve({ tokens })
    expect(await whoami(bearer('sesame'))).toMatchObject({
      status: 201,
      username: 'ali',
      groups: ['thieves', 'forty', 'system:authenticated'],
    })
    expect((await whoami(bearer('open'))).status).toBe(401)
    expect((await whoami({ authorization: 'Basic YWxpOnNlc2FtZQ==' })).status).toBe(403)
    expect((await whoami()).status).toBe(403)
  })

  it('are refused though nothing but service accounts is set up', async () => {
    await serve({})
    expect((await whoami(bearer('anything'))).status).toBe(401)
  })

  it('are needed where anonymous requests are not taken', async () => {
    await serve({ tokens }, { anonymous: false })
    expect((await whoami()).status).toBe(401)
    expect((await whoami(bearer('sesame'))).status).toBe(201)
  })
})

describe('bootstrap tokens', () => {
  const secret = (data: Record<string, string>): object => ({
    metadata: { name: 'bootstrap-token-abcdef' },
    type: 'bootstrap.kubernetes.io/token',
    stringData: {
      'token-id': 'abcdef',
      'token-secret': '0123456789abcdef',
      'usage-bootstrap-authentication': 'true',
      ...data,
    },
  })
  const path = '/api/v1/namespaces/kube-system/secrets'
  const root = { username: 'root', groups: ['system:masters'], extra: {} }
  const asRoot = {
    authenticators: [
      (request: { header(name: string): string | undefined }) => (request.header('x-root') ? root : undefined),
    ],
  }
  const write = async (data: Record<string, string>): Promise<void> => {
    const { status } = await call(server!, 'POST', path, { body: secret(data), headers: { 'x-root': '1' } })
    expect(status).toBe(201)
  }

  it('name their group, until they expire', async () => {
    const clock = createFakeClock(new Date().toISOString())
    await serve({ bootstrapTokens: true }, { clock, ...asRoot })
    const expiration = new Date(clock.now() + 3_600_000).toISOString()
    await write({ expiration, 'auth-extra-groups': 'system:bootstrappers:worker' })
    expect(await whoami(bearer('abcdef.0123456789abcdef'))).toMatchObject({
      status: 201,
      username: 'system:bootstrap:abcdef',
      groups: ['system:bootstrappers', 'system:bootstrappers:worker', 'system:authenticated'],
    })
    clock.jumpTo(clock.now() + 3_600_001)
    expect((await whoami(bearer('abcdef.0123456789abcdef'))).status).toBe(401)
  })

  it('are refused with another secret, once their secret is deleted, and where they are not for authentication', async () => {
    await serve({ bootstrapTokens: true }, asRoot)
    await write({})
    expect((await whoami(bearer('abcdef.0123456789abcdef'))).status).toBe(201)
    expect((await whoami(bearer('abcdef.fedcba9876543210'))).status).toBe(401)
    await call(server!, 'DELETE', `${path}/bootstrap-token-abcdef`, { headers: { 'x-root': '1' } })
    expect((await whoami(bearer('abcdef.0123456789abcdef'))).status).toBe(401)
    await write({ 'usage-bootstrap-authentication': 'false' })
    expect((await whoami(bearer('abcdef.0123456789abcdef'))).status).toBe(401)
  })

  it('are refused where they are not enabled', async () => {
    await serve({}, asRoot)
    await write({})
    expect((await whoami(bearer('abcdef.0123456789abcdef'))).status).toBe(401)
  })
})

describe('OpenID Connect', () => {
  it('takes the ID tokens of its issuer for its audience, and no others', async () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }
    await using issuer = await startRemote((url) =>
      url.endsWith('/keys') ? { keys: [jwk] } : { issuer: issuer.url, jwks_uri: `${issuer.url}/keys` },
    )
    await serve({ oidc: { issuerUrl: issuer.url, clientId: 'us', ca: issuer.ca, groupsClaim: 'groups' } })
    const idToken = (claims: object): string => {
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
      const now = Math.floor(Date.now() / 1000)
      const all = { iss: issuer.url, aud: 'us', sub: 'kim', iat: now, exp: now + 600, groups: ['g'], ...claims }
      const text = `${part({ alg: 'RS256', kid: 'k' })}.${part(all)}`
      return `${text}.${sign('sha256', Buffer.from(text), pair.privateKey).toString('base64url')}`
    }
    expect(await whoami(bearer(idToken({})))).toMatchObject({
      status: 201,
      username: `${issuer.url}#kim`,
      groups: ['g', 'system:authenticated'],
    })
    expect((await whoami(bearer(idToken({ aud: 'them' })))).status).toBe(401)
    expect((await whoami(bearer(idToken({ exp: 1 })))).status).toBe(401)
    expect((await whoami(bearer(idToken({ iss: 'https://other' })))).status).toBe(401)
  })
})

describe('the token webhook', () => {
  it('is asked last, once for a token it knows', async () => {
    await using remote = await startRemote((_url, body) => {
      const { apiVersion, spec } = JSON.parse(body) as { readonly apiVersion: string; readonly spec: { token: string } }
      const authenticated = spec.token === 'known'
      return { apiVersion, kind: 'TokenReview', status: { authenticated, user: { username: 'remote', groups: ['r'] } } }
    })
    await serve({ tokens, webhook: { remote: await parseRemoteService(remote.kubeconfig, '/'), version: 'v1' } })
    expect(await whoami(bearer('known'))).toMatchObject({
      status: 201,
      username: 'remote',
      groups: ['r', 'system:authenticated'],
    })
    expect((await whoami(bearer('known'))).status).toBe(201)
    expect((await whoami(bearer('sesame'))).username).toBe('ali')
    expect(remote.requests).toHaveLength(1)
    expect((await whoami(bearer('unknown'))).status).toBe(401)
  })
})

describe('the options', () => {
  it.each<[object, string]>([
    [{ serviceAccounts: { jwksUri: 'http://keys' } }, 'jwksUri must be an https URL'],
    [{ serviceAccounts: { signingKey: 'no key' } }, 'a signing key file must hold a PEM private key'],
    [{ clientCa: 'no certificate' }, 'a client authority must be at least one PEM certificate'],
    [{ oidc: { issuerUrl: 'http://issuer', clientId: 'us' } }, 'issuer must be an https URL'],
  ])('%j are refused at the door', async (authentication, message) => {
    await expect(createServer({ authentication: authentication as never })).rejects.toThrow(message)
  })
})
