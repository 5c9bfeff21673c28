import { parseTokenFile } from '@pinnace/authn'
import type { Authorizer, AuthorizerAttributes, Decision } from '@pinnace/authz'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server, type ServerOptions } from '../../src/index.ts'
import type { Answer } from '../support/call.ts'
import { send, type HeaderLine, type Sender } from './senders.ts'

const group = 'rbac.authorization.k8s.io'
const root: Sender = { token: 'root' }
const jane: Sender = { token: 'jane' }
const authentication = { tokens: parseTokenFile('root,root,1,system:masters\njane,jane,2,"devs"\n') }
const serve = (options: ServerOptions = {}): Promise<Server> =>
  createServer({ vocabulary: 'kubernetes', authentication, ...options })

const answer =
  (effect: Decision['effect'], reason = ''): Authorizer =>
  () => ({ effect, reason })

describe('the attributes of an authorizer', () => {
  const asked: AuthorizerAttributes[] = []
  let server: Server
  beforeEach(async () => {
    asked.length = 0
    const listening: Authorizer = (attributes) => (asked.push(attributes), { effect: 'deny', reason: '' })
    server = await serve({ authorization: [], authorizers: [listening] })
  })

  const cases: readonly (readonly [method: string, target: string, expected: Partial<AuthorizerAttributes>])[] = [
    ['GET', '/api/v1/namespaces/n/pods/p', { verb: 'get', namespace: 'n', resource: 'pods', name: 'p', group: '' }],
    ['HEAD', '/api/v1/namespaces/n/pods/p', { verb: 'get', name: 'p' }],
    ['GET', '/api/v1/namespaces/n/pods', { verb: 'list', namespace: 'n', name: '' }],
    ['GET', '/api/v1/pods', { verb: 'list', namespace: '' }],
    ['GET', '/api/v1/pods?watch=true', { verb: 'watch' }],
    ['GET', '/api/v1/pods?watch=1', { verb: 'watch' }],
    ['GET', '/api/v1/pods?watch=yes', { verb: 'watch' }],
    ['GET', '/api/v1/pods?watch=0', { verb: 'list' }],
    ['GET', '/api/v1/pods?watch=false', { verb: 'list' }],
    ['GET', '/api/v1/watch/namespaces/n/pods', { verb: 'watch', namespace: 'n', resource: 'pods' }],
    ['GET', '/api/v1/namespaces/n/pods?fieldSelector=metadata.name%3Dx', { verb: 'list', name: 'x' }],
    ['POST', '/api/v1/namespaces/n/pods', { verb: 'create', name: '' }],
    ['POST', '/api/v1/namespaces/n/pods?dryRun=All', { verb: 'create' }],
    ['PUT', '/api/v1/namespaces/n/pods/p', { verb: 'update', name: 'p' }],
    ['PATCH', '/api/v1/namespaces/n/pods/p', { verb: 'patch' }],
    ['DELETE', '/api/v1/namespaces/n/pods/p', { verb: 'delete', name: 'p' }],
    ['DELETE', '/api/v1/namespaces/n/pods', { verb: 'deletecollection', name: '' }],
    ['PUT', '/api/v1/namespaces/n/pods/p/status', { verb: 'update', resource: 'pods', subresource: 'status' }],
    ['GET', '/apis/apps/v1/daemonsets', { group: 'apps', version: 'v1', resource: 'daemonsets' }],
    ['GET', '/api/v1/namespaces/n', { verb: 'get', resource: 'namespaces', namespace: 'n', name: 'n' }],
    ['GET', '/apis/no.such/v9/things/t', { group: 'no.such', resource: 'things', name: 't' }],
    ['GET', '/version', { verb: 'get', isResourceRequest: false, path: '/version' }],
    ['POST', '/version', { verb: 'post', isResourceRequest: false, path: '/version' }],
    ['GET', '/api', { verb: 'get', isResourceRequest: false, path: '/api' }],
    ['GET', '/apis/apps/v1', { verb: 'get', isResourceRequest: false, path: '/apis/apps/v1' }],
  ]
  it.each(cases)('of %s %s', async (method, target, expected) => {
    expect((await send(server, method, target, jane)).status).toBe(403)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ isResourceRequest: true, ...expected, user: { username: 'jane', uid: '2' } })
  })
})

