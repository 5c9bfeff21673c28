import type { Authorizer, AuthorizerAttributes } from '@pinnace/authz'
import type { UserInfo } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const asked: AuthorizerAttributes[] = []

/** A server that knows one sender, `boss`, and remembers what was asked about; `allow` decides every request. */
async function serve(allow: (attributes: AuthorizerAttributes) => boolean): Promise<Server> {
  asked.length = 0
  const authorizer: Authorizer = (attributes) => {
    asked.push(attributes)
    return { effect: allow(attributes) ? 'allow' : 'noOpinion', reason: '' }
  }
  return createServer({
    vocabulary: 'kubernetes',
    authenticators: [() => ({ username: 'boss', groups: ['staff'], extra: {} })],
    authorizers: [authorizer],
  })
}

/** Allows everything but constrained impersonation. */
const isUnconstrained = ({ verb }: AuthorizerAttributes): boolean => !verb.startsWith('impersonate-on:')

const target = '/api/v1/namespaces/default/configmaps'

describe('impersonation', () => {
  it('reads names as UTF-8, as they are on the wire', async () => {
    const server = await serve(() => true)
    const headers = { 'Impersonate-User': Buffer.from('zoë', 'utf8').toString('latin1') }
    expect((await call(server, 'GET', target, { headers })).status).toBe(200)
    expect(asked.at(-1)?.user.username).toBe('zoë')
  })

  it('tries the mode first that last allowed the sender: a node has its group in the constrained mode only', async () => {
    const server = await serve(() => true)
    const groupsAs = async (headers: Record<string, string>): Promise<readonly string[] | undefined> => {
      expect((await call(server, 'GET', target, { headers })).status).toBe(200)
      return asked.at(-1)?.user.groups
    }
    const node = { 'Impersonate-User': 'system:node:n1' }
    expect(await groupsAs(node)).toEqual(['system:nodes', 'system:authenticated'])
    // No constrained mode takes a key without a domain.
    await groupsAs({ 'Impersonate-User': 'jane', 'Impersonate-Extra-Scopes': 'a' })
    expect(await groupsAs(node)).toEqual(['system:authenticated'])
  })

  it('does the request as the other user once the sender may impersonate every part of it', async () => {
    const server = await serve(isUnconstrained)
    const headers = {
      'Impersonate-User': 'jane',
      'Impersonate-Group': 'devs',
      'Impersonate-Uid': 'u-1',
      'Impersonate-Extra-Acme.Com%2FScope': 'read',
    }
    expect((await call(server, 'GET', target, { headers })).status).toBe(200)
    const parts = asked
      .slice(1, -1)
      .map(({ verb, group, resource, subresource, name, user }) => [
        user.username,
        verb,
        group,
        resource,
        subresource,
        name,
      ])
    expect(parts).toEqual([
      ['boss', 'impersonate', '', 'users', '', 'jane'],
      ['boss', 'impersonate', '', 'groups', '', 'devs'],
      ['boss', 'impersonate', 'authentication.k8s.io', 'userextras', 'acme.com/scope', 'read'],
      ['boss', 'impersonate', 'authentication.k8s.io', 'uids', '', 'u-1'],
    ])
    expect(asked.at(-1)).toMatchObject({
      verb: 'list',
      user: {
        username: 'jane',
        uid: 'u-1',
        groups: ['devs', 'system:authenticated'],
        extra: { 'acme.com/scope': ['read'] },
      },
    })
  })

  it('asks for a service account as such, and puts it in its groups', async () => {
    const server = await serve(isUnconstrained)
    await call(server, 'GET', target, { headers: { 'Impersonate-User': 'system:serviceaccount:ns:robot' } })
    expect(asked[1]).toMatchObject({ resource: 'serviceaccounts', namespace: 'ns', name: 'robot' })
    expect(asked[2]!.user.groups).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:ns',
      'system:authenticated',
    ])
  })

  it('leaves the anonymous user unauthenticated', async () => {
    const server = await serve(isUnconstrained)
    await call(server, 'GET', target, { headers: { 'Impersonate-User': 'system:anonymous' } })
    expect(asked[2]!.user.groups).toEqual(['system:unauthenticated'])
  })

  it('is refused with 403 before the request itself is looked at', async () => {
    const server = await serve(({ verb }) => !verb.startsWith('impersonate'))
    const { status, json, headers } = await call(server, 'GET', target, { headers: { 'Impersonate-User': 'jane' } })
    expect([status, json.message]).toEqual([
      403,
      'configmaps is forbidden: User "boss" cannot impersonate-on:user-info:list resource "configmaps" in API group "" in the namespace "default"',
    ])
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it.each([
    ['jane', 'user-info', 'users', 'jane'],
    ['system:serviceaccount:ns:robot', 'serviceaccount', 'serviceaccounts', 'robot'],
    ['system:node:n1', 'arbitrary-node', 'nodes', 'n1'],
  ])('of %s is granted by the constrained verbs of the mode %s', async (user, mode, resource, name) => {
    const verbs = [`impersonate-on:${mode}:list`, `impersonate:${mode}`]
    const server = await serve(({ verb, user: { username } }) => verbs.includes(verb) || username === user)
    const headers = { 'Impersonate-User': user }
    expect((await call(server, 'GET', target, { headers })).status).toBe(200)
    const constrained = asked.filter(({ verb }) => verbs.includes(verb))
    expect(constrained.map(({ verb }) => verb)).toEqual(verbs)
    expect(constrained[1]).toMatchObject({ group: 'authentication.k8s.io', resource, name })
    const half = await serve(({ verb }) => verb === verbs[0])
    expect((await call(half, 'GET', target, { headers })).status).toBe(403)
  })

  it('of an empty name impersonates no user', async () => {
    const server = await serve(() => true)
    expect((await call(server, 'GET', target, { headers: { 'Impersonate-User': '' } })).status).toBe(200)
    expect(asked.map(({ verb }) => verb)).toEqual(['list'])
  })

  it.each(['Impersonate-Group', 'Impersonate-Uid', 'Impersonate-Extra-x'])('needs a user beside %s', async (name) => {
    const server = await serve(() => true)
    expect((await call(server, 'GET', target, { headers: { [name]: 'v' } })).status).toBe(400)
  })

  it('takes the permissions of the other user, not of the sender', async () => {
    const server = await serve(({ verb, user }) => verb === 'impersonate' || user.username === 'boss')
    const { json } = await call(server, 'GET', target, { headers: { 'Impersonate-User': 'jane' } })
    expect(json.message).toMatch(/^configmaps is forbidden: User "jane" cannot list resource "configmaps"/)
  })
})

