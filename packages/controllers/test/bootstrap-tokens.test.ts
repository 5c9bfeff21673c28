import { createFakeClock, createTestServer, eventually, type FakeClock, type TestServer } from '@pinnace/testing'
import type { ConfigMap, Secret } from '@pinnace/types/core-v1'
import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { optionsForServer, startControllers, type Controllers, type ControllersOptions } from '../src/index.ts'

const hourMs = 3_600_000
const kubeconfig = 'apiVersion: v1\nkind: Config\nclusters: []\n'

let clock: FakeClock
let server: TestServer
let running: Controllers

async function begin(controllers: readonly string[], options: Partial<ControllersOptions> = {}): Promise<void> {
  running = startControllers({ ...optionsForServer(server), controllers, ...options })
  await running.started
}

beforeEach(async () => {
  clock = createFakeClock('2030-01-01T00:00:00Z')
  server = await createTestServer({ clock, authentication: { bootstrapTokens: true }, authorization: ['RBAC'] })
})

afterEach(async () => {
  await running.stop()
  await server.close()
  expect(clock.pending).toBe(0)
})

const secrets = () => server.client<Secret>({ apiVersion: 'v1', kind: 'Secret' }).namespace('kube-system')
const info = () => server.client<ConfigMap>({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('kube-public')

const whole = {
  'token-id': 'abcdef',
  'token-secret': '0123456789abcdef',
  'usage-bootstrap-authentication': 'true',
  'usage-bootstrap-signing': 'true',
}

function make(data: Readonly<Record<string, string>>, name = 'bootstrap-token-abcdef'): Promise<unknown> {
  return secrets().create({ metadata: { name }, type: 'bootstrap.kubernetes.io/token', stringData: data })
}

const publish = (data: Record<string, string> = {}): Promise<ConfigMap> =>
  info().create({ metadata: { name: 'cluster-info' }, data: { kubeconfig, ...data } })

const published = async (): Promise<Readonly<Record<string, string>>> => (await info().get('cluster-info')).data!

async function isThere(name: string): Promise<boolean> {
  return (await secrets().list()).items.some(({ metadata }) => metadata.name === name)
}

/** Whether the server takes the token. */
async function isKnown(token: string): Promise<boolean> {
  const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' })
  const { status } = await server.fetch(
    new Request('http://server/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    }),
  )
  return status !== 401
}

/** A check of a detached signature that shares nothing with what made it. */
function isSigned(jws: string | undefined, content: string, id: string, key: string): boolean {
  const [header = '', payload, signature] = (jws ?? '').split('.')
  if (payload !== '') return false
  const said = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg: string; kid: string }
  if (said.alg !== 'HS256' || said.kid !== id) return false
  const signed = `${header}.${Buffer.from(content).toString('base64url')}`
  return createHmac('sha256', key).update(signed).digest('base64url') === signature
}

const settle = (): Promise<void> => clock.advance(0)

describe('a bootstrap token', () => {
  it('authenticates and signs until it expires; its secret stays without the cleaner', async () => {
    await begin(['bootstrap-signer-controller'])
    await publish()
    await make({ ...whole, expiration: '2030-01-01T01:00:00Z' })
    await eventually(published, (found) => 'jws-kubeconfig-abcdef' in found)
    expect(await isKnown('abcdef.0123456789abcdef')).toBe(true)
    await clock.advance(hourMs - 1)
    expect(await isKnown('abcdef.0123456789abcdef')).toBe(true)
    expect(await published()).toHaveProperty('jws-kubeconfig-abcdef')
    await clock.advance(1)
    await eventually(published, (found) => !('jws-kubeconfig-abcdef' in found))
    expect(await isKnown('abcdef.0123456789abcdef')).toBe(false)
    expect(await isThere('bootstrap-token-abcdef')).toBe(true)
  })

  it('is deleted at its expiration when the cleaner runs', async () => {
    await begin(['*', 'tokencleaner'])
    await make({ ...whole, expiration: '2030-01-01T05:00:00Z' })
    await make({ ...whole, 'token-id': 'forevr' }, 'bootstrap-token-forevr')
    await settle()
    await clock.advance(5 * hourMs - 1)
    expect(await isThere('bootstrap-token-abcdef')).toBe(true)
    await clock.advance(1)
    await eventually(() => isThere('bootstrap-token-abcdef'), false)
    expect(await isThere('bootstrap-token-forevr')).toBe(true)
  })

  it('is deleted when its expiration cannot be parsed, and when it had expired before the start', async () => {
    await make({ ...whole, expiration: 'soon' })
    await make({ ...whole, 'token-id': 'old000', expiration: '2020-01-01T00:00:00Z' }, 'bootstrap-token-old000')
    await begin(['token-cleaner-controller'])
    await eventually(
      () => Promise.all([isThere('bootstrap-token-abcdef'), isThere('bootstrap-token-old000')]),
      [false, false],
    )
  })

  it('stays until a later expiration that is set meanwhile', async () => {
    await begin(['token-cleaner-controller'])
    await make({ ...whole, expiration: '2030-01-01T01:00:00Z' })
    await settle()
    await secrets().patch('bootstrap-token-abcdef', { stringData: { expiration: '2030-01-01T02:00:00Z' } })
    await clock.advance(hourMs)
    expect(await isThere('bootstrap-token-abcdef')).toBe(true)
    await clock.advance(hourMs)
    await eventually(() => isThere('bootstrap-token-abcdef'), false)
  })

  it('neither signs nor is deleted by the default controllers', async () => {
    await begin(['*'])
    expect(running.names).not.toContain('bootstrap-signer-controller')
    expect(running.names).not.toContain('token-cleaner-controller')
    await publish()
    await make({ ...whole, expiration: '2020-01-01T00:00:00Z' })
    await clock.advance(2 * hourMs)
    expect(await isThere('bootstrap-token-abcdef')).toBe(true)
    expect(await published()).toEqual({ kubeconfig })
  })
})

describe('cluster-info', () => {
  it('is signed with each token, so that the owner of a token can verify it', async () => {
    await begin(['bootstrapsigner'])
    await make(whole)
    await make({ ...whole, 'token-id': 'second' }, 'bootstrap-token-second')
    await publish()
    await eventually(published, (found) => Object.keys(found).length === 3)
    const data = await published()
    expect(isSigned(data['jws-kubeconfig-abcdef'], kubeconfig, 'abcdef', '0123456789abcdef')).toBe(true)
    expect(isSigned(data['jws-kubeconfig-second'], kubeconfig, 'second', '0123456789abcdef')).toBe(true)
    expect(isSigned(data['jws-kubeconfig-second'], `${kubeconfig} `, 'second', '0123456789abcdef')).toBe(false)
  })

  it('is signed with the whole token with bootstrapSigningKey, else with its secret as kubeadm expects', async () => {
    await make(whole)
    await publish()
    await begin(['bootstrapsigner'], { bootstrapSigningKey: 'token' })
    await eventually(published, (found) => 'jws-kubeconfig-abcdef' in found)
    const { 'jws-kubeconfig-abcdef': jws } = await published()
    expect(isSigned(jws, kubeconfig, 'abcdef', 'abcdef.0123456789abcdef')).toBe(true)
  })

  it('is signed again when it changes, and is not written otherwise', async () => {
    await make(whole)
    await publish()
    await begin(['bootstrapsigner'])
    await eventually(published, (found) => 'jws-kubeconfig-abcdef' in found)
    const { metadata } = await info().get('cluster-info')
    await secrets().patch('bootstrap-token-abcdef', { metadata: { labels: { a: 'b' } } })
    await running.stop()
    await begin(['bootstrapsigner'])
    await clock.advance(2 * hourMs)
    expect((await info().get('cluster-info')).metadata.resourceVersion).toBe(metadata.resourceVersion)
    await info().patch('cluster-info', { data: { kubeconfig: 'other' } })
    await eventually(published, ({ 'jws-kubeconfig-abcdef': jws }) =>
      isSigned(jws, 'other', 'abcdef', '0123456789abcdef'),
    )
  })

  it('loses the signatures of deleted tokens, and signatures that other clients have written', async () => {
    await make(whole)
    await publish({ 'jws-kubeconfig-fake00': 'x..y', note: 'kept' })
    await begin(['bootstrapsigner'])
    await eventually(published, (found) => !('jws-kubeconfig-fake00' in found))
    expect(Object.keys(await published()).sort()).toEqual(['jws-kubeconfig-abcdef', 'kubeconfig', 'note'])
    await secrets().delete('bootstrap-token-abcdef')
    await eventually(published, (found) => !('jws-kubeconfig-abcdef' in found))
    expect(await published()).toEqual({ kubeconfig, note: 'kept' })
  })

  it.each([
    ['may not sign', { ...whole, 'usage-bootstrap-signing': 'false' }, 'bootstrap-token-abcdef'],
    [
      'does not say that it may',
      { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef' },
      'bootstrap-token-abcdef',
    ],
    ['has expired', { ...whole, expiration: '2029-12-31T23:59:59Z' }, 'bootstrap-token-abcdef'],
    ['has an expiration that cannot be parsed', { ...whole, expiration: 'tomorrow' }, 'bootstrap-token-abcdef'],
    ['has another name', whole, 'bootstrap-token-fedcba'],
    ['has no name of a token', whole, 'abcdef'],
    ['has no id', { ...whole, 'token-id': '' }, 'bootstrap-token-abcdef'],
    ['has no secret', { ...whole, 'token-secret': '' }, 'bootstrap-token-abcdef'],
  ])('is not signed with a token that %s', async (_, data, name) => {
    await make(data, name)
    await make({ ...whole, 'token-id': 'second' }, 'bootstrap-token-second')
    await publish()
    await begin(['bootstrapsigner'])
    await eventually(published, (found) => Object.keys(found).length > 1)
    expect(Object.keys(await published()).sort()).toEqual(['jws-kubeconfig-second', 'kubeconfig'])
  })

  it('is not changed without a kubeconfig', async () => {
    await make(whole)
    await begin(['bootstrapsigner'])
    await info().create({ metadata: { name: 'cluster-info' }, data: { 'jws-kubeconfig-abcdef': 'x' } })
    await settle()
    expect(await published()).toEqual({ 'jws-kubeconfig-abcdef': 'x' })
  })
})
