import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { createFakeClock, createTestServer, type FakeClock } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient, type CreateClientOptions, type RemoteClient } from '../src/index.ts'

let clock: FakeClock
let api: HttpServer
let provider: HttpServer
let issuer: string
let seen: (string | undefined)[]
let asked: { readonly path: string; readonly body: string; readonly authorization: string | undefined }[]
let answer: (path: string, body: string, authorization: string | undefined) => { status?: number; body: unknown }
let kept: Readonly<Record<string, string>>[]
let open: RemoteClient[]

const start = async (listener: (request: IncomingMessage, response: ServerResponse) => void): Promise<HttpServer> => {
  const server = createHttpServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return server
}
const urlOf = (server: { address(): unknown }): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const provide = (request: IncomingMessage, response: ServerResponse): void => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    const { authorization } = request.headers
    asked.push({ path: request.url!, body, authorization })
    const { status = 200, body: reply } = answer(request.url!, body, authorization)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof reply === 'string' ? reply : JSON.stringify(reply))
  })
}

beforeEach(async () => {
  clock = createFakeClock()
  seen = []
  asked = []
  kept = []
  open = []
  api = await start((request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[],"metadata":{}}')
  })
  provider = await start(provide)
  issuer = urlOf(provider)
  answer = (path) =>
    path.endsWith('openid-configuration')
      ? { body: { token_endpoint: `${issuer}/token?tenant=a` } }
      : { body: { id_token: idToken(2), access_token: 'x', refresh_token: 'refresh-2' } }
})
afterEach(async () => {
  await Promise.all(open.map((client) => client.close()))
  for (const server of [api, provider]) {
    server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  }
  expect(clock.pending).toBe(0)
})

