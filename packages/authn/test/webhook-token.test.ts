import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kubernetesVocabulary } from '@pinnace/meta'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createWebhookTokenAuthenticator,
  loadRemoteService,
  parseRemoteService,
  type TokenAuthenticator,
  type TokenVerdict,
  type WebhookTokenOptions,
} from '../src/index.ts'
import { clientAuth, issue, usage, type Issued } from './support/certificates.ts'
import { testClock, type TestClock } from './support/clock.ts'
import { failure } from './support/forge.ts'
import { serveLoopback, type Answer, type Loopback } from './support/loopback.ts'

let remote: Loopback
let clock: TestClock
let answer: (spec: { readonly token: string; readonly audiences?: readonly string[] }) => Answer | Promise<Answer>
const folder = mkdtempSync(join(tmpdir(), 'pinnace-webhook-'))

beforeAll(async () => {
  remote = await serveLoopback(({ body }) => answer(JSON.parse(body).spec))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await remote.close()
})

const yes = (user: object, status: object = {}, version = 'v1beta1'): Answer => ({
  body: {
    apiVersion: `authentication.k8s.io/${version}`,
    kind: 'TokenReview',
    status: { authenticated: true, user, ...status },
  },
})
const no = (status: object = {}): Answer => ({
  body: {
    apiVersion: 'authentication.k8s.io/v1beta1',
    kind: 'TokenReview',
    status: { authenticated: false, ...status },
  },
})

beforeEach(() => {
  clock = testClock()
  remote.requests.length = 0
  answer = () => yes({ username: 'jane' })
})

function config(user = '{token: secret}', cluster = ''): string {
  const ca = Buffer.from(remote.ca).toString('base64')
  return `
apiVersion: v1
kind: Config
clusters:
- name: remote
  cluster: {server: ${JSON.stringify(`${remote.url}/authenticate`)}, certificate-authority-data: ${ca}${cluster}}
users:
- name: me
  user: ${user}
contexts:
- name: webhook
  context: {cluster: remote, user: me}
current-context: webhook
`
}

async function webhook(options: Partial<WebhookTokenOptions> = {}): Promise<TokenAuthenticator> {
  return createWebhookTokenAuthenticator({
    vocabulary: kubernetesVocabulary,
    remote: await parseRemoteService(config(), folder),
    clock,
    ...options,
  })
}

async function settle<T>(asked: Promise<T>): Promise<T> {
  const state = { done: false }
  const finish = (): void => void (state.done = true)
  asked.then(finish, finish)
  while (!state.done) {
    await new Promise((resolve) => setTimeout(resolve, 2))
    clock.advance(100)
  }
  return asked
}

const ask = async (
  authenticate: TokenAuthenticator,
  token: string,
  audiences?: readonly string[],
): Promise<TokenVerdict | undefined> => authenticate(token, audiences)

