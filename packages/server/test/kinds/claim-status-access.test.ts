import type { UserInfo } from '@pinnace/meta'
import type { AuthorizerAttributes } from '@pinnace/authz'
import { describe, expect, it } from 'vitest'
import type { FeatureGateSettings } from '@pinnace/versioning'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const claims = '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims'
const admin: UserInfo = { username: 'admin', groups: ['system:masters'], extra: {} }
const nodeSelector = {
  nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] }],
}
const allocated = [
  { request: 'r', driver: 'e.example.com', pool: 'p', device: 'd' },
  { request: 'r', driver: 'd.example.com', pool: 'p', device: 'd' },
]
const allocation = { nodeSelector, devices: { results: allocated } }
const [first, second] = allocated.map(({ driver, pool, device }) => ({ driver, pool, device }))

/** A server with an allocated claim, that lets `user` do what `may` says, beside the status of claims. */
async function serve(
  user: Pick<UserInfo, 'username'> & Partial<UserInfo>,
  may: (permission: string) => boolean,
  featureGates: FeatureGateSettings = {},
): Promise<Server> {
  let sender: UserInfo = admin
  const server = await createServer({
    vocabulary: 'kubernetes',
    featureGates,
    authenticators: [() => sender],
    authorizers: [
      ({ user: { username }, verb, subresource, namespace, name }: AuthorizerAttributes) => {
        const isOwn = subresource === '' || subresource === 'status' || username === 'admin'
        const permission = `${verb} ${subresource} ${namespace} ${name}`
        return { effect: isOwn || may(permission) ? 'allow' : 'noOpinion', reason: '' }
      },
    ],
  })
  await call(server, 'POST', '/api/v1/namespaces', { body: { metadata: { name: 'default' } } })
  const requests = [{ name: 'r', exactly: { deviceClassName: 'x' } }]
  const created = await call(server, 'POST', claims, {
    body: { metadata: { name: 'c' }, spec: { devices: { requests } } },
  })
  expect(created.status).toBe(201)
  expect(await patchStatus(server, { allocation })).toEqual([])
  sender = { groups: [], extra: {}, ...user }
  return server
}

/** Patches the status; the causes of a refusal. */
async function patchStatus(server: Server, status: unknown): Promise<readonly string[]> {
  const headers = { 'content-type': 'application/merge-patch+json' }
  const { status: code, json } = await call(server, 'PATCH', `${claims}/c/status`, { body: { status }, headers })
  expect([200, 422]).toContain(code)
  const causes: readonly { field: string; message: string }[] = json.details?.causes ?? []
  return causes.map(({ field, message }) => `${field}: ${message}`)
}

const onNode = { 'authentication.kubernetes.io/node-name': ['n1'] }
const account = 'system:serviceaccount:default:driver'

describe('a change of the status of a resource claim', () => {
  it('takes resourceclaims/binding in every namespace for the allocation and the reservations', async () => {
    const server = await serve({ username: 'jo' }, (permission) => permission === 'patch binding default ')
    const refusal =
      'status.allocation: Forbidden: changing status.allocation or status.reservedFor requires resource="resourceclaims/binding", verb="patch" permission: resourceclaims.resource.k8s.io is forbidden: User "jo" cannot patch resource "resourceclaims/binding" in API group "resource.k8s.io" at the cluster scope'
    expect(await patchStatus(server, { allocation: null })).toEqual([refusal])
    expect(await patchStatus(server, { reservedFor: [{ resource: 'pods', name: 'p', uid: 'u' }] })).toEqual([refusal])
    const allowed = await serve({ username: 'jo' }, (permission) => permission === 'patch binding  ')
    expect(await patchStatus(allowed, { reservedFor: [{ resource: 'pods', name: 'p', uid: 'u' }] })).toEqual([])
  })

  it('takes resourceclaims/driver of each driver whose devices change, in the order of the names', async () => {
    const server = await serve({ username: 'jo' }, (permission) =>
      permission.startsWith('arbitrary-node:patch driver default e.'),
    )
    const refusalOf = (driver: string): string =>
      `status.devices: Forbidden: changing status.devices requires resource="resourceclaims/driver", verb="[arbitrary-node:patch]" permission: resourceclaims.resource.k8s.io "${driver}" is forbidden: User "jo" cannot arbitrary-node:patch resource "resourceclaims/driver" in API group "resource.k8s.io" in the namespace "default"`
    expect(await patchStatus(server, { devices: [first, second] })).toEqual([refusalOf('d.example.com')])
    expect(await patchStatus(server, { devices: [first] })).toEqual([])
    expect(await patchStatus(server, { devices: [{ ...first, conditions: [] }] })).toEqual([])
    expect(await patchStatus(server, { devices: null })).toEqual([])
    const unauthorized = await serve({ username: 'jo' }, () => false)
    expect(await patchStatus(unauthorized, { devices: [first, second] })).toEqual([
      refusalOf('d.example.com'),
      refusalOf('e.example.com'),
    ])
  })

  it('lets a service account on the node of the devices do so with associated-node', async () => {
    const mayOnOwnNode = (permission: string): boolean => permission.startsWith('associated-node:patch driver default ')
    const near = await serve({ username: account, extra: onNode }, mayOnOwnNode)
    expect(await patchStatus(near, { devices: [first] })).toEqual([])
    const senders: readonly (Pick<UserInfo, 'username'> & Partial<UserInfo>)[] = [
      { username: account },
      { username: account, extra: { 'authentication.kubernetes.io/node-name': ['n2'] } },
      { username: account, extra: { 'authentication.kubernetes.io/node-name': ['n1', 'n2'] } },
      { username: 'jo', extra: onNode },
    ]
    for (const sender of senders) {
      const far = await serve(sender, mayOnOwnNode)
      const [refusal] = await patchStatus(far, { devices: [first] })
      expect(refusal).toContain('verb="[arbitrary-node:patch]"')
    }
    const without = await serve({ username: account, extra: onNode }, () => false)
    const [refusal] = await patchStatus(without, { devices: [first] })
    expect(refusal).toContain('verb="[associated-node:patch arbitrary-node:patch]" permission: ')
    expect(refusal).toContain(`User "${account}" cannot associated-node:patch resource`)
  })

  it('forgets devices that are no longer allocated without a permission of their driver', async () => {
    const server = await serve({ username: 'jo' }, (permission) => /binding|driver/.test(permission))
    expect(await patchStatus(server, { devices: [first] })).toEqual([])
    const released = await serve({ username: 'jo' }, (permission) => permission.startsWith('patch binding'))
    expect(await patchStatus(released, { allocation: null, devices: [first] })).toEqual([])
  })

  it('takes the permission for the status alone without the feature', async () => {
    const off = { DRAResourceClaimGranularStatusAuthorization: false }
    const server = await serve({ username: 'jo' }, () => false, off)
    expect(await patchStatus(server, { devices: [first] })).toEqual([])
  })
})
