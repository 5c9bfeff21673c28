import { createTestServer, eventually, type TestServer } from '@pinnace/testing'
import type { Secret, ServiceAccount } from '@pinnace/types/core-v1'
import { Buffer } from 'node:buffer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { optionsForServer, startControllers, type Controllers } from '../src/index.ts'

const type = 'kubernetes.io/service-account-token'
const nameKey = 'kubernetes.io/service-account.name'
const uidKey = 'kubernetes.io/service-account.uid'

let server: TestServer
let running: Controllers | undefined

async function begin(controllers: readonly string[] = ['serviceaccount-token-controller']): Promise<void> {
  running = startControllers({ ...optionsForServer(server), controllers })
  await running.started
}

beforeEach(async () => {
  server = await createTestServer({ authorization: ['RBAC'] })
})

afterEach(async () => {
  await running?.stop()
  await server.close()
})

const secrets = () => server.client<Secret>({ apiVersion: 'v1', kind: 'Secret' }).namespace('default')
const accounts = () => server.client<ServiceAccount>({ apiVersion: 'v1', kind: 'ServiceAccount' }).namespace('default')

const make = (name: string, account: string, more: Partial<Secret> = {}): Promise<Secret> =>
  secrets().create({ metadata: { name, annotations: { [nameKey]: account } }, type, ...more })
const text = (secret: Secret, key: string): string => Buffer.from(secret.data?.[key] ?? '', 'base64').toString()

async function filled(name: string): Promise<Secret> {
  await eventually(
    () => secrets().get(name),
    (found) => text(found, 'token') !== '',
  )
  return secrets().get(name)
}

async function isGone(name: string): Promise<void> {
  await eventually(
    async () => (await secrets().list()).items,
    (items) => items.every(({ metadata }) => metadata.name !== name),
  )
}

/** Who the server says a token is of. */
async function whose(token: string): Promise<unknown> {
  const reply = await server.fetch(
    new Request('http://server/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }),
    }),
  )
  if (reply.status === 401) return undefined
  const { status } = (await reply.json()) as { status: { userInfo: { username: string; groups: string[] } } }
  return [status.userInfo.username, status.userInfo.groups]
}

describe('a secret of a service account', () => {
  it('is filled with a token that authenticates the account, the CA and the namespace', async () => {
    await begin()
    const account = await accounts().create({ metadata: { name: 'robot' } })
    await make('robot-token', 'robot', { data: { extra: 'eA==' } })
    const secret = await filled('robot-token')
    expect(Object.keys(secret.data!).sort()).toEqual(['ca.crt', 'extra', 'namespace', 'token'])
    expect(text(secret, 'ca.crt')).toBe(server.clientAuthority().cert)
    expect(text(secret, 'namespace')).toBe('default')
    expect(secret.metadata.annotations).toEqual({ [nameKey]: 'robot', [uidKey]: account.metadata.uid })
    expect(await whose(text(secret, 'token'))).toEqual([
      'system:serviceaccount:default:robot',
      ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
    ])
  })

  it('is filled when it existed before the start', async () => {
    await accounts().create({ metadata: { name: 'robot' } })
    await make('robot-token', 'robot')
    await begin()
    await filled('robot-token')
  })

  it('keeps its token, and gets the current CA', async () => {
    await accounts().create({ metadata: { name: 'robot' } })
    const before = Buffer.from('old').toString('base64')
    await make('robot-token', 'robot', { data: { token: before, 'ca.crt': before, namespace: before } })
    await begin()
    await eventually(
      () => secrets().get('robot-token'),
      (found) => text(found, 'ca.crt') !== 'old',
    )
    const secret = await secrets().get('robot-token')
    expect([text(secret, 'token'), text(secret, 'namespace')]).toEqual(['old', 'old'])
  })

  it('gets another token when its token is removed, and the former one does not authenticate', async () => {
    await begin()
    await accounts().create({ metadata: { name: 'robot' } })
    await make('robot-token', 'robot')
    const before = text(await filled('robot-token'), 'token')
    await secrets().patch('robot-token', { data: { token: null } })
    await eventually(
      () => secrets().get('robot-token'),
      (found) => ![before, ''].includes(text(found, 'token')),
    )
    expect(await whose(before)).toBeUndefined()
  })

  it('is deleted with its account, and its token does not authenticate', async () => {
    await begin()
    await accounts().create({ metadata: { name: 'robot' } })
    await make('robot-token', 'robot')
    const token = text(await filled('robot-token'), 'token')
    await accounts().delete('robot')
    await isGone('robot-token')
    expect(await whose(token)).toBeUndefined()
  })

  it('is deleted when its account was deleted before the start, also if that was created again', async () => {
    await begin()
    await accounts().create({ metadata: { name: 'robot' } })
    await make('robot-token', 'robot')
    await filled('robot-token')
    await running!.stop()
    await accounts().delete('robot')
    await accounts().create({ metadata: { name: 'robot' } })
    await begin()
    await isGone('robot-token')
  })

  it('of an account that does not exist is deleted', async () => {
    await begin()
    await make('orphan', 'absent')
    await isGone('orphan')
  })

  it('is removed from the list of its account when it is deleted', async () => {
    await begin()
    await accounts().create({ metadata: { name: 'robot' }, secrets: [{ name: 'other' }, { name: 'robot-token' }] })
    await make('robot-token', 'robot')
    await filled('robot-token')
    await secrets().delete('robot-token')
    await eventually(
      () => accounts().get('robot'),
      (found) => found.secrets?.length === 1,
    )
    expect((await accounts().get('robot')).secrets).toEqual([{ name: 'other' }])
  })

  it('of another type is not changed', async () => {
    await begin()
    await accounts().create({ metadata: { name: 'robot' } })
    await secrets().create({ metadata: { name: 'plain', annotations: { [nameKey]: 'absent' } } })
    await make('robot-token', 'robot')
    await filled('robot-token')
    expect((await secrets().get('plain')).data).toBeUndefined()
  })

  it('is not changed without signLegacyToken', async () => {
    const { signLegacyToken: _, ...options } = optionsForServer(server)
    running = startControllers({ ...options, controllers: ['serviceaccount-token-controller', 'serviceaccount'] })
    await running.started
    await make('token', 'default')
    await eventually(
      async () => (await accounts().list()).items,
      (items) => items.length === 1,
    )
    expect((await secrets().get('token')).data).toBeUndefined()
  })
})
