import type { ClusterRoleBinding } from '@pinnace/types/rbac-v1'
import { createCertificateRequest, createPrivateKeyPem, type CertificateRequestOptions } from '@pinnace/csr-signer'
import type { UserInfo } from '@pinnace/meta'
import { createFakeClock, createTestServer, eventually, type FakeClock, type TestServer } from '@pinnace/testing'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import { Buffer } from 'node:buffer'
import { X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { optionsForServer, startControllers, type Controllers, type ControllersOptions } from '../src/index.ts'

const kind = { apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest' } as const
const hourMs = 3_600_000
const controllers = ['csrapproving', 'csrsigning', 'csrcleaner']
const start = '2030-01-01T00:00:00Z'
const jane: UserInfo = { username: 'jane', groups: ['system:authenticated'], extra: {} }
const nodeA: UserInfo = { username: 'system:node:a', groups: ['system:nodes', 'system:authenticated'], extra: {} }
const ofNode = { commonName: 'system:node:a', organizations: ['system:nodes'] }
const nodeUsages = ['digital signature', 'key encipherment', 'client auth']
const privateKeyPem = await createPrivateKeyPem()

let clock: FakeClock
let server: TestServer
let running: Controllers
const failures: unknown[] = []

async function begin(options: Partial<ControllersOptions> = {}): Promise<void> {
  clock = createFakeClock(start)
  server = await createTestServer({ clock, authorization: ['Node', 'RBAC'] })
  const onError = (error: unknown): void => void failures.push(error)
  running = startControllers({ ...optionsForServer(server), controllers, onError, ...options })
  await running.started
}

beforeEach(() => failures.splice(0))

afterEach(async () => {
  await running.stop()
  await server.close()
  expect(clock.pending).toBe(0)
})

interface Asked extends Partial<Omit<CertificateRequestOptions, 'privateKeyPem'>> {
  readonly signerName?: string
  readonly usages?: readonly string[]
  readonly expirationSeconds?: number
  readonly user?: UserInfo
}

/** A request under this name, as its user makes it. */
async function ask(name: string, asked: Asked = {}): Promise<CertificateSigningRequest> {
  const { signerName = server.vocabulary.signers.apiserverClient, usages = ['client auth'], user, ...rest } = asked
  const { expirationSeconds, ...subject } = rest
  const pem = await createCertificateRequest({ commonName: 'jane', ...subject, privateKeyPem })
  const spec = {
    request: Buffer.from(pem).toString('base64'),
    signerName,
    usages,
    ...(expirationSeconds === undefined ? {} : { expirationSeconds }),
  }
  const requests = server.client<CertificateSigningRequest>(kind, user === undefined ? {} : { user })
  return requests.create({ metadata: { name }, spec } as CertificateSigningRequest)
}

async function decide(name: string, type: 'Approved' | 'Denied', user?: UserInfo): Promise<void> {
  const live = await get(name)
  const conditions = [{ type, status: 'True', reason: 'ByTheTest', message: 'sure' }]
  const approval = server.client(kind, user === undefined ? {} : { user }).subresource('approval')
  await approval.update(name, { ...live, status: { ...live.status, conditions } })
}

const get = (name: string): Promise<CertificateSigningRequest> =>
  server.client<CertificateSigningRequest>(kind).get(name)
const names = async (): Promise<readonly string[]> =>
  (await server.client(kind).list()).items.map(({ metadata }) => metadata.name!)

async function issued(name: string): Promise<X509Certificate> {
  await eventually(
    () => get(name),
    (found) => (found.status?.certificate ?? '') !== '',
  )
  return new X509Certificate(Buffer.from((await get(name)).status!.certificate!, 'base64'))
}

/** Lets what is under way come to its end, in no time at all. */
const settle = (): Promise<void> => clock.advance(0)

/** The request stays until just before this age of its last change, and is gone after it. */
async function isGoneAfter(name: string, ageMs: number): Promise<void> {
  await settle()
  await clock.advance(ageMs)
  expect(await names()).toContain(name)
  await clock.advance(1)
  await eventually(names, (found) => !found.includes(name))
}

describe('a pending certificate request', () => {
  it('is not signed, and is deleted after 24 hours', async () => {
    await begin()
    await ask('a', { user: nodeA })
    await settle()
    expect((await get('a')).status).toEqual({})
    await isGoneAfter('a', 24 * hourMs)
  })

  it('is signed as requested once it is approved, and is deleted an hour later', async () => {
    await begin()
    await ask('a', { organizations: ['devs'] })
    await decide('a', 'Approved')
    const certificate = await issued('a')
    expect(certificate.subject).toBe('O=devs\nCN=jane')
    expect(certificate.verify(new X509Certificate(server.clientAuthority().cert).publicKey)).toBe(true)
    expect(certificate.ca).toBe(false)
    expect(Date.parse(certificate.validTo) - Date.parse(start)).toBe(365 * 24 * hourMs - 300_000)
    await isGoneAfter('a', hourMs)
  })

  it('cannot be approved without permission for its signer', async () => {
    await begin()
    await ask('a')
    await expect(decide('a', 'Approved', jane)).rejects.toMatchObject({ reason: 'Forbidden' })
  })

  it('is not signed once it is denied, and is deleted an hour later', async () => {
    await begin()
    await ask('a')
    await decide('a', 'Denied')
    await settle()
    const { conditions, certificate } = (await get('a')).status!
    expect([conditions!.map(({ type }) => type), certificate]).toEqual([['Denied'], undefined])
    await isGoneAfter('a', hourMs)
  })
})

describe('an approved certificate request', () => {
  it('gets the condition Failed when its signer refuses, and is deleted an hour later', async () => {
    await begin()
    await ask('a', { usages: ['client auth', 'server auth'] })
    await decide('a', 'Approved')
    await eventually(
      () => get('a'),
      (found) => found.status?.conditions?.length === 2,
    )
    expect((await get('a')).status).toMatchObject({
      conditions: [
        { type: 'Approved' },
        {
          type: 'Failed',
          status: 'True',
          reason: 'SignerValidationFailure',
          message: 'invalid usage for client certificate: server auth',
          lastUpdateTime: start,
        },
      ],
    })
    expect((await get('a')).status!.certificate).toBeUndefined()
    await isGoneAfter('a', hourMs)
  })

  it('is deleted when its certificate expires', async () => {
    await begin()
    await ask('a', { expirationSeconds: 600 })
    await decide('a', 'Approved')
    await issued('a')
    await isGoneAfter('a', 600_000)
  })

  it('gets a certificate no longer than the signing duration', async () => {
    await begin({ signingDurationSeconds: 7200 })
    await ask('a', { expirationSeconds: 86_400 })
    await decide('a', 'Approved')
    expect(Date.parse((await issued('a')).validTo) - Date.parse(start)).toBe(2 * hourMs)
  })

  it('stays unsigned without a signer, and is deleted an hour later', async () => {
    await begin()
    await ask('a', { signerName: 'example.dev/other' })
    await decide('a', 'Approved')
    await isGoneAfter('a', hourMs)
  })

  it('is signed by a signer of the host', async () => {
    await begin({
      signers: [
        { signerName: 'example.dev/*', sign: async () => ({ type: 'refused', reason: 'Never', message: 'not today' }) },
      ],
    })
    await ask('a', { signerName: 'example.dev/other' })
    await decide('a', 'Approved')
    await eventually(
      () => get('a'),
      (found) => found.status?.conditions?.length === 2,
    )
    expect((await get('a')).status!.conditions![1]).toMatchObject({ reason: 'Never', message: 'not today' })
  })

  it('is signed again after its signer has failed', async () => {
    let isDown = true
    await begin({
      signers: [
        {
          signerName: 'example.dev/flaky',
          async sign() {
            if (isDown) throw new Error('no connection')
            return { type: 'refused', reason: 'Seen', message: 'at last' }
          },
        },
      ],
    })
    await ask('a', { signerName: 'example.dev/flaky' })
    await decide('a', 'Approved')
    await eventually(
      () => failures.length,
      (found) => found > 0,
    )
    expect(running.health()['certificatesigningrequest-signing-controller']).toBe(false)
    isDown = false
    await clock.advance(1000)
    await eventually(
      () => get('a'),
      (found) => found.status?.conditions?.length === 2,
    )
    expect(running.health()['certificatesigningrequest-signing-controller']).toBe(true)
  })
})

describe('a certificate request of a node', () => {
  const allow = async (subresource: string, group: string): Promise<void> => {
    const name = `system:certificates.k8s.io:certificatesigningrequests:${subresource}`
    const rbac = 'rbac.authorization.k8s.io'
    await server.client<ClusterRoleBinding>({ apiVersion: `${rbac}/v1`, kind: 'ClusterRoleBinding' }).create({
      metadata: { name: subresource },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name },
      subjects: [{ apiGroup: rbac, kind: 'Group', name: group }],
    })
  }
  const asNode = (): Asked => ({ ...ofNode, signerName: server.vocabulary.signers.nodeClient, usages: nodeUsages })
  const approved = async (name: string): Promise<unknown> =>
    (await get(name)).status?.conditions?.map(({ reason, message }) => [reason, message])

  it('for its own client certificate is approved when nodes have the permission', async () => {
    await begin()
    await allow('selfnodeclient', 'system:nodes')
    await ask('a', { ...asNode(), user: nodeA })
    const certificate = await issued('a')
    expect(certificate.subject).toBe('O=system:nodes\nCN=system:node:a')
    expect(await approved('a')).toEqual([
      ['AutoApproved', 'Auto approving self kubelet client certificate after SubjectAccessReview.'],
    ])
  })

  it('of a node bootstrapper is approved once that has the permission', async () => {
    await begin()
    await allow('selfnodeclient', 'system:nodes')
    const maker = { ...jane, groups: ['makers', 'system:authenticated'] }
    await ask('a', { ...asNode() })
    await ask('b', { ...asNode(), user: { ...maker, groups: [...maker.groups, 'system:masters'] } })
    await issued('b')
    expect(await approved('b')).toEqual([
      ['AutoApproved', 'Auto approving kubelet client certificate after SubjectAccessReview.'],
    ])
  })

  it('stays pending without permission, and is approved when that is granted', async () => {
    await begin()
    const rbac = 'rbac.authorization.k8s.io'
    await server.client<ClusterRoleBinding>({ apiVersion: `${rbac}/v1`, kind: 'ClusterRoleBinding' }).create({
      metadata: { name: 'ask' },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'system:node-bootstrapper' },
      subjects: [{ apiGroup: rbac, kind: 'Group', name: 'system:authenticated' }],
    })
    await ask('a', { ...asNode(), user: jane })
    await clock.advance(60_000)
    expect(await approved('a')).toBeUndefined()
    expect(failures).toEqual([])
    await allow('nodeclient', 'system:authenticated')
    await clock.advance(60_000)
    await issued('a')
  })

  it('for its serving certificate is not approved automatically', async () => {
    await begin()
    const { nodeServing: signerName } = server.vocabulary.signers
    const usages = ['digital signature', 'key encipherment', 'server auth']
    await ask('a', { ...ofNode, dnsNames: ['a'], signerName, usages })
    await clock.advance(hourMs)
    expect(await approved('a')).toBeUndefined()
  })
})
