import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'
import { someRequest } from '../support/certificate-request.ts'

const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const rbac = '/apis/rbac.authorization.k8s.io/v1'
let server: Server

const as = (user: string, method: string, path: string, body: unknown): Promise<Answer> =>
  call(server, method, path, { body, headers: { 'x-test-user': user, 'content-type': 'application/json' } })
const root = (method: string, path: string, body: unknown): Promise<Answer> => as('root', method, path, body)

async function allow(user: string, rules: readonly object[]): Promise<void> {
  await root('POST', `${rbac}/clusterroles`, { metadata: { name: user }, rules })
  await root('POST', `${rbac}/clusterrolebindings`, {
    metadata: { name: user },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: user },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  })
}

const group = 'certificates.k8s.io'
const toWrite = (subresource: string): object => ({
  apiGroups: [group],
  resources: [`certificatesigningrequests/${subresource}`],
  verbs: ['update'],
})
const forSigner = (verb: string, name: string): object => ({
  apiGroups: [group],
  resources: ['signers'],
  resourceNames: [name],
  verbs: [verb],
})

beforeEach(async () => {
  server = await createServer({
    vocabulary: 'kubernetes',
    authenticators: [
      (request) => {
        const username = request.header('x-test-user')
        if (username === undefined) return undefined
        return { username, groups: username === 'root' ? ['system:masters'] : [], extra: {} }
      },
    ],
  })
  await root('POST', requests, {
    metadata: { name: 'c' },
    spec: { request: someRequest, signerName: 'example.com/one', usages: ['client auth'] },
  })
})

const read = async (): Promise<Record<string, unknown>> =>
  (await call(server, 'GET', `${requests}/c`, { headers: { 'x-test-user': 'root' } })).json
const approve = async (user: string): Promise<Answer> => {
  const conditions = [{ type: 'Approved', status: 'True', reason: 'Sure' }]
  return as(user, 'PUT', `${requests}/c/approval`, { ...(await read()), status: { conditions } })
}
const fail = async (user: string): Promise<Answer> => {
  const conditions = [{ type: 'Failed', status: 'True', reason: 'No' }]
  return as(user, 'PUT', `${requests}/c/status`, { ...(await read()), status: { conditions } })
}

describe('authorization of certificate request decisions', () => {
  it('may write the approval, and approve for the signer', async () => {
    await allow('one', [toWrite('approval'), forSigner('approve', 'example.org/*')])
    await allow('two', [toWrite('approval'), forSigner('approve', 'example.com/*')])
    const refused = await approve('one')
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'certificatesigningrequests.certificates.k8s.io "c" is forbidden: user not permitted to approve requests with signerName "example.com/one"',
    ])
    const allowed = await approve('two')
    expect([allowed.status, allowed.json.status.conditions[0].type]).toEqual([200, 'Approved'])
  })

  it('may write the status, and sign for the signer, to say that there will be no certificate', async () => {
    await allow('one', [toWrite('status'), forSigner('approve', 'example.com/one')])
    await allow('two', [toWrite('status'), forSigner('sign', 'example.com/one')])
    expect((await fail('one')).json.message).toBe(
      'certificatesigningrequests.certificates.k8s.io "c" is forbidden: user not permitted to sign requests with signerName "example.com/one"',
    )
    expect((await fail('two')).status).toBe(200)
  })
})
