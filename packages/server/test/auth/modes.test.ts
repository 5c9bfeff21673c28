import { parseRemoteService } from '@pinnace/authn'
import { parseAbacPolicies } from '@pinnace/authz'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createServer as createHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createServer, type Server, type ServerOptions } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

const secrets = '/api/v1/namespaces/default/secrets'
const configMaps = '/api/v1/namespaces/default/configmaps'

const start = (options: ServerOptions): Promise<Server> =>
  createServer({
    vocabulary: 'kubernetes',
    authenticators: [
      (request) => {
        const [username, groups = ''] = (request.header('x-test-user') ?? '').split(' ')
        return username ? { username, groups: groups.split(',').filter(Boolean), extra: {} } : undefined
      },
    ],
    ...options,
  })
const as = (server: Server, user: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  call(server, method, path, { ...(body === undefined ? {} : { body }), headers: { 'x-test-user': user } })
const asRoot = (server: Server, method: string, path: string, body?: unknown): Promise<Answer> =>
  as(server, 'root system:masters', method, path, body)

describe('the mode Node', () => {
  const node = 'system:node:n1 system:nodes'
  const pod = {
    metadata: { name: 'p' },
    spec: {
      nodeName: 'n1',
      containers: [{ name: 'c', image: 'i' }],
      volumes: [{ name: 'v', secret: { secretName: 's' } }],
    },
  }

  it('lets a node read what the pods that run there refer to, as long as they do', async () => {
    const server = await start({ authorization: ['Node', 'RBAC'] })
    await asRoot(server, 'POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } })
    await asRoot(server, 'POST', secrets, { metadata: { name: 's' } })
    await asRoot(server, 'POST', secrets, { metadata: { name: 'other' } })
    const before = await as(server, node, 'GET', `${secrets}/s`)
    expect([before.status, before.json.message]).toEqual([
      403,
      `secrets "s" is forbidden: User "system:node:n1" cannot get resource "secrets" in API group "" in the namespace "default": no relationship found between node 'n1' and this object`,
    ])
    expect((await asRoot(server, 'POST', '/api/v1/namespaces/default/pods', pod)).status).toBe(201)
    expect((await as(server, node, 'GET', `${secrets}/s`)).status).toBe(200)
    expect((await as(server, node, 'GET', `${secrets}/other`)).status).toBe(403)
    expect((await as(server, 'system:node:n2 system:nodes', 'GET', `${secrets}/s`)).status).toBe(403)
    await asRoot(server, 'DELETE', '/api/v1/namespaces/default/pods/p?gracePeriodSeconds=0')
    expect((await as(server, node, 'GET', `${secrets}/s`)).status).toBe(403)
  })

  it('has the pods of a fork in the fork, and not those of the server it was forked from', async () => {
    const original = await start({ authorization: ['Node'] })
    await asRoot(original, 'POST', secrets, { metadata: { name: 's' } })
    expect((await as(original, node, 'GET', `${secrets}/s`)).status).toBe(403)
    const fork = original.fork()
    await asRoot(fork, 'POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } })
    await asRoot(fork, 'POST', '/api/v1/namespaces/default/pods', pod)
    expect((await as(fork, node, 'GET', `${secrets}/s`)).status).toBe(200)
    expect((await as(original, node, 'GET', `${secrets}/s`)).status).toBe(403)
  })

  it('has no opinion about other users', async () => {
    const server = await start({ authorization: ['Node'] })
    expect((await as(server, 'jane', 'GET', configMaps)).status).toBe(403)
  })
})

describe('the mode ABAC', () => {
  const policies = parseAbacPolicies(
    '{"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"user":"jane","namespace":"default","resource":"configmaps","apiGroup":"*","readonly":true}}',
    'policies',
    kubernetesVocabulary,
  )

  it('allows what a line of the file allows, and refuses the rest', async () => {
    const server = await start({ authorization: ['ABAC'], authorizationSources: { policies } })
    expect((await as(server, 'jane', 'GET', configMaps)).status).toBe(200)
    expect((await as(server, 'john', 'GET', configMaps)).status).toBe(403)
    const refused = await as(server, 'jane', 'POST', configMaps, { metadata: { name: 'a' } })
    expect(refused.json.message).toBe(
      'configmaps is forbidden: User "jane" cannot create resource "configmaps" in API group "" in the namespace "default": No policy matched.',
    )
    expect((await call(server, 'GET', configMaps)).json.message).toContain('User "system:anonymous"')
  })

  it('beside RBAC allows what either of them does', async () => {
    const server = await start({ authorization: ['RBAC', 'ABAC'], authorizationSources: { policies } })
    expect((await as(server, 'jane', 'GET', configMaps)).status).toBe(200)
    expect((await as(server, 'jane', 'GET', '/apis')).status).toBe(200)
  })
})

describe('the mode Webhook', () => {
  interface Review {
    readonly apiVersion: string
    readonly spec: { readonly user: string; readonly resourceAttributes?: { readonly resource: string } }
  }

  async function remote(
    decide: (review: Review) => object,
  ): Promise<{ readonly kubeconfig: string; readonly asked: Review[] } & AsyncDisposable> {
    const asked: Review[] = []
    const http = createHttp(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      const review = JSON.parse(text) as Review
      asked.push(review)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ ...review, status: decide(review) }))
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`
    return {
      asked,
      kubeconfig: JSON.stringify({
        clusters: [{ name: 'remote', cluster: { server: url } }],
        contexts: [{ name: 'c', context: { cluster: 'remote', user: '' } }],
        users: [{ name: '', user: {} }],
        'current-context': 'c',
      }),
      async [Symbol.asyncDispose]() {
        http.closeAllConnections()
        await new Promise((resolve) => http.close(resolve))
      },
    }
  }

  it('asks a remote service, remembers its answer, and ends at its denial', async () => {
    await using service = await remote(({ spec }) =>
      spec.user === 'jane' ? { allowed: true } : { allowed: false, denied: spec.user === 'mallory', reason: 'not you' },
    )
    const server = await start({
      authorization: ['Webhook', 'AlwaysAllow'],
      authorizationSources: { webhook: { remote: await parseRemoteService(service.kubeconfig, '/'), version: 'v1' } },
    })
    expect((await as(server, 'jane', 'GET', configMaps)).status).toBe(200)
    expect((await as(server, 'jane', 'GET', configMaps)).status).toBe(200)
    expect(service.asked).toHaveLength(1)
    expect(service.asked[0]).toMatchObject({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user: 'jane', resourceAttributes: { verb: 'list', resource: 'configmaps', namespace: 'default' } },
    })
    const denied = await as(server, 'mallory', 'GET', configMaps)
    expect([denied.status, denied.json.message]).toEqual([
      403,
      'configmaps is forbidden: User "mallory" cannot list resource "configmaps" in API group "" in the namespace "default": not you',
    ])
    expect((await as(server, 'john', 'GET', configMaps)).status).toBe(200)
    expect((await asRoot(server, 'GET', configMaps)).status).toBe(200)
    expect(service.asked.map(({ spec }) => spec.user)).toEqual(['jane', 'mallory', 'john'])
    await server.close()
  })
})

describe('the modes AlwaysAllow and AlwaysDeny', () => {
  it('do not accept anonymous requests with AlwaysAllow, unless the host enables them', async () => {
    const named = await start({ authorization: ['AlwaysAllow'] })
    expect((await call(named, 'GET', configMaps)).status).toBe(401)
    expect((await as(named, 'jane', 'GET', configMaps)).status).toBe(200)
    const open = await start({ authorization: ['AlwaysAllow'], anonymous: true })
    expect((await call(open, 'GET', configMaps)).status).toBe(200)
  })

  it('refuse everybody but system:masters', async () => {
    const server = await start({ authorization: ['AlwaysDeny'] })
    expect((await as(server, 'jane', 'GET', configMaps)).status).toBe(403)
    expect((await asRoot(server, 'GET', configMaps)).status).toBe(200)
  })
})

describe('modes', () => {
  it.each([
    [['RBAC', 'RBAC'], {}, 'an authorization mode is specified more than once'],
    [['ABAC'], {}, 'authorization mode ABAC needs authorizationSources.policies'],
    [['Webhook'], {}, 'authorization mode Webhook needs authorizationSources.webhook'],
    [['RBAC'], { policies: [] }, 'authorizationSources.policies requires authorization mode ABAC'],
  ])('%j with %j are refused', async (authorization, authorizationSources, message) => {
    await expect(createServer({ authorization: authorization as never, authorizationSources })).rejects.toThrow(message)
  })
})
