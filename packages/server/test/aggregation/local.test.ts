import { StoreError } from '@pinnace/store'
import { createMemoryStore } from '@pinnace/store/memory'
import { expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { registrations, settled, Widget } from './support.ts'

const serve = (options: object = {}): Promise<Server> =>
  createServer({ vocabulary: 'kubernetes', preset: 'testing', ...options })

interface Listed {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> }
  readonly spec: { readonly groupPriorityMinimum: number; readonly versionPriority: number }
}

async function listed(server: Server): Promise<readonly Listed[]> {
  return (await call(server, 'GET', '/apis/apiregistration.k8s.io/v1/apiservices')).json.items
}

const definition = (plural: string, versions: readonly string[]): object => ({
  metadata: { name: `${plural}.made.example.dev` },
  spec: {
    group: 'made.example.dev',
    scope: 'Cluster',
    names: { plural, kind: plural[0]!.toUpperCase() + plural.slice(1, -1) },
    versions: versions.map((name, index) => ({
      name,
      served: true,
      storage: index === 0,
      schema: { openAPIV3Schema: { type: 'object' } },
    })),
  },
})

it('creates an APIService for every version the server serves, at start and in the order of discovery', async () => {
  const server = await serve({ resources: [Widget] })
  const items = await listed(server)
  const named = new Map(items.map((item) => [item.metadata.name, item]))
  expect(named.get('v1.')?.spec).toMatchObject({ groupPriorityMinimum: 18_000, versionPriority: 1 })
  expect(named.get('v1.apps')?.spec).toMatchObject({ groupPriorityMinimum: 17_800, versionPriority: 15 })
  expect(named.get('v2.autoscaling')?.spec.versionPriority).toBe(30)
  expect(named.get('v1.widgets.example.dev')?.spec).toMatchObject({ groupPriorityMinimum: 1000, versionPriority: 100 })
  expect(named.has('v1.apiregistration.k8s.io')).toBe(false)
  expect(new Set(items.map(({ metadata }) => metadata.labels['kube-aggregator.kubernetes.io/automanaged']))).toEqual(
    new Set(['onstart']),
  )
  const { json } = await call(server, 'GET', '/apis')
  const versions = json.groups.flatMap(({ versions: of }: { versions: { groupVersion: string }[] }) =>
    of.map(({ groupVersion }) => groupVersion.split('/').reverse().join('.')),
  )
  expect([...named.keys(), 'v1.apiregistration.k8s.io'].filter((name) => name !== 'v1.').sort()).toEqual(
    versions.sort(),
  )
  await server.close()
})