/** A token that is over so many hours after the clock's beginning. */
function idToken(hours: number): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'RS256' })}.${encode({ exp: Date.parse('2030-01-01T00:00:00Z') / 1000 + hours * 3600 })}.s`
}

async function connect(settings: object, options: CreateClientOptions = {}): Promise<RemoteClient> {
  const config = { 'idp-issuer-url': issuer, 'client-id': 'cli', 'client-secret': 's&t', ...settings }
  const kubeconfig = JSON.stringify({
    'current-context': 'main',
    contexts: [{ name: 'main', context: { cluster: 'c', user: 'jane' } }],
    clusters: [{ name: 'c', cluster: { server: urlOf(api) } }],
    users: [{ name: 'jane', user: { 'auth-provider': { name: 'oidc', config } } }],
  })
  const client = await createClient({
    kubeconfig,
    vocabulary: 'kubernetes',
    environment: {},
    clock,
    persist: (user, next) => void kept.push({ user, ...next }),
    ...options,
  })
  open.push(client)
  return client
}
const list = (client: RemoteClient): Promise<unknown> => client.resource({ apiVersion: 'v1', kind: 'ConfigMap' }).list()

describe('the auth provider oidc', () => {
  it('sends an ID token until ten seconds before it expires', async () => {
    const client = await connect({ 'id-token': idToken(1), 'refresh-token': 'refresh-1' })
    await list(client)
    await clock.advance(3_589_999)
    await list(client)
    expect(asked).toEqual([])
    await clock.advance(1)
    await list(client)
    expect(seen).toEqual([1, 1, 2].map((hours) => `Bearer ${idToken(hours)}`))
  })

  it('refreshes at the discovered endpoint, once for concurrent calls, and persists the tokens', async () => {
    const client = await connect({ 'refresh-token': 'refresh-1', 'extra-scopes': 'groups' })
    await Promise.all([list(client), list(client)])
    await list(client)
    expect(asked).toEqual([
      { path: '/.well-known/openid-configuration', body: '', authorization: undefined },
      {
        path: '/token?tenant=a',
        body: 'grant_type=refresh_token&refresh_token=refresh-1',
        authorization: `Basic ${Buffer.from('cli:s%26t').toString('base64')}`,
      },
    ])
    expect(kept).toEqual([
      {
        user: 'jane',
        'idp-issuer-url': issuer,
        'client-id': 'cli',
        'client-secret': 's&t',
        'extra-scopes': 'groups',
        'id-token': idToken(2),
        'refresh-token': 'refresh-2',
      },
    ])
    await clock.advance(2 * 3_600_000)
    answer = (path) =>
      path.endsWith('openid-configuration')
        ? { body: { token_endpoint: `${issuer}/token` } }
        : { body: { id_token: idToken(4) } }
    await list(client)
    expect(asked.at(-1)!.body).toBe('grant_type=refresh_token&refresh_token=refresh-2')
    expect(kept.at(-1)).toMatchObject({ 'id-token': idToken(4), 'refresh-token': 'refresh-2' })
  })

  it('sends its client ID in the body where the header is rejected', async () => {
    answer = (path, body, authorization) => {
      if (path.endsWith('openid-configuration')) return { body: { token_endpoint: `${issuer}/token` } }
      return authorization === undefined
        ? { body: { id_token: idToken(2) } }
        : { status: 401, body: { error: 'invalid_client' } }
    }
    await list(await connect({ 'refresh-token': 'r' }))
    expect(asked.at(-1)).toEqual({
      path: '/token',
      body: 'grant_type=refresh_token&refresh_token=r&client_id=cli&client_secret=s%26t',
      authorization: undefined,
    })
  })

  it('trusts the configured authority and no other', async () => {
    // A server that is believed answers discovery, if without an endpoint for tokens.
    await using server = await createTestServer()
    const kubeconfig = await server.kubeconfig()
    const ca = /certificate-authority-data: "?([^"\n]+)/.exec(kubeconfig)![1]!
    issuer = /server: "?([^"\n]+)/.exec(kubeconfig)![1]!
    await expect(list(await connect({ 'refresh-token': 'r' }))).rejects.toThrow('certificate')
    const trusting = await connect({ 'refresh-token': 'r', 'idp-certificate-authority-data': ca })
    await expect(list(trusting)).rejects.toThrow("oidc: discovery object doesn't contain a token_endpoint")
  })

  const discovery = '/.well-known/openid-configuration'
  const failures: readonly (readonly [
    what: string,
    settings: object,
    answer: typeof answer | undefined,
    message: string,
  ])[] = [
    ['there is nothing to refresh with', {}, undefined, 'No valid id-token, and cannot refresh without refresh-token'],
    ['the token is none', { 'id-token': 'x' }, undefined, 'ID Token is not a valid JWT'],
    ['the claims are none', { 'id-token': 'a.b.c' }, undefined, 'parsing claims: '],
    [
      'discovery fails',
      { 'refresh-token': 'r' },
      () => ({ status: 404, body: 'x'.repeat(100) }),
      `oidc: failed to query metadata endpoint 404 Not Found: "${'x'.repeat(80)}..."`,
    ],
    [
      'discovery is not JSON',
      { 'refresh-token': 'r' },
      () => ({ body: '<' }),
      'oidc: failed to decode provider discovery object: ',
    ],
    [
      'there is no token endpoint',
      { 'refresh-token': 'r' },
      () => ({ body: {} }),
      "oidc: discovery object doesn't contain a token_endpoint",
    ],
    [
      'the provider refuses',
      { 'refresh-token': 'r' },
      (path) =>
        path === discovery
          ? { body: { token_endpoint: `${issuer}/token` } }
          : { status: 400, body: { error: 'invalid_grant', error_description: 'Token is not active' } },
      'failed to refresh token: oauth2: "invalid_grant" "Token is not active"',
    ],
    [
      'the provider is broken',
      { 'refresh-token': 'r' },
      (path) => (path === discovery ? { body: { token_endpoint: `${issuer}/token` } } : { status: 500, body: 'oops' }),
      'failed to refresh token: oauth2: cannot fetch token: 500 Internal Server Error\nResponse: oops',
    ],
    [
      'no ID token is given',
      { 'refresh-token': 'r' },
      (path) => ({ body: path === discovery ? { token_endpoint: `${issuer}/token` } : { access_token: 'x' } }),
      'token response did not contain an id_token, either the scope "openid" wasn\'t requested upon login',
    ],
  ]
  it.each(failures)('fails with an exact message when %s', async (_, settings, answers, message) => {
    if (answers !== undefined) answer = answers
    await expect(list(await connect(settings))).rejects.toThrow(message)
    expect(kept).toEqual([])
  })

  it('keeps its old tokens where the new ones could not be persisted', async () => {
    let fails = true
    const persist = (): void => {
      if (fails) throw new Error('disk full')
    }
    const client = await connect({ 'refresh-token': 'refresh-1' }, { persist })
    await expect(list(client)).rejects.toThrow('could not persist new tokens: disk full')
    fails = false
    await list(client)
    expect(asked.filter(({ body }) => body !== '').map(({ body }) => body)).toEqual([
      'grant_type=refresh_token&refresh_token=refresh-1',
      'grant_type=refresh_token&refresh_token=refresh-1',
    ])
  })

  it('gets no request from a closed client', async () => {
    provider.removeAllListeners('request')
    const waits = new Promise((resolve) => void provider.once('request', resolve))
    const client = await connect({ 'refresh-token': 'refresh-1' })
    const refused = expect(list(client)).rejects.toThrow('the client has been closed')
    await waits
    await client.close()
    await refused
    await vi.waitFor(() => expect(clock.pending).toBe(0), { timeout: 10_000, interval: 5 })
    expect(kept).toEqual([])
  })

  it('does not quote tokens that cannot be parsed', async () => {
    answer = (path) => ({ body: path === discovery ? { token_endpoint: `${issuer}/token` } : 'refresh_token=sesame' })
    const error = await list(await connect({ 'refresh-token': 'r' })).catch((thrown: unknown) => thrown)
    expect(inspect(error)).toContain('failed to refresh token: oauth2: cannot parse json: ')
    expect(inspect(error)).not.toContain('refresh_token=')
  })

  it('requires issuer and client ID', async () => {
    await expect(connect({ 'idp-issuer-url': '' })).rejects.toThrow(
      'kubeconfig: users["jane"].user.auth-provider.config: Must provide idp-issuer-url',
    )
    await expect(connect({ 'client-id': '' })).rejects.toThrow('Must provide client-id')
  })
})
