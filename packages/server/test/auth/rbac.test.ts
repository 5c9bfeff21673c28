import type { AuthorizerAttributes } from '@pinnace/authz'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

const rbac = '/apis/rbac.authorization.k8s.io/v1'
const target = '/api/v1/namespaces/default/configmaps'
let server: Server

/** Requests carry the user's name and groups: `jane devs,ops`. */
beforeEach(async () => {
  server = await createServer({
    vocabulary: 'kubernetes',
    authenticators: [
      (request) => {
        const [username, groups = ''] = (request.header('x-test-user') ?? '').split(' ')
        return username === '' || username === undefined
          ? undefined
          : { username, groups: groups.split(',').filter(Boolean), extra: {} }
      },
    ],
  })
})

const as = (user: string, method: string, path: string, body?: unknown, type?: string): Promise<Answer> =>
  call(server, method, path, {
    ...(body === undefined ? {} : { body }),
    headers: { 'x-test-user': user, ...(type === undefined ? {} : { 'content-type': type }) },
  })
const root = (method: string, path: string, body?: unknown): Promise<Answer> =>
  as('root system:masters', method, path, body)
const role = (name: string, rules: unknown[]): object => ({ metadata: { name }, rules })
const bind = (name: string, kind: string, roleName: string, user: string): object => ({
  metadata: { name },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: roleName },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
})

describe('roles and bindings', () => {
  it('start with the defaults: anonymous users read health and version, users discovery, and nothing else', async () => {
    expect((await call(server, 'GET', '/version')).status).toBe(200)
    expect((await call(server, 'GET', '/healthz')).status).toBe(200)
    expect((await call(server, 'GET', '/apis')).status).toBe(403)
    expect((await as('jane', 'GET', '/apis')).status).toBe(200)
    const refused = await as('jane', 'GET', target)
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" in the namespace "default"',
    ])
    const { json } = await root('GET', `${rbac}/clusterroles/cluster-admin`)
    expect(json.metadata.labels).toEqual({ 'kubernetes.io/bootstrapping': 'rbac-defaults' })
  })

  it('decide from the moment they are written, and no longer once they are deleted', async () => {
    await root(
      'POST',
      `${rbac}/namespaces/default/roles`,
      role('reader', [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }]),
    )
    await root('POST', `${rbac}/namespaces/default/rolebindings`, bind('readers', 'Role', 'reader', 'jane'))
    expect((await as('jane', 'GET', target)).status).toBe(200)
    expect((await as('jane', 'GET', '/api/v1/namespaces/kube-system/configmaps')).status).toBe(403)
    await root('DELETE', `${rbac}/namespaces/default/rolebindings/readers`)
    expect((await as('jane', 'GET', target)).status).toBe(403)
  })

  it('decide from the moment they are written where they are large, also after many changes without a request', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({
      apiGroups: [''],
      resources: [`other${index}`],
      verbs: ['get'],
    }))
    const lists = { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }
    await root('POST', `${rbac}/clusterrolebindings`, bind('large', 'ClusterRole', 'large', 'jane'))
    expect((await as('jane', 'GET', target)).status).toBe(403)
    await root('POST', `${rbac}/clusterroles`, role('large', [...many, lists]))
    expect((await as('jane', 'GET', target)).status).toBe(200)
    const roles = server.client({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' })
    for (let round = 0; round < 20; round++) {
      await roles.patch('large', { metadata: { annotations: { round: String(round) } } }, { type: 'merge' })
    }
    expect((await as('jane', 'GET', target)).status).toBe(200)
    await roles.patch('large', { rules: many }, { type: 'merge' })
    expect((await as('jane', 'GET', target)).status).toBe(403)
    await roles.patch('large', { rules: [...many, lists] }, { type: 'merge' })
    await roles.delete('large')
    expect((await as('jane', 'GET', target)).status).toBe(403)
  })

  it('are refused from writers who do not hold what they give', async () => {
    await root(
      'POST',
      `${rbac}/clusterroles`,
      role('role-writer', [
        { apiGroups: ['rbac.authorization.k8s.io'], resources: ['*'], verbs: ['create', 'update', 'patch', 'get'] },
      ]),
    )
    await root('POST', `${rbac}/clusterrolebindings`, bind('writers', 'ClusterRole', 'role-writer', 'eve'))
    const wanted = role('more', [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }])
    const refused = await as('eve', 'POST', `${rbac}/clusterroles`, wanted)
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'clusterroles.rbac.authorization.k8s.io "more" is forbidden: user "eve" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}',
    ])
    expect(
      (await as('eve', 'POST', `${rbac}/clusterrolebindings`, bind('me', 'ClusterRole', 'cluster-admin', 'eve')))
        .status,
    ).toBe(403)
    expect(
      (
        await as(
          'eve',
          'POST',
          `${rbac}/clusterroles`,
          role('own', [{ apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['get'] }]),
        )
      ).status,
    ).toBe(201)
    const patch = { rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] }
    expect((await as('eve', 'PATCH', `${rbac}/clusterroles/own`, patch, 'application/merge-patch+json')).status).toBe(
      403,
    )
    const applied = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'own' },
      ...patch,
    }
    expect(
      (
        await as(
          'eve',
          'PATCH',
          `${rbac}/clusterroles/own?fieldManager=e&force=true`,
          applied,
          'application/apply-patch+yaml',
        )
      ).status,
    ).toBe(403)
  })

  it('go with a fork and are its own from then on', async () => {
    await root('POST', `${rbac}/clusterrolebindings`, bind('a', 'ClusterRole', 'view', 'jane'))
    const fork = server.fork()
    await root('DELETE', `${rbac}/clusterrolebindings/a`)
    expect((await as('jane', 'GET', target)).status).toBe(403)
    expect((await call(fork, 'GET', target, { headers: { 'x-test-user': 'jane' } })).status).toBe(200)
  })

  it('creates by PUT only for those who may create', async () => {
    const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
    await root(
      'POST',
      `${rbac}/clusterroles`,
      role('updater', [{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['update', 'patch'] }]),
    )
    await root('POST', `${rbac}/clusterrolebindings`, bind('updaters', 'ClusterRole', 'updater', 'jane'))
    const put = await as('jane', 'PUT', `${leases}/l`, { metadata: { name: 'l' } })
    expect([put.status, put.json.message]).toEqual([
      403,
      'leases.coordination.k8s.io "l" is forbidden: User "jane" cannot create resource "leases" in API group "coordination.k8s.io" in the namespace "default"',
    ])
    const applied = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'l' } }
    expect(
      (await as('jane', 'PATCH', `${leases}/l?fieldManager=j`, applied, 'application/apply-patch+yaml')).status,
    ).toBe(403)
  })
})