it('keeps an APIService for the versions of CRDs, as long as one of them serves the version', async () => {
  const server = await serve()
  const definitions = server.client({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' })
  await definitions.create(definition('apples', ['v1', 'v1beta1']) as never)
  await definitions.create(definition('pears', ['v1']) as never)
  await settled(server, 'v1beta1.made.example.dev', 'Local')
  await settled(server, 'v1.made.example.dev', 'Local')
  const names = async (): Promise<string[]> =>
    (await listed(server)).map(({ metadata }) => metadata.name).filter((name) => name.includes('made.example.dev'))
  await definitions.delete('apples.made.example.dev')
  await expect.poll(names).toEqual(['v1.made.example.dev'])
  await definitions.delete('pears.made.example.dev')
  await expect.poll(names).toEqual([])
  await server.close()
})

it('updates its APIServices at a later start, and deletes those it no longer serves', async () => {
  const store = createMemoryStore()
  const first = await serve({ store, resources: [Widget] })
  const own = registrations(first)
  const apps = (await own.get('v1.apps')) as never as { spec: object }
  await own.update({ ...apps, spec: { ...apps.spec, versionPriority: 3 } } as never)
  await own.create({
    metadata: { name: 'v1.kept.example.dev' },
    spec: { group: 'kept.example.dev', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 },
  } as never)
  const second = await serve({ store })
  const named = new Map((await listed(second)).map((item) => [item.metadata.name, item]))
  expect(named.get('v1.apps')?.spec.versionPriority).toBe(15)
  expect(named.has('v1.widgets.example.dev')).toBe(false)
  expect(named.has('v1.kept.example.dev')).toBe(true)
  await first.close()
  await second.close()
})

it('sets the reason Local once an APIService no longer names a service', async () => {
  const server = await serve()
  const own = registrations(server)
  const name = 'v1.own.example.dev'
  const made = (await own.create({
    metadata: { name },
    spec: {
      group: 'own.example.dev',
      version: 'v1',
      groupPriorityMinimum: 1,
      versionPriority: 1,
      insecureSkipTLSVerify: true,
      service: { namespace: 'n', name: 's' },
    },
  } as never)) as never as { spec: object }
  await settled(server, name, 'ServiceNotFound')
  const now = (await own.get(name)) as never as object
  await own
    .update({ ...now, spec: { ...made.spec, service: undefined, insecureSkipTLSVerify: false } } as never)
    .catch(() => undefined)
  const { service: _service, ...spec } = made.spec as { service?: object }
  const newest = (await own.get(name)) as never as object
  await own.update({ ...newest, spec: { ...spec, insecureSkipTLSVerify: false } } as never)
  await settled(server, name, 'Local')
  await server.close()
})

it('publishes its authentication configuration, and keeps the authorities of earlier servers', async () => {
  const store = createMemoryStore()
  const first = await serve({ store })
  const read = async (server: Server): Promise<Record<string, string>> =>
    (await call(server, 'GET', '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication')).json
      .data
  const data = await read(first)
  const own = first.clientAuthority().cert
  expect(data).toEqual({
    'client-ca-file': own,
    'requestheader-allowed-names': '["front-proxy-client"]',
    'requestheader-client-ca-file': own,
    'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    'requestheader-group-headers': '["X-Remote-Group"]',
    'requestheader-username-headers': '["X-Remote-User"]',
  })
  const second = await serve({ store })
  expect(await read(second)).toMatchObject({
    'client-ca-file': own + second.clientAuthority().cert,
    'requestheader-client-ca-file': own + second.clientAuthority().cert,
  })
  await first.close()
  await second.close()
})

it('publishes the authority of another client certificate, as its own proxy is recognized by it', async () => {
  const { cert, key } = (await serve()).issueClientCertificate({ username: 'proxy', ttlMs: 60_000 })
  const path = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication'
  const requestHeader = {
    clientCa: cert,
    allowedNames: ['proxy'],
    usernameHeaders: ['X-User'],
    groupHeaders: ['X-Groups'],
  }
  const server = await serve({
    aggregation: { proxyClient: { cert, key } },
    authentication: { requestHeader: { uidHeaders: [], extraHeaderPrefixes: [], ...requestHeader } },
  })
  expect((await call(server, 'GET', path)).json.data).toMatchObject({
    'requestheader-allowed-names': '["proxy"]',
    'requestheader-client-ca-file': cert,
    'requestheader-username-headers': '["X-User"]',
  })
  const unknown = await serve({ aggregation: { proxyClient: { cert, key } } })
  expect(Object.keys((await call(unknown, 'GET', path)).json.data as object)).toEqual(['client-ca-file'])
  await Promise.all([server.close(), unknown.close()])
})

it('serves APIServices in a fork, and after a restore', async () => {
  const server = await serve()
  const beginning = server.fork()
  await registrations(server).create({
    metadata: { name: 'v1.own.example.dev' },
    spec: {
      group: 'own.example.dev',
      version: 'v1',
      groupPriorityMinimum: 1,
      versionPriority: 1,
      insecureSkipTLSVerify: true,
      service: { namespace: 'n', name: 's' },
    },
  } as never)
  const later = server.fork()
  const path = '/apis/own.example.dev/v1'
  expect((await call(server, 'GET', path)).status).toBe(503)
  expect((await call(later, 'GET', path)).status).toBe(503)
  expect((await call(beginning, 'GET', path)).status).toBe(404)
  server.restore(beginning)
  expect((await call(server, 'GET', path)).status).toBe(404)
  for (const open of [server, beginning, later]) await open.close()
})

it('writes names in the vocabulary of the host', async () => {
  const server = await createServer({ preset: 'testing' })
  const { items } = (await call(server, 'GET', '/apis/apiregistration.platform.io/v1/apiservices')).json
  const names = items.map(({ metadata }: Listed) => metadata.name)
  expect(names).toContain('v1.networking.platform.io')
  expect(items[0].metadata.labels).toEqual({ 'platform-aggregator.platform.io/automanaged': 'onstart' })
  const path = '/api/v1/namespaces/platform-system/configmaps/extension-apiserver-authentication'
  expect((await call(server, 'GET', path)).status).toBe(200)
  await server.close()
})

it('logs that the authentication configuration could not be written, and starts', async () => {
  const said: string[] = []
  const say = (_fields: object, text: string): void => void said.push(text)
  const memory = createMemoryStore()
  const store = new Proxy(memory, {
    get(target, name) {
      if (name === 'put') {
        return (key: string, ...rest: never[]) => {
          if (key.includes('extension-apiserver-authentication')) throw new StoreError('TooLarge', 'too large')
          return (target.put as (...all: unknown[]) => unknown)(key, ...rest)
        }
      }
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const server = await serve({ store, logger: { debug: say, info: say, warn: say, error: say } })
  expect(said).toContain('the authentication configuration for other servers could not be written')
  expect((await call(server, 'GET', '/api/v1/namespaces')).status).toBe(200)
  await server.close()
})
