import { createMemoryStore } from '@pinnace/store/memory'
import { describe, expect, it } from 'vitest'
import {
  createServer,
  createServingCertificates,
  forkWithOptions,
  type AuthenticationOptions,
  type Server,
} from '../src/index.ts'
import { call } from './support/call.ts'

const body = { metadata: { name: 'a' } }
const headers = { 'content-type': 'application/json' }

function tokenOf(token: string): AuthenticationOptions {
  return { tokens: [{ token, user: { username: token, groups: ['system:masters'], extra: {} } }] }
}

async function statusWith(server: Server, token: string): Promise<number> {
  const { status } = await call(server, 'GET', '/api/v1/namespaces', { headers: { authorization: `Bearer ${token}` } })
  return status
}

async function linesOf(server: Server, pattern: RegExp): Promise<string[]> {
  const { text } = await call(server, 'GET', '/metrics', { headers: { authorization: 'Bearer metrics' } })
  return text.split('\n').filter((line) => pattern.test(line))
}

describe('forkWithOptions', () => {
  it('has the objects of the server, and authentication of its own', async () => {
    await using server = await createServer({ vocabulary: 'kubernetes', authentication: tokenOf('first') })
    const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    await configMaps.create(body)
    await using fork = await forkWithOptions(server, { authentication: tokenOf('second') })
    const copies = fork.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    expect(await copies.get('a')).toEqual(await configMaps.get('a'))
    await copies.delete('a')
    expect((await configMaps.get('a')).metadata.name).toBe('a')
    expect([await statusWith(server, 'first'), await statusWith(server, 'second')]).toEqual([200, 401])
    expect([await statusWith(fork, 'first'), await statusWith(fork, 'second')]).toEqual([401, 200])
  })

  it('knows the APIServices of the server, and has its own from there on', async () => {
    await using server = await createServer({ vocabulary: 'kubernetes', authentication: tokenOf('t') })
    const create = async (one: Server, group: string): Promise<unknown> =>
      one.client({ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService' }).create({
        metadata: { name: `v1.${group}` },
        spec: {
          group,
          version: 'v1',
          service: { namespace: 'default', name: 'other' },
          insecureSkipTLSVerify: true,
          groupPriorityMinimum: 100,
          versionPriority: 10,
        },
      })
    const groupsOf = async (one: Server): Promise<readonly string[]> => {
      const { json } = await call(one, 'GET', '/apis', { headers: { authorization: 'Bearer t' } })
      return json.groups.map(({ name }: { name: string }) => name).filter((name: string) => name.endsWith('.example'))
    }
    await create(server, 'before.example')
    await using fork = await forkWithOptions(server, { authentication: tokenOf('t') })
    await create(fork, 'after.example')
    expect(await groupsOf(fork)).toEqual(['after.example', 'before.example'])
    expect(await groupsOf(server)).toEqual(['before.example'])
  })

  it('publishes its own authorities, and issues its own tokens', async () => {
    await using server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
    const { ca } = createServingCertificates({ vocabulary: server.vocabulary })
    await using fork = await forkWithOptions(server, {
      authentication: { clientCa: ca, serviceAccounts: { issuers: ['https://other.example'] } },
    })
    const published = async (one: Server): Promise<Readonly<Record<string, string>>> => {
      const client = one.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('kube-system')
      return (await client.get('extension-apiserver-authentication')).data ?? {}
    }
    expect((await published(fork))['client-ca-file']).toContain(ca.trim())
    expect((await published(server))['client-ca-file']).not.toContain(ca.trim())
    expect(fork.clientAuthority().cert).not.toBe(server.clientAuthority().cert)
    const issuerOf = async (one: Server): Promise<unknown> =>
      JSON.parse((await call(one, 'GET', '/.well-known/openid-configuration')).text)
    expect(await issuerOf(fork)).toMatchObject({ issuer: 'https://other.example' })
    expect(await issuerOf(server)).not.toMatchObject({ issuer: 'https://other.example' })
  })

  it('counts its own requests and objects', async () => {
    const authentication = tokenOf('metrics')
    await using server = await createServer({ vocabulary: 'kubernetes', metrics: true, authentication })
    await using fork = await forkWithOptions(server, { metrics: true })
    await call(fork, 'POST', '/api/v1/namespaces/default/configmaps', {
      headers: { ...headers, authorization: 'Bearer metrics' },
      body,
    })
    const created = /^(?:apiserver_request_total\{verb="POST"|etcd_requests_total\{operation="create".*configmaps)/
    expect(await linesOf(fork, created)).toHaveLength(2)
    expect(await linesOf(server, /^apiserver_request_total\{verb="POST"/)).toEqual([])
    const objects = /^apiserver_storage_objects\{resource="configmaps"/
    const [ofFork = '', ofServer = ''] = [...(await linesOf(fork, objects)), ...(await linesOf(server, objects))]
    expect(Number(ofFork.split(' ')[1])).toBe(Number(ofServer.split(' ')[1]) + 1)
    expect(await linesOf(fork, /^kubernetes_feature_enabled/)).not.toEqual([])
  })

  it('can be closed while the server and its other forks are used, and forked again', async () => {
    await using server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
    const first = await forkWithOptions(server, {})
    await using second = await forkWithOptions(first, { authentication: tokenOf('second') })
    await using plain = second.fork()
    await first.close()
    expect((await call(first, 'GET', '/api/v1/namespaces')).status).toBe(503)
    for (const one of [server, second, plain]) {
      expect((await call(one, 'POST', '/api/v1/namespaces/default/configmaps', { headers, body })).status).toBe(201)
    }
    expect(await statusWith(plain, 'second')).toBe(200)
  })

  it('serves the custom resources of the server', async () => {
    await using server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
    await server.client({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }).create({
      metadata: { name: 'widgets.example.dev' },
      spec: {
        group: 'example.dev',
        names: { kind: 'Widget', plural: 'widgets' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    })
    const path = '/apis/example.dev/v1/namespaces/default/widgets'
    const widget = { apiVersion: 'example.dev/v1', kind: 'Widget', ...body }
    expect((await call(server, 'POST', path, { headers, body: widget })).status).toBe(201)
    await using fork = await forkWithOptions(server, {})
    expect((await call(fork, 'GET', `${path}/a`)).status).toBe(200)
  })

  it('refuses other options, what is no server, and a store that cannot fork', async () => {
    await using server = await createServer({ preset: 'testing', builtInKinds: [] })
    await expect(forkWithOptions(server, { preset: 'testing' } as never)).rejects.toMatchObject({
      code: 'server-options',
      message: expect.stringMatching(/^forkWithOptions: preset is not /) as string,
    })
    await expect(forkWithOptions({} as Server, {})).rejects.toMatchObject({
      code: 'server-use',
      message: expect.stringMatching(/^server must be a server/) as string,
    })
    const memory = createMemoryStore()
    const { revision, get, list, put, delete: remove, watch, compact, compactedRevision, close } = memory
    const methods = { revision, get, list, put, delete: remove, watch, compact, compactedRevision, close }
    const store = Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, method.bind(memory)]))
    await using other = await createServer({ preset: 'testing', builtInKinds: [], store: store as never })
    await expect(forkWithOptions(other, {})).rejects.toMatchObject({ code: 'server-use' })
  })
})