// The answers of kube-apiserver 1.36.3.
describe('constrained impersonation', () => {
  const nodeKey = 'authentication.kubernetes.io/node-name'
  const agent: UserInfo = {
    username: 'system:serviceaccount:default:agent',
    groups: ['system:serviceaccounts'],
    extra: { [nodeKey]: ['n1'], 'authentication.kubernetes.io/pod-name': ['p'] },
  }
  async function ask(
    headers: Readonly<Record<string, string>>,
    options: { readonly allow: (attributes: AuthorizerAttributes) => boolean; readonly sender?: UserInfo },
  ) {
    asked.length = 0
    const { allow, sender = { username: 'boss', groups: [], extra: {} } } = options
    const events: unknown[] = []
    const server = await createServer({
      vocabulary: 'kubernetes',
      authenticators: [() => sender],
      authorizers: [
        (attributes) => {
          asked.push(attributes)
          const isAllowed = attributes.user.username !== sender.username || allow(attributes)
          return { effect: isAllowed ? 'allow' : 'noOpinion', reason: '' }
        },
      ],
      audit: {
        policy: { rules: [{ level: 'Metadata' }] },
        sinks: [{ write: (batch) => void events.push(...batch) }],
      },
    })
    const { status, json } = await call(server, 'GET', target, { headers })
    const last = asked.at(-1)
    const groups = last?.user.username === sender.username ? undefined : last?.user.groups
    return { status, message: json.message, groups, events }
  }
  const allowing =
    (...verbs: readonly string[]) =>
    ({ verb }: AuthorizerAttributes): boolean =>
      verbs.includes(verb)

  it('of its own node: a service account on the node needs the verbs of associated-node, for any node', async () => {
    const allow = allowing('impersonate-on:associated-node:list', 'impersonate:associated-node')
    const found = await ask({ 'Impersonate-User': 'system:node:n1' }, { allow, sender: agent })
    expect(found).toMatchObject({ status: 200, groups: ['system:nodes', 'system:authenticated'] })
    expect(found.events.at(-1)).toMatchObject({
      impersonatedUser: { username: 'system:node:n1' },
      authenticationMetadata: { impersonationConstraint: 'impersonate:associated-node' },
    })
    const [on, of] = asked
    expect(of).toMatchObject({ group: 'authentication.k8s.io', resource: 'nodes', name: '*' })
    // Authorizers see which extras the sender has, not their values.
    const keys = {
      'authentication.kubernetes.io/associated-node-keys': [nodeKey, 'authentication.kubernetes.io/pod-name'],
    }
    expect([on?.user.extra, of?.user.extra]).toEqual([keys, keys])
  })

  it.each<[what: string, user: string, sender: UserInfo]>([
    ['another node', 'system:node:n2', agent],
    ['a node, by a user', 'system:node:n1', { ...agent, username: 'jane' }],
    ['a node, by an account of no pod', 'system:node:n1', { ...agent, extra: {} }],
  ])('of %s is not of the mode associated-node', async (_, user, sender) => {
    const allow = allowing('impersonate-on:associated-node:list', 'impersonate:associated-node')
    const { status, message } = await ask({ 'Impersonate-User': user }, { allow, sender })
    expect([status, message]).toEqual([
      403,
      `configmaps is forbidden: User "${sender.username}" cannot impersonate-on:arbitrary-node:list resource "configmaps" in API group "" in the namespace "default"`,
    ])
  })

  it('of a node falls back to the mode arbitrary-node, and then to the verb impersonate', async () => {
    const headers = { 'Impersonate-User': 'system:node:n1' }
    const arbitrary = allowing('impersonate-on:arbitrary-node:list', 'impersonate:arbitrary-node')
    expect((await ask(headers, { allow: arbitrary, sender: agent })).groups).toEqual([
      'system:nodes',
      'system:authenticated',
    ])
    expect((await ask(headers, { allow: allowing('impersonate'), sender: agent })).groups).toEqual([
      'system:authenticated',
    ])
    expect((await ask(headers, { allow: () => false, sender: agent })).message).toContain(
      'cannot impersonate-on:associated-node:list',
    )
  })

  it.each<[user: string, more: Readonly<Record<string, string>>, resource: string]>([
    ['system:node:n1', { 'Impersonate-Group': 'g' }, 'users "system:node:n1"'],
    ['system:node:n1', { 'Impersonate-Uid': 'u' }, 'users "system:node:n1"'],
    ['system:serviceaccount:ns:robot', { 'Impersonate-Group': 'g' }, 'serviceaccounts "robot"'],
    ['system:serviceaccount:ns:robot', { 'Impersonate-Extra-a.b%2Fc': 'v' }, 'serviceaccounts "robot"'],
  ])('of %s with %j is not constrained: it needs the verb impersonate', async (user, more, resource) => {
    const allow = ({ verb }: AuthorizerAttributes): boolean => verb !== 'impersonate'
    const { status, message } = await ask({ 'Impersonate-User': user, ...more }, { allow })
    expect(status).toBe(403)
    expect(message).toMatch(`${resource} is forbidden: User "boss" cannot impersonate resource`)
  })

  it.each([
    [
      { 'Impersonate-Group': 'system:masters' },
      'groups.authentication.k8s.io "system:masters" is forbidden: User "boss" cannot impersonate:user-info resource "groups" in API group "authentication.k8s.io" at the cluster scope: impersonating the system:masters group is not allowed',
    ],
    [
      { 'Impersonate-Extra-a': 'u' },
      'userextras.authentication.k8s.io is forbidden: User "boss" cannot impersonate:user-info resource "userextras" in API group "authentication.k8s.io" at the cluster scope: impersonating an invalid key in extra is not allowed: extra.key: Invalid value: "a": must be a domain-prefixed path (such as "acme.io/foo")',
    ],
  ])('never allows %j', async (more, expected) => {
    const allow = ({ verb }: AuthorizerAttributes): boolean => verb !== 'impersonate'
    const { status, message } = await ask({ 'Impersonate-User': 'jane', ...more }, { allow })
    expect([status, message]).toEqual([403, expected])
  })
})
