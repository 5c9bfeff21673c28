import { describe, expect, it } from 'vitest'
import { createServer, type AdmissionControl, type Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

const base = '/api/v1/namespaces/default'
const serve = (admissionControl: AdmissionControl): Promise<Server> =>
  createServer({
    vocabulary: 'kubernetes',
    preset: 'testing',
    admissionControl,
    authenticators: [
      (request) => {
        const username = request.header('x-test-user')
        if (username === undefined) return undefined
        return { username, groups: username.startsWith('system:node:') ? ['system:nodes'] : [], extra: {} }
      },
    ],
  })
const as = (server: Server, user: string, method: string, path: string, body?: object): Promise<Answer> =>
  call(server, method, path, {
    ...(body === undefined ? {} : { body }),
    headers: {
      'x-test-user': user,
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    },
  })

describe('NodeRestriction', () => {
  const pod = (nodeName: string): object => ({
    metadata: { name: nodeName },
    spec: { nodeName, containers: [{ name: 'main', image: 'image:1' }] },
  })

  it('holds a node to its own node, pods and tokens', async () => {
    const server = await serve({ enable: ['NodeRestriction'] })
    const n1 = (method: string, path: string, body?: object): Promise<Answer> =>
      as(server, 'system:node:n1', method, path, body)
    const root = (path: string, body: object): Promise<Answer> => as(server, 'root', 'POST', path, body)

    expect((await n1('POST', '/api/v1/nodes', { metadata: { name: 'n1' } })).status).toBe(201)
    expect((await n1('POST', '/api/v1/nodes', { metadata: { name: 'n2' } })).json.message).toBe(
      'nodes "n2" is forbidden: node "n1" is not allowed to modify node "n2"',
    )
    const labels = { 'node-restriction.kubernetes.io/x': 'y' }
    expect((await n1('PATCH', '/api/v1/nodes/n1', { metadata: { labels } })).json.message).toBe(
      'nodes "n1" is forbidden: is not allowed to modify labels: node-restriction.kubernetes.io/x',
    )

    expect((await n1('POST', `${base}/pods`, pod('n1'))).json.message).toContain('can only create mirror pods')
    await root(`${base}/pods`, pod('n1'))
    await root(`${base}/pods`, pod('n2'))
    const ready = { status: { phase: 'Running' } }
    expect((await n1('PATCH', `${base}/pods/n1/status`, ready)).status).toBe(200)
    expect((await n1('PATCH', `${base}/pods/n2/status`, ready)).status).toBe(403)
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'n2' } }
    expect((await n1('POST', `${base}/pods/n2/eviction`, eviction)).json.message).toBe(
      'pods "n2" is forbidden: node n1 can only evict pods with spec.nodeName set to itself',
    )
    expect((await n1('DELETE', `${base}/pods/n2`)).status).toBe(403)
    // upstream: the attributes of a deleted collection have no name: no pod is found, and what is not found is skipped.
    expect((await n1('DELETE', `${base}/pods`)).json).toMatchObject({ kind: 'PodList', items: [] })
    const left = await as(server, 'root', 'GET', `${base}/pods`)
    expect(left.json).toMatchObject({ items: [{ metadata: { name: 'n1' } }, { metadata: { name: 'n2' } }] })

    await root(`${base}/serviceaccounts`, { metadata: { name: 's' } })
    expect((await n1('POST', `${base}/serviceaccounts/s/token`, { spec: {} })).json.message).toBe(
      'serviceaccounts "s" is forbidden: node requested token not bound to a pod',
    )
  })
})

describe('EventRateLimit', () => {
  it('answers 429 to what comes too fast', async () => {
    const value = {
      apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1',
      kind: 'Configuration',
      limits: [{ type: 'Namespace', qps: 1, burst: 1 }],
    }
    const server = await serve({ enable: ['EventRateLimit'], configuration: [{ name: 'EventRateLimit', value }] })
    const event = (name: string): Promise<Answer> =>
      as(server, 'a', 'POST', `${base}/events`, {
        metadata: { name },
        involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' },
      })
    expect((await event('a')).status).toBe(201)
    expect((await event('b')).json).toMatchObject({
      code: 429,
      reason: 'TooManyRequests',
      message: 'Too many requests: limit reached on type Namespace for key default',
    })
  })
})

describe('OwnerReferencesPermissionEnforcement', () => {
  it('knows where owners are served', async () => {
    const server = await createServer({
      vocabulary: 'kubernetes',
      admissionControl: { enable: ['OwnerReferencesPermissionEnforcement'] },
      authorization: [],
      authorizers: [
        ({ verb, subresource }) =>
          subresource === 'finalizers' || verb === 'delete'
            ? { effect: 'noOpinion', reason: 'not that' }
            : { effect: 'allow', reason: '' },
      ],
      authenticators: [() => ({ username: 'a', groups: [], extra: {} })],
    })
    const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'u' }
    const create = (name: string, over: object): Promise<Answer> =>
      as(server, 'a', 'POST', `${base}/configmaps`, { metadata: { name, ownerReferences: [{ ...owner, ...over }] } })
    expect((await create('a', {})).status).toBe(201)
    expect((await create('b', { blockOwnerDeletion: true })).json.message).toBe(
      `configmaps "b" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: not that, <nil>`,
    )
    expect((await create('c', { kind: 'Thing', blockOwnerDeletion: true })).json.message).toContain(
      'no matches for kind "Thing" in version "apps/v1"',
    )
    const metadata = { ownerReferences: null }
    expect((await as(server, 'a', 'PATCH', `${base}/configmaps/a`, { metadata })).json.message).toBe(
      `configmaps "a" is forbidden: cannot set an ownerRef on a resource you can't delete: not that, <nil>`,
    )
  })
})

describe('DenyServiceExternalIPs and AlwaysDeny', () => {
  it('refuse what they are about', async () => {
    const server = await serve({ enable: ['DenyServiceExternalIPs'] })
    const service = { metadata: { name: 'a' }, spec: { ports: [{ port: 1 }], externalIPs: ['192.0.2.1'] } }
    expect((await as(server, 'a', 'POST', `${base}/services`, service)).json.message).toBe(
      'services "a" is forbidden: Use of external IPs is denied by admission control',
    )
  })

  it('say that they should go, and refuse everything but reads', async () => {
    const logged: unknown[] = []
    const note = (...said: unknown[]): void => void logged.push(said)
    const server = await createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      admissionControl: { enable: ['AlwaysDeny'] },
      logger: { info: () => {}, debug: () => {}, warn: note, error: note },
    })
    expect(JSON.stringify(logged)).toContain('AlwaysDeny admission controller is deprecated')
    expect(JSON.stringify(logged)).toContain('admission rejected a bootstrap object')
    expect((await as(server, 'a', 'POST', '/api/v1/nodes', { metadata: { name: 'n' } })).json.message).toBe(
      'nodes "n" is forbidden: admission control is denying all modifications',
    )
    expect((await as(server, 'a', 'GET', `${base}/configmaps`)).status).toBe(200)
  })
})
