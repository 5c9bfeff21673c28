import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../src/index.ts'

const operator = { username: 'operator', groups: [], extra: {} }

/** What an operator does. */
async function operate(server: TestServer): Promise<void> {
  const client = server.connect({ user: operator })
  const maps = client.resource({ apiVersion: 'v1', kind: 'ConfigMap' })
  await maps.list()
  await maps.namespace('default').create({ metadata: { name: 'a' } })
  await maps.namespace('default').get('a')
  await maps.namespace('default').patch('a', { metadata: { labels: { color: 'blue' } } })
  await client.resource({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('default').list()
  await client.resource({ apiVersion: 'v1', kind: 'Namespace' }).get('default')
}

describe('recorded access', { timeout: 100_000 }, () => {
  it('makes the smallest roles, which are enough', async () => {
    await using server = await createTestServer()
    using access = server.recordAccess()
    await operate(server)
    await server.client({ apiVersion: 'v1', kind: 'Secret' }).list()
    const { clusterRole, roles } = access.toRole({ name: 'operator' })
    expect(clusterRole?.rules).toEqual([
      { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] },
      { apiGroups: [''], resources: ['namespaces'], verbs: ['get'] },
    ])
    expect(roles).toEqual([
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'Role',
        metadata: { name: 'operator', namespace: 'default' },
        rules: [
          { apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'get', 'patch'] },
          { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'] },
        ],
      },
    ])

    await using strict = await createTestServer({ authorization: ['RBAC'] })
    const group = 'rbac.authorization.k8s.io'
    const subjects = [{ kind: 'User', name: 'operator', apiGroup: group }]
    const api = `${group}/v1` as const
    const metadata = { name: 'operator' }
    await expect(operate(strict)).rejects.toMatchObject({ code: 403 })
    await strict.client({ apiVersion: api, kind: 'ClusterRole' }).create({ metadata, rules: clusterRole?.rules ?? [] })
    await strict
      .client({ apiVersion: api, kind: 'ClusterRoleBinding' })
      .create({ metadata, subjects, roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'operator' } })
    for (const { rules } of roles) {
      await strict
        .client({ apiVersion: api, kind: 'Role' })
        .namespace('default')
        .create({ metadata, rules: rules ?? [] })
    }
    await strict
      .client({ apiVersion: api, kind: 'RoleBinding' })
      .namespace('default')
      .create({ metadata, subjects, roleRef: { apiGroup: group, kind: 'Role', name: 'operator' } })
    await operate(strict)
  })

  it('can limit rules to the names of objects', async () => {
    await using server = await createTestServer()
    using access = server.recordAccess({ user: 'operator' })
    await operate(server)
    expect(access.toRole({ name: 'operator', names: true }).roles[0]?.rules).toEqual([
      { apiGroups: [''], resources: ['configmaps'], resourceNames: ['a'], verbs: ['get', 'patch'] },
      { apiGroups: [''], resources: ['configmaps'], verbs: ['create'] },
      { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'] },
    ])
  })

  it('judges a role: nothing may be missing, and nothing unused', async () => {
    await using server = await createTestServer()
    using access = server.recordAccess()
    await operate(server)
    const enough = [
      { apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'create', 'get', 'patch'] },
      { apiGroups: [''], resources: ['namespaces'], verbs: ['get'] },
      { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'] },
    ]
    access.assertRole({ rules: enough })
    expect(() => access.assertRole({ rules: enough.slice(1) })).toThrow(/^the role does not allow:\n {2}.*configmaps/)
    const wide = [...enough, { apiGroups: [''], resources: ['secrets'], verbs: ['list'] }]
    expect(() => access.assertRole({ rules: wide })).toThrow(/^nothing has used:\n {2}.*secrets.*list/)
  })

  it('ends', async () => {
    await using server = await createTestServer()
    const access = server.recordAccess()
    access.stop()
    await operate(server)
    expect(access.toRole({ name: 'operator' })).toEqual({ clusterRole: undefined, roles: [] })
  })
})