describe('authorizers', () => {
  it('are asked in their order, and the first that approves or denies ends it', async () => {
    const asked: string[] = []
    const named =
      (name: string, effect: Decision['effect']): Authorizer =>
      () => (asked.push(name), { effect, reason: name })
    const ask = async (...authorizers: Authorizer[]): Promise<number> => {
      asked.length = 0
      const server = await serve({ authorization: [], authorizers })
      return (await send(server, 'GET', '/api/v1/pods', jane)).status
    }
    expect(await ask(named('a', 'noOpinion'), named('b', 'allow'), named('c', 'deny'))).toBe(200)
    expect(asked).toEqual(['a', 'b'])
    expect(await ask(named('a', 'deny'), named('b', 'allow'))).toBe(403)
    expect(asked).toEqual(['a'])
    expect(await ask(named('a', 'noOpinion'), named('b', 'noOpinion'))).toBe(403)
    expect(await ask()).toBe(403)
  })

  it('that fail are skipped, and without another that allows the request is 500', async () => {
    const failing: Authorizer = () => Promise.reject(new Error('the policy is gone'))
    const allowed = await serve({ authorization: [], authorizers: [failing, answer('allow')] })
    expect((await send(allowed, 'GET', '/api/v1/pods', jane)).status).toBe(200)
    const unsure = await serve({ authorization: [], authorizers: [failing, answer('noOpinion')] })
    const refused = await send(unsure, 'GET', '/api/v1/pods', jane)
    expect([refused.status, refused.json.reason]).toEqual([500, 'InternalError'])
    expect(refused.text).not.toContain('the policy is gone')
  })

  it('never keep system:masters out', async () => {
    const server = await serve({ authorization: [], authorizers: [answer('deny')] })
    expect((await send(server, 'GET', '/api/v1/pods', root)).status).toBe(200)
  })
})