describe('webhook token authentication', () => {
  it('sends a review of v1beta1 and returns the whole user', async () => {
    const user = { username: 'jane', uid: '42', groups: ['dev', 'ops'], extra: { scopes: ['a', 'b'] } }
    answer = () => yes(user)
    expect(await (await webhook())('t')).toEqual({ user })
    const [question] = remote.requests
    expect(question).toMatchObject({ method: 'POST', url: '/authenticate' })
    expect(question!.headers).toMatchObject({ 'content-type': 'application/json', authorization: 'Bearer secret' })
    expect(JSON.parse(question!.body)).toEqual({
      apiVersion: 'authentication.k8s.io/v1beta1',
      kind: 'TokenReview',
      metadata: { creationTimestamp: null },
      spec: { token: 't' },
    })
  })

  it('sends v1 if configured, and requires an answer of the same version', async () => {
    answer = () => yes({ username: 'jane' }, {}, 'v1')
    expect(await (await webhook({ version: 'v1' }))('t')).toMatchObject({ user: { username: 'jane' } })
    expect(JSON.parse(remote.requests[0]!.body).apiVersion).toBe('authentication.k8s.io/v1')
    expect(await failure(async () => (await webhook())('t'))).toBe(
      'the token review webhook did not answer a TokenReview of authentication.k8s.io/v1beta1',
    )
  })

  it('has no opinion on a token that the webhook does not know, and throws its error', async () => {
    answer = () => no()
    expect(await (await webhook())('t')).toBeUndefined()
    answer = () => no({ error: 'token revoked' })
    expect(await failure(async () => (await webhook())('t'))).toBe('token revoked')
    answer = () => yes({ username: 'jane' }, { error: 'ignored' })
    expect(await (await webhook())('t')).toBeDefined()
  })

  it.each([
    ['what the remote says', ['vault'], ['api'], ['vault', 'api'], ['vault']],
    ['the server where the remote says nothing', undefined, ['api'], ['vault', 'api'], ['api']],
    ['the server where the remote says nothing in so many words', [], ['api'], ['api'], ['api']],
    ['nothing in common', ['db'], ['api'], ['vault', 'api'], undefined],
    ['nothing the server has', undefined, ['api'], ['vault'], undefined],
    ['nothing where nothing is asked', ['db'], ['api'], undefined, 'none'],
  ])('returns the audiences of %s', async (_case, said, apiAudiences, wanted, audiences) => {
    answer = () => yes({ username: 'jane' }, { audiences: said })
    const verdict = await (await webhook({ apiAudiences }))('t', wanted)
    if (audiences === undefined) expect(verdict).toBeUndefined()
    else if (audiences === 'none') expect(verdict).not.toHaveProperty('audiences')
    else expect(verdict!.audiences).toEqual(audiences)
    expect(JSON.parse(remote.requests[0]!.body).spec.audiences).toEqual(wanted)
  })

  it('caches answers for two minutes, and never errors', async () => {
    answer = ({ token }) =>
      token === 'good' ? yes({ username: 'jane' }) : token === 'odd' ? no({ error: 'odd' }) : no()
    const authenticate = await webhook()
    for (const token of ['good', 'bad', 'good', 'bad']) await authenticate(token)
    expect(remote.requests).toHaveLength(2)
    clock.advance(119_999)
    await authenticate('good')
    expect(remote.requests).toHaveLength(2)
    clock.advance(1)
    await authenticate('good')
    await authenticate('bad')
    expect(remote.requests).toHaveLength(4)
    await failure(() => authenticate('odd'))
    await failure(() => authenticate('odd'))
    expect(remote.requests).toHaveLength(6)
  })

  it('caches nothing with a time to live of 0', async () => {
    const authenticate = await webhook({ cacheTtlMs: 0 })
    await authenticate('t')
    await authenticate('t')
    expect(remote.requests).toHaveLength(2)
  })

  it.each([
    [500, {}, 5],
    [504, {}, 5],
    [429, {}, 5],
    [503, { 'retry-after': '1' }, 5],
    [503, {}, 1],
    [400, {}, 1],
    [401, {}, 1],
    [302, { location: 'https://localhost:1/' }, 1],
  ])('tries again after %i %j: %i attempts in all', async (status, headers, count) => {
    answer = () => ({ status, headers })
    const authenticate = await webhook({ timeoutMs: 1e9 })
    expect(await failure(() => settle(ask(authenticate, 't')))).toBe(`the token review webhook answered ${status}`)
    expect(remote.requests).toHaveLength(count)
  })

  it('waits longer before each further attempt', async () => {
    const times: number[] = []
    answer = () => {
      times.push(clock.now())
      return times.length < 5 ? { status: 500 } : yes({ username: 'jane' })
    }
    expect(await settle(ask(await webhook({ timeoutMs: 1e9 }), 't'))).toBeDefined()
    const waits = times.slice(1).map((time, index) => time - times[index]!)
    for (const [index, least] of [500, 750, 1125, 1687].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(least)
    }
  })

  it.each([
    ['text', { body: 'no' }, 'the token review webhook did not answer JSON'],
    [
      'another kind',
      { body: { apiVersion: 'authentication.k8s.io/v1beta1', kind: 'Status' } },
      /did not answer a TokenReview/,
    ],
    ['a user without a name', yes({}), 'the token review webhook named no user'],
    ['a name that is a number', yes({ username: 1 }), 'malformed token review'],
    ['groups that are a text', yes({ username: 'a', groups: 'system:masters' }), 'malformed token review'],
    ['more than a megabyte', { body: 'x'.repeat(1_048_577) }, /longer than 1048576 bytes/],
  ] as [string, Answer, string | RegExp][])('refuses %s for an answer', async (_case, reply, message) => {
    answer = () => reply
    expect(await failure(async () => (await webhook())('t'))).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    )
  })

  it('accepts only the value true', async () => {
    answer = () => yes({ username: 'jane' }, { authenticated: 'true' })
    expect(await (await webhook())('t')).toBeUndefined()
  })

  it('keeps extra values under any key', async () => {
    answer = () => ({
      body: '{"apiVersion":"authentication.k8s.io/v1beta1","kind":"TokenReview","status":{"authenticated":true,"user":{"username":"a","extra":{"__proto__":["x"]}}}}',
    })
    const { user } = (await (await webhook())('t'))!
    expect(Object.entries(user.extra)).toEqual([['__proto__', ['x']]])
  })

  it('waits for an answer within a time limit', async () => {
    answer = () => new Promise(() => {})
    const authenticate = await webhook()
    const waiting = failure(() => ask(authenticate, 't'))
    while (remote.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    clock.advance(30_000)
    expect(await waiting).toContain('in time')
  })

  it('rejects tokens beyond the limit of concurrent requests', async () => {
    answer = () => new Promise(() => {})
    const authenticate = await webhook({ maxPending: 2 })
    const waiting = ['a', 'b'].map((token) => failure(() => ask(authenticate, token)))
    expect(await failure(() => ask(authenticate, 'c'))).toContain('too many requests')
    while (remote.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 2))
    clock.advance(30_000)
    await Promise.all(waiting)
  })

  it('does not trust a server with a certificate of another authority', async () => {
    const stranger = await serveLoopback(() => yes({ username: 'admin', groups: ['system:masters'] }))
    const text = config().replace(remote.url, stranger.url)
    const authenticate = await webhook({ remote: await parseRemoteService(text, folder) })
    expect(await failure(() => authenticate('t'))).toMatch(/certificate|signature/)
    expect(stranger.requests).toEqual([])
    await stranger.close()
  })

  it('presents its client certificate, from files relative to the configuration', async () => {
    const names: string[] = []
    const strict = await serveLoopback(() => yes({ username: 'jane' }), { clientCa: true })
    strict.server.on('secureConnection', (socket) => void names.push(socket.getPeerCertificate().subject.CN as string))
    const own: Issued = await issue({
      subject: 'CN=the-server',
      issuer: strict.authority,
      extensions: [usage(clientAuth)],
    })
    writeFileSync(join(folder, 'ca.pem'), strict.ca)
    writeFileSync(join(folder, 'own.pem'), own.pem)
    writeFileSync(join(folder, 'own.key'), own.keyPem)
    writeFileSync(
      join(folder, 'config.yaml'),
      config('{client-certificate: own.pem, client-key: own.key}')
        .replace(remote.url, strict.url)
        .replace(/certificate-authority-data: [^,}]+/, 'certificate-authority: ca.pem'),
    )
    const authenticate = await webhook({ remote: await loadRemoteService(join(folder, 'config.yaml')) })
    expect(await authenticate('t')).toBeDefined()
    expect(names).toEqual(['the-server'])
    const anonymous = await webhook({
      remote: await parseRemoteService(
        config()
          .replace(remote.url, strict.url)
          .replace(/certificate-authority-data: [^,}]+/, 'certificate-authority: ca.pem'),
        folder,
      ),
      attempts: 1,
    })
    expect(await failure(() => anonymous('t'))).not.toBe('')
    await strict.close()
  })
})