describe('the order of the handlers', () => {
  it('is 400 before 401, 401 before 403, 403 before 404', async () => {
    const closed = await createServer({ vocabulary: 'kubernetes', anonymous: false })
    expect((await call(closed, 'GET', `${target}?timeout=x`)).status).toBe(400)
    expect((await call(closed, 'GET', '/api/v1/nothing')).status).toBe(401)
    expect((await as('jane', 'GET', '/api/v1/nothing')).status).toBe(403)
    expect((await root('GET', '/api/v1/nothing')).status).toBe(404)
  })
})

describe('other modes', () => {
  it('AlwaysDeny refuses all but system:masters and health', async () => {
    const denied = await createServer({ vocabulary: 'kubernetes', authorization: ['AlwaysDeny'] })
    expect((await call(denied, 'GET', '/version')).status).toBe(403)
    expect((await call(denied, 'GET', '/healthz')).status).toBe(200)
  })
})

describe('the attributes of an authorizer of a list', () => {
  it('are the selectors that narrow it, where they can be read', async () => {
    const asked: AuthorizerAttributes[] = []
    const narrowed = await createServer({
      vocabulary: 'kubernetes',
      authorization: [],
      authorizers: [(attributes) => (asked.push(attributes), { effect: 'allow', reason: '' })],
    })
    await call(narrowed, 'GET', '/api/v1/pods?fieldSelector=spec.nodeName%3Dn&labelSelector=a%3Db')
    expect(asked.at(-1)!.fieldRequirements).toMatchObject([{ field: 'spec.nodeName', value: 'n' }])
    expect(asked.at(-1)!.labelRequirements).toHaveLength(1)
    await call(narrowed, 'GET', '/api/v1/pods?labelSelector=%2C%2C')
    expect(asked.at(-1)!.labelRequirements).toBeUndefined()
  })
})
