import { createFakeClock } from '@pinnace/testing'
import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type AuditEvent, type Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

const start = '2030-01-01T00:00:00Z'
const accounts = '/api/v1/namespaces/default/serviceaccounts'
const reviews = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
let clock: ReturnType<typeof createFakeClock>
let server: Server

const root = { username: 'root', groups: ['system:masters'], extra: {} }
const withRoot = {
  vocabulary: 'kubernetes',
  authenticators: [
    (request: { header(name: string): string | undefined }) => (request.header('x-root') ? root : undefined),
  ],
} as const
const asRoot = (method: string, path: string, body?: unknown): Promise<Answer> =>
  call(server, method, path, { ...(body === undefined ? {} : { body }), headers: { 'x-root': '1' } })
const ask = (spec: object = {}, name = 'robot', metadata?: object): Promise<Answer> =>
  asRoot('POST', `${accounts}/${name}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    ...(metadata === undefined ? {} : { metadata }),
    spec,
  })
const whoami = (token: string): Promise<Answer> =>
  call(server, 'POST', reviews, {
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
    headers: { authorization: `Bearer ${token}` },
  })
const claimsOf = (token: string): unknown => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
const pod = (name: string, serviceAccountName: string, nodeName?: string): object => ({
  metadata: { name },
  spec: { serviceAccountName, ...(nodeName && { nodeName }), containers: [{ name: 'c', image: 'i' }] },
})

beforeEach(async () => {
  clock = createFakeClock(start)
  server = await createServer({ ...withRoot, clock })
  expect((await asRoot('POST', accounts, { metadata: { name: 'robot' } })).status).toBe(201)
})

describe('a token request', () => {
  it('answers a token of the account, for an hour and for the server itself', async () => {
    const { status, json } = await ask()
    expect(status).toBe(201)
    expect(json).toMatchObject({
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: { name: 'robot', namespace: 'default', creationTimestamp: start },
      spec: { audiences: ['https://kubernetes.default.svc'], expirationSeconds: 3600 },
      status: { expirationTimestamp: '2030-01-01T01:00:00Z' },
    })
    const uid = (await asRoot('GET', `${accounts}/robot`)).json.metadata.uid
    expect(claimsOf(json.status.token)).toMatchObject({
      iss: 'https://kubernetes.default.svc',
      sub: 'system:serviceaccount:default:robot',
      'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'robot', uid } },
    })
    const me = await whoami(json.status.token)
    expect(me.json.status.userInfo).toMatchObject({
      username: 'system:serviceaccount:default:robot',
      uid,
      groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
    })
  })

  it('names the pod, and the node it runs on, for which the token is good', async () => {
    await asRoot('POST', '/api/v1/nodes', { metadata: { name: 'n1' } })
    const created = await asRoot('POST', '/api/v1/namespaces/default/pods', pod('p', 'robot', 'n1'))
    expect(created.status).toBe(201)
    const { json } = await ask({ boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' } })
    expect((await whoami(json.status.token)).json.status.userInfo.extra).toMatchObject({
      'authentication.kubernetes.io/pod-name': ['p'],
      'authentication.kubernetes.io/pod-uid': [created.json.metadata.uid],
      'authentication.kubernetes.io/node-name': ['n1'],
    })
  })

  const refusals: readonly [string, object, object | undefined, number, string][] = [
    [
      'less than ten minutes',
      { expirationSeconds: 599 },
      undefined,
      422,
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
    ],
    [
      'more than 2^32 seconds',
      { expirationSeconds: 2 ** 32 + 1 },
      undefined,
      422,
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds',
    ],
    [
      'another name in the body',
      {},
      { name: 'other' },
      422,
      'TokenRequest.authentication.k8s.io "robot" is invalid: metadata.name: Invalid value: "other": must match the service account name if specified',
    ],
    [
      'another namespace in the body',
      {},
      { namespace: 'other' },
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
    [
      'a kind tokens are not bound to',
      { boundObjectRef: { kind: 'Deployment', apiVersion: 'apps/v1', name: 'd' } },
      undefined,
      400,
      'cannot bind token to object of type apps/v1, Kind=Deployment',
    ],
    [
      'a pod that does not exist',
      { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'none' } },
      undefined,
      404,
      'pods "none" not found',
    ],
    [
      'a node that does not exist',
      { boundObjectRef: { kind: 'Node', apiVersion: 'v1', name: 'none' } },
      undefined,
      404,
      'nodes "none" not found',
    ],
    [
      'a pod of another account',
      { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'foreign' } },
      undefined,
      400,
      'cannot bind token for serviceaccount "robot" to pod running with different serviceaccount name.',
    ],
    [
      'an object that has been made anew',
      { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 's', uid: 'old' } },
      undefined,
      409,
      'Operation cannot be fulfilled on Secret "s": the UID in the bound object reference (old) does not match the UID in record. The object might have been deleted and then recreated',
    ],
  ]
  it.each(refusals)('refuses %s', async (_title, spec, metadata, status, message) => {
    await asRoot('POST', accounts, { metadata: { name: 'stranger' } })
    await asRoot('POST', '/api/v1/namespaces/default/pods', pod('foreign', 'stranger'))
    await asRoot('POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 's' } })
    const answer = await ask(spec, 'robot', metadata)
    expect([answer.status, answer.json.message]).toEqual([status, message])
  })

  it('refuses an account that does not exist', async () => {
    const { status, json } = await ask({}, 'unknown')
    expect([status, json.message]).toEqual([404, 'serviceaccounts "unknown" not found'])
  })

  it('shortens what lives longer than the server allows, and says so', async () => {
    server = await createServer({
      ...withRoot,
      clock,
      authentication: { serviceAccounts: { maxExpirationSeconds: 3600 } },
    })
    await asRoot('POST', accounts, { metadata: { name: 'robot' } })
    const { json, headers } = await ask({ expirationSeconds: 7200 })
    expect(json.spec.expirationSeconds).toBe(3600)
    expect(String(headers['warning'])).toContain('requested expiration of 7200 seconds shortened to 3600 seconds')
  })

  it('is asked of those who may create serviceaccounts/token only', async () => {
    const { json } = await ask()
    const answer = await call(server, 'POST', `${accounts}/robot/token`, {
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
      headers: { authorization: `Bearer ${json.status.token}` },
    })
    expect([answer.status, answer.json.message]).toEqual([
      403,
      'serviceaccounts "robot" is forbidden: User "system:serviceaccount:default:robot" cannot create resource "serviceaccounts/token" in API group "" in the namespace "default"',
    ])
  })
})

describe('the token of a service account', () => {
  it('ends with its time', async () => {
    const { json } = await ask({ expirationSeconds: 600 })
    await clock.advance(600_000)
    expect((await whoami(json.status.token)).status).toBe(201)
    await clock.advance(61_000)
    expect((await whoami(json.status.token)).status).toBe(401)
  })

  it('ends with its account, though one of the same name is made again', async () => {
    const { json } = await ask()
    expect((await whoami(json.status.token)).status).toBe(201)
    await asRoot('DELETE', `${accounts}/robot`)
    expect((await whoami(json.status.token)).status).toBe(401)
    await asRoot('POST', accounts, { metadata: { name: 'robot' } })
    expect((await whoami(json.status.token)).status).toBe(401)
  })

  it.each([
    ['Pod', '/api/v1/namespaces/default/pods', pod('b', 'robot')],
    ['Secret', '/api/v1/namespaces/default/secrets', { metadata: { name: 'b' } }],
    ['Node', '/api/v1/nodes', { metadata: { name: 'b' } }],
  ])('ends with the %s it is bound to', async (kind, path, body) => {
    await asRoot('POST', path, body)
    const { json } = await ask({ boundObjectRef: { kind, apiVersion: 'v1', name: 'b' } })
    expect((await whoami(json.status.token)).status).toBe(201)
    await asRoot('DELETE', `${path}/b?gracePeriodSeconds=0`)
    expect((await whoami(json.status.token)).status).toBe(401)
  })

  it('is refused here where it is for others, and a review for them takes it', async () => {
    const { json } = await ask({ audiences: ['vault'] })
    expect((await whoami(json.status.token)).status).toBe(401)
    const review = (audiences?: string[]): Promise<Answer> =>
      asRoot('POST', '/apis/authentication.k8s.io/v1/tokenreviews', {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenReview',
        spec: { token: json.status.token, ...(audiences && { audiences }) },
      })
    expect((await review()).json.status.authenticated).toBeUndefined()
    expect((await review(['vault'])).json.status).toMatchObject({ authenticated: true, audiences: ['vault'] })
  })

  it('kept in a secret is good as long as the secret and the account are there', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const signingKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const events: AuditEvent[] = []
    const audit = {
      policy: { rules: [{ level: 'Metadata' as const }] },
      sinks: [{ write: (batch: readonly AuditEvent[]) => void events.push(...batch) }],
    }
    server = await createServer({ ...withRoot, clock, audit, authentication: { serviceAccounts: { signingKey } } })
    const account = (await asRoot('POST', accounts, { metadata: { name: 'robot' } })).json
    const { createServiceAccountTokens, loadTokenSigningKey } = await import('@pinnace/authn')
    const signer = createServiceAccountTokens({
      vocabulary: server.vocabulary,
      issuer: server.vocabulary.defaultServiceAccountIssuer,
      signingKey: loadTokenSigningKey(signingKey),
      apiAudiences: ['a'],
    })
    const token = await signer.signLegacy({
      namespace: 'default',
      account: { name: 'robot', uid: account.metadata.uid },
      secretName: 'robot-token',
    })
    expect((await whoami(token)).status).toBe(401)
    await asRoot('POST', '/api/v1/namespaces/default/secrets', {
      metadata: { name: 'robot-token', annotations: { 'kubernetes.io/service-account.name': 'robot' } },
      type: 'kubernetes.io/service-account-token',
      data: { token: Buffer.from(token).toString('base64') },
    })
    const used = await whoami(token)
    expect(used.json.status.userInfo.username).toBe('system:serviceaccount:default:robot')
    expect(used.headers['warning']).toBeUndefined()
    expect(events.at(-1)?.annotations).toMatchObject({
      'authentication.k8s.io/legacy-token': 'system:serviceaccount:default:robot',
      'authentication.k8s.io/legacy-token-manual-secret': 'robot-token',
    })
    const secret = '/api/v1/namespaces/default/secrets/robot-token'
    const labelsOf = async (): Promise<unknown> => (await asRoot('GET', secret)).json.metadata.labels
    await expect.poll(labelsOf).toEqual({ 'kubernetes.io/legacy-token-last-used': '2030-01-01' })
    const { resourceVersion } = (await asRoot('GET', secret)).json.metadata
    await whoami(token)
    expect((await asRoot('GET', secret)).json.metadata.resourceVersion).toBe(resourceVersion)
    // An account that names the secret has had it generated, long ago.
    await asRoot('PUT', `${accounts}/robot`, { metadata: { name: 'robot' }, secrets: [{ name: 'robot-token' }] })
    expect((await whoami(token)).headers['warning']).toEqual([
      '299 - "Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens."',
    ])
    expect(events.at(-1)?.annotations).toMatchObject({
      'authentication.k8s.io/legacy-token-autogenerated-secret': 'robot-token',
    })
    // One that is marked invalid is refused. As in kube-apiserver 1.36.3, the audit event of a 401 has no annotations.
    const { json: stored } = await asRoot('GET', secret)
    const labels = { 'kubernetes.io/legacy-token-invalid-since': '2030-01-01' }
    await asRoot('PUT', secret, { ...stored, metadata: { ...stored.metadata, labels } })
    expect((await whoami(token)).status).toBe(401)
    expect(events.at(-1)).toMatchObject({ responseStatus: { code: 401 } })
    expect(events.at(-1)?.annotations).toBeUndefined()
    await asRoot('DELETE', secret)
    expect((await whoami(token)).status).toBe(401)
  })

  it('is good in a fork of the server, and what is deleted there is deleted there only', async () => {
    const { json } = await ask()
    const original = server
    server = original.fork()
    expect((await whoami(json.status.token)).status).toBe(201)
    await asRoot('DELETE', `${accounts}/robot`)
    expect((await whoami(json.status.token)).status).toBe(401)
    server = original
    expect((await whoami(json.status.token)).status).toBe(201)
  })

  it('of another server is refused: keys are not shared', async () => {
    const { json } = await ask()
    server = await createServer({ ...withRoot, clock })
    await asRoot('POST', accounts, { metadata: { name: 'robot' } })
    expect((await whoami(json.status.token)).status).toBe(401)
  })
})

describe('the issuer', () => {
  it('serves its keys to service accounts, and to no user without permission', async () => {
    const { json } = await ask()
    const headers = { authorization: `Bearer ${json.status.token}` }
    const configuration = await call(server, 'GET', '/.well-known/openid-configuration', { headers })
    // Accounts have permission to get it; for users with more permissions it is read-only.
    expect((await call(server, 'HEAD', '/.well-known/openid-configuration', { headers })).status).toBe(403)
    expect((await asRoot('HEAD', '/.well-known/openid-configuration')).status).toBe(405)
    expect((await asRoot('POST', '/.well-known/openid-configuration')).status).toBe(405)
    expect(configuration.json).toEqual({
      issuer: 'https://kubernetes.default.svc',
      jwks_uri: 'https://kubernetes.default.svc/openid/v1/jwks',
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    })
    expect(configuration.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=3600',
    })
    const keys = await call(server, 'GET', '/openid/v1/jwks', { headers })
    expect(keys.headers['content-type']).toBe('application/jwk-set+json')
    const header = JSON.parse(Buffer.from(json.status.token.split('.')[0], 'base64url').toString())
    expect(keys.json.keys.map(({ kid }: { kid: string }) => kid)).toEqual([header.kid])
    expect((await call(server, 'GET', '/openid/v1/jwks')).status).toBe(403)
  })

  it('that is not an https URL is not published', async () => {
    server = await createServer({ ...withRoot, authentication: { serviceAccounts: { issuers: ['api'] } } })
    expect((await asRoot('GET', '/.well-known/openid-configuration')).status).toBe(404)
  })
})
