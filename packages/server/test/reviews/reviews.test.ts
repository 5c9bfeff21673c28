import { parseTokenFile, tokenFileTokenAuthenticator } from '@pinnace/authn'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

const authorization = '/apis/authorization.k8s.io/v1'
const authentication = '/apis/authentication.k8s.io/v1'
let server: Server

beforeEach(async () => {
  server = await createServer({
    runtimeConfig: 'api/beta',
    vocabulary: 'kubernetes',
    tokenAuthenticators: [
      tokenFileTokenAuthenticator(parseTokenFile('root,root,1,system:masters\njane,jane,2,"devs"\n')),
    ],
  })
})

const post = (path: string, body: unknown, token = 'root'): Promise<Answer> =>
  call(server, 'POST', path, { body, headers: { authorization: `Bearer ${token}` } })

describe('access reviews', () => {
  const wanted = { namespace: 'default', verb: 'get', resource: 'pods' }

  it('answer whether another user is allowed', async () => {
    const denied = await post(`${authorization}/subjectaccessreviews`, {
      spec: { user: 'jane', resourceAttributes: wanted },
    })
    expect([denied.status, denied.json.status]).toEqual([201, { allowed: false }])
    const body = {
      metadata: { name: 'b' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'devs' }],
    }
    await post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', body)
    const allowed = await post(`${authorization}/subjectaccessreviews`, {
      spec: { groups: ['devs'], resourceAttributes: wanted },
    })
    expect(allowed.json.status).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by ClusterRoleBinding "b" of ClusterRole "view" to Group "devs"',
    })
    const self = await post(
      `${authorization}/selfsubjectaccessreviews`,
      { spec: { resourceAttributes: wanted } },
      'jane',
    )
    expect(self.json.status.allowed).toBe(true)
  })

  it.each([
    [
      'subjectaccessreviews',
      { resourceAttributes: wanted },
      '.authorization.k8s.io "" is invalid: spec.user: Invalid value: "": at least one of user or group must be specified',
    ],
    [
      'selfsubjectaccessreviews',
      {},
      '.authorization.k8s.io "" is invalid: spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    ],
  ])('%s refuse a spec that asks nothing', async (resource, spec, message) => {
    const { status, json } = await post(`${authorization}/${resource}`, { spec })
    expect([status, json.message]).toEqual([422, message])
  })

  it('have no metadata but what a server fills in itself', async () => {
    const spec = { user: 'u', resourceAttributes: wanted }
    const path = `${authorization}/subjectaccessreviews`
    const system = {
      uid: 'x',
      selfLink: '/x',
      creationTimestamp: '2020-01-01T00:00:00Z',
      deletionGracePeriodSeconds: 1,
    }
    const accepted = await post(path, { metadata: system, spec })
    expect([accepted.status, Object.keys(accepted.json.metadata)]).toEqual([201, ['managedFields']])
    const local = `${authorization}/namespaces/default/localsubjectaccessreviews`
    const { json } = await post(local, { metadata: { labels: { a: 'b' }, ...system, name: 'x' }, spec })
    expect(json.message).toMatch(
      /: metadata: Invalid value: \{"name":"x","namespace":"default","labels":\{"a":"b"\},"managedFields":.*\}: must be empty except for namespace$/,
    )
  })

  // kube-apiserver 1.36.3 answers so to each of these.
  it.each([{ name: 'x' }, { generateName: 'x' }, { labels: { a: 'b' } }, { finalizers: ['a/b'] }])(
    'with the metadata %j are refused with 422 Invalid, but not rules, token and user reviews',
    async (metadata) => {
      const shown = JSON.stringify(metadata).slice(1, -1)
      const subject = { user: 'u', resourceAttributes: wanted }
      const rows = [
        ['subjectaccessreviews', subject, 'must be empty'],
        ['selfsubjectaccessreviews', { resourceAttributes: wanted }, 'must be empty'],
        ['namespaces/default/localsubjectaccessreviews', subject, 'must be empty except for namespace'],
      ] as const
      for (const [path, spec, rule] of rows) {
        const { status, json } = await post(`${authorization}/${path}`, { metadata, spec })
        const { code, reason, message, details } = json
        expect([path, status, json.status, code, reason]).toEqual([path, 422, 'Failure', 422, 'Invalid'])
        expect(details.causes).toMatchObject([{ reason: 'FieldValueInvalid', field: 'metadata' }])
        expect(message).toMatch(/^\.authorization\.k8s\.io "" is invalid: metadata: Invalid value: \{/)
        expect(message).toContain(shown)
        expect(message.endsWith(`}: ${rule}`)).toBe(true)
      }
      const rules = await post(`${authorization}/selfsubjectrulesreviews`, { metadata, spec: { namespace: 'default' } })
      expect([rules.status, rules.json.metadata]).toEqual([201, {}])
      const token = await post(`${authentication}/tokenreviews`, { metadata, spec: { token: 'jane' } })
      expect([token.status, token.json.metadata]).toMatchObject([201, metadata])
      const own = await post(`${authentication}/selfsubjectreviews`, { metadata })
      expect([own.status, Object.keys(own.json.metadata)]).toEqual([201, ['creationTimestamp']])
    },
  )

  it('print a path as the internal struct', async () => {
    const spec = { user: 'u', nonResourceAttributes: { path: '/x' } }
    const both = await post(`${authorization}/subjectaccessreviews`, { spec: { ...spec, resourceAttributes: wanted } })
    expect(both.json.details.causes[0].message).toBe(
      'Invalid value: {"Path":"/x","Verb":""}: cannot be specified in combination with resourceAttributes',
    )
    const local = await post(`${authorization}/namespaces/default/localsubjectaccessreviews`, { spec })
    expect(local.json.details.causes[0].message).toBe(
      'Invalid value: {"Path":"/x","Verb":""}: disallowed on this kind of request',
    )
  })

  it('within a namespace ask about that namespace only', async () => {
    const path = `${authorization}/namespaces/default/localsubjectaccessreviews`
    expect((await post(path, { spec: { user: 'jane', resourceAttributes: wanted } })).status).toBe(201)
    const other = await post(path, {
      spec: { user: 'jane', resourceAttributes: { ...wanted, namespace: 'kube-system' } },
    })
    expect(other.json.message).toContain(
      'spec.resourceAttributes.namespace: Invalid value: "kube-system": must match metadata.namespace',
    )
  })

  it('list very many rules as they list a few', async () => {
    const rbac = '/apis/rbac.authorization.k8s.io/v1'
    const rules = Array.from({ length: 3_000 }, (_, index) => ({
      verbs: ['get'],
      apiGroups: [''],
      resources: [`things${index}`],
      ...(index % 2 === 0 ? { resourceNames: ['a'] } : {}),
    }))
    await post(`${rbac}/clusterroles`, { metadata: { name: 'many' }, rules })
    await post(`${rbac}/clusterrolebindings`, {
      metadata: { name: 'many' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'many' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
    })
    const path = `${authorization}/selfsubjectrulesreviews`
    const { json, status } = await post(path, { spec: { namespace: 'default' } }, 'jane')
    expect([status, json.spec, json.status.incomplete]).toEqual([201, {}, false])
    const listed = json.status.resourceRules as readonly { readonly resources: readonly string[] }[]
    expect(listed.filter(({ resources }) => resources[0]?.startsWith('things'))).toEqual(rules)
    expect(listed.length).toBeGreaterThan(3_000)
    expect(json.status.nonResourceRules.length).toBeGreaterThan(1)
  })

  it('list what the caller may do', async () => {
    const { json } = await post(`${authorization}/selfsubjectrulesreviews`, { spec: { namespace: 'default' } }, 'jane')
    expect(json.status.incomplete).toBe(false)
    expect(json.status.resourceRules).toContainEqual({
      verbs: ['create'],
      apiGroups: ['authorization.k8s.io'],
      resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
    })
    expect((await post(`${authorization}/selfsubjectrulesreviews`, { spec: {} }, 'jane')).status).toBe(400)
  })
})

describe('self subject reviews', () => {
  it('answer with the authenticated user', async () => {
    const { json } = await post(`${authentication}/selfsubjectreviews`, {}, 'jane')
    expect(json.status.userInfo).toEqual({ username: 'jane', uid: '2', groups: ['devs', 'system:authenticated'] })
  })
})

describe('token reviews', () => {
  it.each(['v1', 'v1beta1'])('%s identify the user of a token', async (version) => {
    const path = `/apis/authentication.k8s.io/${version}/tokenreviews`
    const known = await post(path, { spec: { token: 'jane' } })
    expect([known.status, known.json.status.authenticated, known.json.status.user.username]).toEqual([
      201,
      true,
      'jane',
    ])
    const unknown = await post(path, { spec: { token: 'unknown-token' } })
    expect([unknown.json.status.authenticated, unknown.json.status.user]).toEqual([undefined, {}])
  })
})

describe('tokens of requests', () => {
  it('that are unknown are rejected with 401, also with anonymous requests enabled', async () => {
    const { status, json } = await call(server, 'GET', '/version', {
      headers: { authorization: 'Bearer unknown-token' },
    })
    expect([status, json.message]).toEqual([401, 'Unauthorized'])
  })
})

describe('the older spelling of a binding', () => {
  it('binds the pod it names', async () => {
    const pods = '/api/v1/namespaces/default/pods'
    await post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } })
    await post(pods, { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } })
    const binding = { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } }
    const bound = await post('/api/v1/namespaces/default/bindings', binding)
    expect([bound.status, bound.json.kind, bound.json.status]).toEqual([201, 'Status', 'Success'])
    const { json } = await call(server, 'GET', `${pods}/p`, { headers: { authorization: 'Bearer root' } })
    expect(json.spec.nodeName).toBe('n')
    expect(
      (await post('/api/v1/namespaces/default/bindings', { metadata: { name: 'none' }, target: binding.target }))
        .status,
    ).toBe(404)
  })
})