describe('the configuration of a remote service', () => {
  it('reads the current context', async () => {
    expect(await parseRemoteService(config(), folder)).toMatchObject({
      server: `${remote.url}/authenticate`,
      ca: remote.ca,
      insecureSkipTlsVerify: false,
    })
  })

  it('reads a token file for every request', async () => {
    const path = join(folder, 'token')
    writeFileSync(path, 'one\n')
    const service = await parseRemoteService(config('{tokenFile: token, token: ignored}'), folder)
    expect(service.authorization()).toBe('Bearer one')
    writeFileSync(path, 'two\n')
    expect(service.authorization()).toBe('Bearer two')
  })

  it('supports passwords, and no credentials', async () => {
    expect((await parseRemoteService(config('{username: a, password: b}'), folder)).authorization()).toBe('Basic YTpi')
    expect((await parseRemoteService(config('{}'), folder)).authorization()).toBeUndefined()
  })

  it.each([
    ['nothing', () => ''],
    ['no YAML', () => '{'],
    ['a list', () => '[]'],
    ['no current context', () => config().replace('current-context: webhook', '')],
    ['an unknown context', () => config().replace('current-context: webhook', 'current-context: other')],
    ['an unknown cluster', () => config().replace('cluster: remote', 'cluster: other')],
    ['an unknown user', () => config().replace('user: me', 'user: other')],
    ['no server', () => config().replace(/server: "[^"]+"/, 'server: ""')],
    ['a server that is no URL', () => config().replace(/server: "[^"]+"/, 'server: somewhere')],
    ['a server that is a file', () => config().replace(/server: "[^"]+"/, 'server: "file:///etc/passwd"')],
    ['a command for credentials', () => config('{exec: {command: x}}')],
    ['an old credential provider', () => config('{auth-provider: {name: oidc}}')],
    ['impersonation', () => config('{token: x, as: admin}')],
    ['a proxy', () => config('{}', ', proxy-url: "http://p"')],
    ['a certificate without a key', () => config('{client-certificate-data: AAAA}')],
    ['both an authority and none', () => config('{}', ', insecure-skip-tls-verify: true')],
    ['a token that is a number', () => config('{token: 7}')],
  ])('is rejected with %s', async (_case, make) => {
    await expect(parseRemoteService(make(), folder)).rejects.toThrow(TypeError)
  })
})