describe('a refusal', () => {
  const refusals: readonly (readonly [method: string, target: string, message: string, details: object])[] = [
    [
      'GET',
      '/api/v1/namespaces/n/configmaps/x',
      'configmaps "x" is forbidden: User "jane" cannot get resource "configmaps" in API group "" in the namespace "n"',
      { name: 'x', kind: 'configmaps' },
    ],
    [
      'GET',
      '/api/v1/nodes',
      'nodes is forbidden: User "jane" cannot list resource "nodes" in API group "" at the cluster scope',
      { kind: 'nodes' },
    ],
    [
      'PUT',
      '/apis/apps/v1/namespaces/n/daemonsets/x/status',
      'daemonsets.apps "x" is forbidden: User "jane" cannot update resource "daemonsets/status" in API group "apps" in the namespace "n"',
      { name: 'x', group: 'apps', kind: 'daemonsets' },
    ],
  ]
  it.each(refusals)('of %s %s names user, verb, resource and scope', async (method, target, message, details) => {
    const { status, json } = await send(await serve(), method, target, jane)
    expect([status, json]).toEqual([
      403,
      {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message,
        reason: 'Forbidden',
        details,
        code: 403,
      },
    ])
  })

  it('of a path names the path', async () => {
    const { status, json } = await send(await serve(), 'GET', '/metrics', jane)
    expect([status, json.message]).toEqual([403, 'forbidden: User "jane" cannot get path "/metrics"'])
  })

  it('is no page for a browser: what the client has sent is escaped, and the type is not to be guessed', async () => {
    const path = '/<script>&x'
    const { text, headers, json } = await send(await serve(), 'GET', path, jane)
    expect(text).not.toMatch(/[<>]/)
    expect(json.message).toBe('forbidden: User "jane" cannot get path "/&lt;script&gt;&amp;x"')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('carries the reason of the authorizer that denied it', async () => {
    const server = await serve({ authorization: [], authorizers: [answer('deny', 'not on Sundays')] })
    const { json } = await send(server, 'GET', '/api/v1/nodes', jane)
    expect(json.message).toMatch(/at the cluster scope: not on Sundays$/)
  })
})

describe('a rule', () => {
  let server: Server
  beforeEach(async () => {
    server = await serve()
  })
  const holding = async (rules: readonly object[], sender = 'jane'): Promise<void> => {
    const base = `/apis/${group}/v1`
    await send(server, 'POST', `${base}/clusterroles`, root, { metadata: { name: 'r' }, rules })
    const subjects = [{ apiGroup: group, kind: 'User', name: sender }]
    const roleRef = { apiGroup: group, kind: 'ClusterRole', name: 'r' }
    await send(server, 'POST', `${base}/clusterrolebindings`, root, { metadata: { name: 'r' }, roleRef, subjects })
  }
  const tried = async (method: string, target: string, body?: unknown, sender = jane): Promise<number> =>
    (await send(server, method, target, sender, body)).status
  const maps = '/api/v1/namespaces/default/configmaps'

  it('with names is about those alone: a get, and a list narrowed to one', async () => {
    await holding([{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['a'], verbs: ['get', 'list'] }])
    await send(server, 'POST', maps, root, { metadata: { name: 'a' } })
    expect(await tried('GET', `${maps}/a`)).toBe(200)
    expect(await tried('GET', `${maps}/b`)).toBe(403)
    expect(await tried('GET', maps)).toBe(403)
    expect(await tried('GET', `${maps}?fieldSelector=metadata.name%3Da`)).toBe(200)
    expect(await tried('GET', `${maps}?fieldSelector=metadata.name%3Db`)).toBe(403)
  })

  it('about a resource is not about its subresource, nor the other way round', async () => {
    await holding([{ apiGroups: ['apps'], resources: ['deployments/scale'], verbs: ['get'] }])
    expect(await tried('GET', '/apis/apps/v1/namespaces/default/deployments/d/scale')).toBe(404)
    expect(await tried('GET', '/apis/apps/v1/namespaces/default/deployments/d')).toBe(403)
  })

  it('of one group is not about another', async () => {
    await holding([{ apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['list'] }])
    expect(await tried('GET', '/apis/events.k8s.io/v1/namespaces/default/events')).toBe(200)
    expect(await tried('GET', '/api/v1/namespaces/default/events')).toBe(403)
  })

  it('about paths is by their beginning where it ends in a star', async () => {
    await holding([{ nonResourceURLs: ['/logs/*'], verbs: ['get'] }])
    expect(await tried('GET', '/logs/a')).toBe(404)
    expect(await tried('GET', '/logs')).toBe(403)
    expect(await tried('POST', '/logs/a')).toBe(403)
  })

  it('is the same for a dry run', async () => {
    await holding([{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }])
    expect(await tried('POST', `${maps}?dryRun=All`, { metadata: { name: 'c' } })).toBe(403)
  })

  it('about certificate requests lets create and read them, and approve and sign only with more', async () => {
    const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
    await holding([
      {
        apiGroups: ['certificates.k8s.io'],
        resources: ['certificatesigningrequests'],
        verbs: ['create', 'get', 'list', 'watch'],
      },
    ])
    expect(await tried('GET', path)).toBe(200)
    expect(await tried('GET', `${path}/r`)).toBe(404)
    expect(await tried('POST', path, {})).toBe(422)
    expect(await tried('PUT', `${path}/r/approval`, {})).toBe(403)
    expect(await tried('PUT', `${path}/r/status`, {})).toBe(403)
  })

  it.each(['use', 'bind', 'escalate', 'impersonate', 'approve', 'sign'])('may be of the verb %s', async (verb) => {
    const wanted = { group: 'certificates.k8s.io', resource: 'signers', name: 'example.com/x', verb }
    const ask = async (name: string): Promise<boolean> => {
      const spec = { resourceAttributes: { ...wanted, name } }
      const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
      return (await send(server, 'POST', path, jane, { spec })).json.status.allowed
    }
    expect(await ask('example.com/x')).toBe(false)
    await holding([
      { apiGroups: [wanted.group], resources: ['signers'], resourceNames: ['example.com/x'], verbs: [verb] },
    ])
    expect([await ask('example.com/x'), await ask('example.com/y')]).toEqual([true, false])
  })
})

describe('impersonation by roles', () => {
  let server: Server
  const lines = (...more: HeaderLine[]): Sender => ({ token: 'jane', lines: more })
  const act = (...more: HeaderLine[]): Promise<Answer> =>
    send(server, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', lines(...more), {})
  beforeEach(async () => {
    server = await serve()
    const base = `/apis/${group}/v1`
    const verbs = ['impersonate']
    const rules = [
      { apiGroups: [''], resources: ['users'], resourceNames: ['bob'], verbs },
      { apiGroups: [''], resources: ['groups'], resourceNames: ['ops', 'qa'], verbs },
      { apiGroups: [''], resources: ['serviceaccounts'], resourceNames: ['robot'], verbs },
      {
        apiGroups: ['authentication.k8s.io'],
        resources: ['userextras/acme.com/scope'],
        resourceNames: ['read'],
        verbs,
      },
      { apiGroups: ['authentication.k8s.io'], resources: ['uids'], resourceNames: ['u-7'], verbs },
    ]
    await send(server, 'POST', `${base}/clusterroles`, root, { metadata: { name: 'i' }, rules })
    await send(server, 'POST', `${base}/clusterrolebindings`, root, {
      metadata: { name: 'i' },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'i' },
      subjects: [{ apiGroup: group, kind: 'User', name: 'jane' }],
    })
  })

  it('takes every group line, the uid and extras by their decoded lower-case names', async () => {
    const { status, json } = await act(
      ['Impersonate-User', 'bob'],
      ['Impersonate-Group', 'ops'],
      ['impersonate-group', 'qa'],
      ['Impersonate-Uid', 'u-7'],
      ['Impersonate-Extra-ACME.com%2Fscope', 'read'],
    )
    expect([status, json.status?.userInfo]).toEqual([
      201,
      {
        username: 'bob',
        uid: 'u-7',
        groups: ['ops', 'qa', 'system:authenticated'],
        extra: { 'acme.com/scope': ['read'] },
      },
    ])
  })

  const refused: readonly (readonly [title: string, more: HeaderLine, what: string])[] = [
    ['another user', ['Impersonate-User', 'eve'], 'resource "users" in API group "" at the cluster scope'],
    [
      'another group',
      ['Impersonate-Group', 'system:masters'],
      'resource "groups" in API group "" at the cluster scope',
    ],
    [
      'another uid',
      ['Impersonate-Uid', 'u-8'],
      'resource "uids" in API group "authentication.k8s.io" at the cluster scope',
    ],
    [
      'another value of an extra',
      ['Impersonate-Extra-Acme.com%2Fscope', 'write'],
      'resource "userextras/acme.com/scope" in API group "authentication.k8s.io" at the cluster scope',
    ],
    [
      'another extra',
      ['Impersonate-Extra-Other', 'read'],
      'resource "userextras/other" in API group "authentication.k8s.io" at the cluster scope',
    ],
    [
      'another service account',
      ['Impersonate-User', 'system:serviceaccount:default:admin'],
      'resource "serviceaccounts" in API group "" in the namespace "default"',
    ],
  ]
  it.each(refused)('is refused of %s than the roles name', async (_title, more, what) => {
    const user: readonly HeaderLine[] = more[0] === 'Impersonate-User' ? [] : [['Impersonate-User', 'bob']]
    const { status, json } = await act(...user, more)
    const mode = what.includes('serviceaccounts') ? 'serviceaccount' : 'user-info'
    expect([status, json.message]).toEqual([403, expect.stringContaining(`User "jane" cannot impersonate-on:${mode}:`)])
  })

  it('of a service account asks for it in its namespace, and decides as it', async () => {
    const sender = lines(['Impersonate-User', 'system:serviceaccount:default:robot'])
    const { status, json } = await send(server, 'GET', '/api/v1/namespaces/default/configmaps', sender)
    expect([status, json.message]).toEqual([
      403,
      expect.stringContaining('User "system:serviceaccount:default:robot" cannot list'),
    ])
  })

  it('authenticates the sender first: an invalid token is 401 whatever user is impersonated', async () => {
    const sender: Sender = { token: 'wrong', lines: [['Impersonate-User', 'bob']] }
    expect((await send(server, 'GET', '/version', sender)).status).toBe(401)
  })

  it('leaves nothing of the sender: rights to impersonate are not handed on', async () => {
    const other = await act(['Impersonate-User', 'bob'], ['Impersonate-Group', 'ops'])
    expect(other.json.status.userInfo.groups).not.toContain('devs')
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
    const spec = { resourceAttributes: { verb: 'impersonate', resource: 'users', name: 'bob' } }
    expect((await send(server, 'POST', path, jane, { spec })).json.status.allowed).toBe(true)
    const asBob = await send(server, 'POST', path, lines(['Impersonate-User', 'bob']), { spec })
    expect(asBob.json.status.allowed).toBe(false)
  })
})

describe('the order of the checks', () => {
  it('is authentication, impersonation, the seat limit, authorization', async () => {
    let open = (): void => {}
    const held = new Promise<void>((resolve) => (open = resolve))
    let arrive = (): void => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const holding: Authorizer = async ({ name, verb }) => {
      if (name !== 'slow') return { effect: 'noOpinion', reason: '' }
      arrive()
      await held
      return { effect: verb === 'get' ? 'allow' : 'noOpinion', reason: '' }
    }
    const server = await serve({
      authorization: [],
      authorizers: [holding],
      priorityAndFairness: false,
      maxInFlight: { reading: 1 },
    })
    const slow = send(server, 'GET', '/api/v1/nodes/slow', jane)
    await arrived
    const status = async (sender: Sender): Promise<number> =>
      (await send(server, 'GET', '/api/v1/nodes', sender)).status
    expect(await status({ token: 'wrong' })).toBe(401)
    expect(await status({ token: 'jane', lines: [['Impersonate-User', 'bob']] })).toBe(403)
    expect(await status(jane)).toBe(429)
    open()
    expect((await slow).status).toBe(404)
    expect(await status(jane)).toBe(403)
  })
})
