import type { Authorizer, AuthorizerAttributes } from '@pinnace/authz'
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

const target = '/api/v1/namespaces/default/configmaps'

describe('impersonation', () => {
  it('reads names as UTF-8, as they are on the wire', async () => {
    const server = await serve(() => true)
    const headers = { 'Impersonate-User': Buffer.from('zoë', 'utf8').toString('latin1') }
    expect((await call(server, 'GET', target, { headers })).status).toBe(200)
    expect(asked.at(-1)?.user.username).toBe('zoë')
  })

  it('does the request as the other user once the sender may impersonate every part of it', async () => {
    const server = await serve(() => true)
    const headers = {
      'Impersonate-User': 'jane',
      'Impersonate-Group': 'devs',
      'Impersonate-Uid': 'u-1',
      'Impersonate-Extra-Acme.Com%2FScope': 'read',
    }
    expect((await call(server, 'GET', target, { headers })).status).toBe(200)
    const parts = asked
      .slice(0, -1)
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
    const server = await serve(() => true)
    await call(server, 'GET', target, { headers: { 'Impersonate-User': 'system:serviceaccount:ns:robot' } })
    expect(asked[0]).toMatchObject({ resource: 'serviceaccounts', namespace: 'ns', name: 'robot' })
    expect(asked[1]!.user.groups).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:ns',
      'system:authenticated',
    ])
  })

  it('leaves the anonymous user unauthenticated', async () => {
    const server = await serve(() => true)
    await call(server, 'GET', target, { headers: { 'Impersonate-User': 'system:anonymous' } })
    expect(asked[1]!.user.groups).toEqual(['system:unauthenticated'])
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
