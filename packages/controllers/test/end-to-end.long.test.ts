// From a request to a login, over TLS, with nothing in between but the controllers.
import { createCertificateRequest, createPrivateKeyPem } from '@pinnace/csr-signer'
import { createFakeClock, createTestServer, eventually, type FakeClock, type TestServer } from '@pinnace/testing'
import { Buffer } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { overTls, whoIs, type Identity, type Send } from './support/over-tls.ts'

const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const rbac = 'rbac.authorization.k8s.io'
const hourMs = 3_600_000
const nodeUsages = ['digital signature', 'key encipherment', 'client auth']

let clock: FakeClock
let server: TestServer
let send: Send
let admin: Identity

beforeEach(async () => {
  // Clients check certificates by the clock of the machine.
  clock = createFakeClock(new Date().toISOString())
  server = await createTestServer({
    clock,
    authorization: ['Node', 'RBAC'],
    authentication: { bootstrapTokens: true },
    controllers: ['*', 'tokencleaner'],
  })
  ;({ send, admin } = await overTls(server))
})

afterEach(() => server.close())

interface Request {
  readonly pem: string
  readonly key: string
}

/** A request as openssl makes it; where that is not installed, as the library does. */
async function requestFor(commonName: string, organization: string): Promise<Request> {
  const folder = mkdtempSync(join(tmpdir(), 'end-to-end-'))
  try {
    const key = join(folder, 'key')
    const words = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-subj', `/O=${organization}/CN=${commonName}`]
    const { status, stdout } = spawnSync('openssl', ['req', '-new', ...words], { encoding: 'utf8', timeout: 15_000 })
    if (status === 0) return { pem: stdout, key: readFileSync(key, 'utf8') }
    const privateKeyPem = await createPrivateKeyPem('rsa-2048')
    const organizations = [organization]
    return { pem: await createCertificateRequest({ commonName, organizations, privateKeyPem }), key: privateKeyPem }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const asked = (name: string, { pem }: Request, signerName: string, usages: readonly string[]): object => ({
  metadata: { name },
  spec: { request: Buffer.from(pem).toString('base64'), signerName, usages },
})

/** What logs in with the certificate of a request, once that is there. */
async function identityOf(as: Identity, name: string, { key }: Request): Promise<Identity> {
  const { json } = await eventually(
    () => send(as, 'GET', `${path}/${name}`),
    ({ json: { status } }) => status.certificate !== undefined,
  )
  return { cert: Buffer.from(json.status.certificate, 'base64').toString(), key }
}

const bind = (name: string, role: string, group: string): Promise<unknown> =>
  send(admin, 'POST', `/apis/${rbac}/v1/clusterrolebindings`, {
    metadata: { name },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: rbac, kind: 'Group', name: group }],
  })

describe('a certificate on request', () => {
  it('authenticates the approved user and groups', async () => {
    const request = await requestFor('bob', 'devs')
    const { apiserverClient } = server.vocabulary.signers
    const { json } = await send(admin, 'POST', path, asked('bob', request, apiserverClient, ['client auth']))
    const conditions = [{ type: 'Approved', status: 'True', reason: 'KnownToUs' }]
    await send(admin, 'PUT', `${path}/bob/approval`, { ...json, status: { conditions } })
    const bob = await identityOf(admin, 'bob', request)
    expect(await whoIs(send, bob)).toEqual(['bob', ['devs', 'system:authenticated']])
  })
})

describe('a bootstrap token', () => {
  it('authenticates a node until it expires, and the node continues with its certificate', async () => {
    const nodes = 'system:bootstrappers:nodes'
    const prefix = 'system:certificates.k8s.io:certificatesigningrequests'
    await bind('ask', 'system:node-bootstrapper', nodes)
    await bind('first', `${prefix}:nodeclient`, nodes)
    await bind('next', `${prefix}:selfnodeclient`, 'system:nodes')
    const expiration = new Date(clock.now() + hourMs).toISOString()
    await send(admin, 'POST', '/api/v1/namespaces/kube-system/secrets', {
      metadata: { name: 'bootstrap-token-abcdef' },
      type: 'bootstrap.kubernetes.io/token',
      stringData: {
        'token-id': 'abcdef',
        'token-secret': '0123456789abcdef',
        'usage-bootstrap-authentication': 'true',
        'auth-extra-groups': nodes,
        expiration,
      },
    })
    const token = { token: 'abcdef.0123456789abcdef' }
    expect(await whoIs(send, token)).toEqual([
      'system:bootstrap:abcdef',
      ['system:bootstrappers', nodes, 'system:authenticated'],
    ])

    const { nodeClient } = server.vocabulary.signers
    const first = await requestFor('system:node:worker', 'system:nodes')
    expect((await send(token, 'POST', path, asked('first', first, nodeClient, nodeUsages))).status).toBe(201)
    const node = await identityOf(token, 'first', first)
    expect(await whoIs(send, node)).toEqual(['system:node:worker', ['system:nodes', 'system:authenticated']])

    await clock.advance(hourMs)
    const secret = '/api/v1/namespaces/kube-system/secrets/bootstrap-token-abcdef'
    await eventually(async () => (await send(admin, 'GET', secret)).status, 404)
    expect(await whoIs(send, token)).toBe(401)

    const next = await requestFor('system:node:worker', 'system:nodes')
    expect((await send(node, 'POST', path, asked('next', next, nodeClient, nodeUsages))).status).toBe(201)
    const renewed = await identityOf(node, 'next', next)
    expect(await whoIs(send, renewed)).toEqual(['system:node:worker', ['system:nodes', 'system:authenticated']])
    expect((await send(admin, 'GET', `${path}/next`)).json.status.conditions[0].message).toBe(
      'Auto approving self kubelet client certificate after SubjectAccessReview.',
    )
  })
})

describe('a token of a secret', () => {
  it('authenticates the service account that its controller has created', async () => {
    const secrets = '/api/v1/namespaces/default/secrets'
    await send(admin, 'POST', secrets, {
      metadata: { name: 'kept', annotations: { 'kubernetes.io/service-account.name': 'default' } },
      type: 'kubernetes.io/service-account-token',
    })
    const { json: kept } = await eventually(
      () => send(admin, 'GET', `${secrets}/kept`),
      ({ json }) => json.data?.token !== undefined,
    )
    const [name] = (await whoIs(send, { token: Buffer.from(kept.data.token, 'base64').toString() })) as [string]
    expect(name).toBe('system:serviceaccount:default:default')
  })
})
