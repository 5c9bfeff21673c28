import { afterEach, describe, expect, it } from 'vitest'
import type { Server, ServerOptions } from '../../src/index.ts'
import { call } from '../support/call.ts'
import {
  createBehind,
  createFront,
  reach,
  register,
  registrations,
  settled,
  startRaw,
  type Reached,
} from './support.ts'

const open: Server[] = []

afterEach(async () => {
  for (const server of open.splice(0)) await server.close({ graceMs: 0 })
})

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

interface Group {
  readonly metadata: { readonly name: string }
  readonly versions: readonly {
    readonly version: string
    readonly freshness: string
    readonly resources: readonly object[]
  }[]
}

async function together(
  options: Partial<ServerOptions> = {},
): Promise<{ front: Server; behind: Server; reached: Reached }> {
  const found = new Map<number, Reached>()
  const front = await createFront(found, options)
  const behind = await createBehind(front)
  open.push(front, behind)
  const reached = await reach(behind)
  found.set(443, reached)
  return { front, behind, reached }
}

async function groups(server: Server): Promise<readonly Group[]> {
  return (await call(server, 'GET', '/apis', { headers: { accept: aggregated } })).json.items
}

describe('discovery of other servers', () => {
  it('lists what they serve in both forms, by priority', async () => {
    const { front, reached } = await together()
    const before = (await groups(front)).map(({ metadata }) => metadata.name)
    await settled(front, await register(front, reached, { spec: { groupPriorityMinimum: 17_790 } }))
    const names = (await groups(front)).map(({ metadata }) => metadata.name)
    expect(names.slice(0, 3)).toEqual(['apiregistration.k8s.io', 'apps', 'widgets.example.dev'])
    expect(names.filter((name) => name !== 'widgets.example.dev')).toEqual(before)
    const plain = (await call(front, 'GET', '/apis')).json.groups
    expect(plain.map(({ name }: { name: string }) => name)).toEqual(names)
    expect((await groups(front))[2]!.versions).toEqual([
      {
        version: 'v1',
        freshness: 'Current',
        resources: [
          {
            resource: 'widgets',
            responseKind: { group: 'widgets.example.dev', version: 'v1', kind: 'Widget' },
            scope: 'Namespaced',
            singularResource: 'widget',
            verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
            shortNames: ['wd'],
          },
        ],
      },
    ])
    const group = await call(front, 'GET', '/apis/widgets.example.dev')
    expect(group.json).toMatchObject({ kind: 'APIGroup', preferredVersion: { groupVersion: 'widgets.example.dev/v1' } })
    const list = await call(front, 'GET', '/apis/widgets.example.dev/v1')
    expect(list.json.resources.map(({ name }: { name: string }) => name)).toEqual(['widgets'])
  })

  it('orders the versions of a group by version priority', async () => {
    const { front, reached } = await together()
    await register(front, reached, { version: 'v1', spec: { versionPriority: 10 } })
    await register(front, reached, { version: 'v2', spec: { versionPriority: 5 } })
    await register(front, reached, { version: 'v3', spec: { versionPriority: 5 } })
    const { json } = await call(front, 'GET', '/apis/widgets.example.dev')
    expect(json.versions.map(({ version }: { version: string }) => version)).toEqual(['v1', 'v3', 'v2'])
    expect(json.preferredVersion.version).toBe('v1')
  })

  it('creates its documents again when an APIService is created, changed or deleted', async () => {
    const { front, reached } = await together()
    const etag = async (): Promise<unknown> =>
      (await call(front, 'GET', '/apis', { headers: { accept: aggregated } })).headers['etag']
    const seen = [await etag()]
    const name = await register(front, reached)
    await settled(front, name)
    seen.push(await etag())
    const own = registrations(front)
    const now = (await own.get(name)) as never as { spec: object }
    await own.update({ ...now, spec: { ...now.spec, groupPriorityMinimum: 17_790 } } as never)
    seen.push(await etag())
    expect(new Set(seen).size).toBe(3)
    await own.delete(name)
    expect(await etag()).toBe(seen[0])
    expect((await call(front, 'GET', '/apis/widgets.example.dev')).status).toBe(404)
  })

  it('reads plain discovery of servers without aggregated discovery', async () => {
    await using raw = await startRaw(() => {})
    const front = await createFront(new Map([[443, raw]]))
    open.push(front)
    await settled(front, await register(front, raw))
    const found = (await groups(front)).find(({ metadata }) => metadata.name === 'widgets.example.dev')
    expect(found?.versions).toEqual([
      {
        version: 'v1',
        freshness: 'Current',
        resources: [
          {
            resource: 'widgets',
            responseKind: { group: '', version: '', kind: 'Widget' },
            scope: 'Namespaced',
            singularResource: 'widget',
            verbs: ['get', 'list'],
            shortNames: ['wd'],
            subresources: [
              { subresource: 'status', responseKind: { group: '', version: '', kind: 'Widget' }, verbs: ['get'] },
            ],
          },
        ],
      },
    ])
  })

  it('is marked as stale for a server that is not available', async () => {
    const front = await createFront(new Map())
    open.push(front)
    const insecure = { caBundle: '', insecureSkipTLSVerify: true }
    await settled(front, await register(front, { port: 1, ca: '' }, { spec: insecure }), 'ServiceAccessError')
    const found = (await groups(front)).find(({ metadata }) => metadata.name === 'widgets.example.dev')
    expect(found?.versions).toEqual([{ version: 'v1', freshness: 'Stale', resources: [] }])
  })

  it('never delegates the group of APIServices itself', async () => {
    const { front, reached } = await together()
    const group = 'apiregistration.k8s.io'
    await register(front, reached, { group, spec: { group, version: 'v1' } })
    expect((await call(front, 'GET', '/apis/apiregistration.k8s.io/v1/apiservices')).json.items.length).toBeGreaterThan(
      20,
    )
  })
})

describe('OpenAPI of other servers', () => {
  const paths = '/apis/widgets.example.dev/v1/namespaces/{namespace}/widgets'
  const definition = 'dev.example.widgets.v1.Widget'

  it('is merged with that of this server, in JSON and in protobuf', async () => {
    const { front, reached } = await together()
    const alone = await call(front, 'GET', '/openapi/v2')
    await settled(front, await register(front, reached))
    const { json, headers } = await call(front, 'GET', '/openapi/v2')
    expect(headers['etag']).not.toBe(alone.headers['etag'])
    expect(Object.keys(json.paths)).toContain(paths)
    expect(json.paths['/api/v1/namespaces']).toEqual(alone.json.paths['/api/v1/namespaces'])
    const named = Object.keys(json.definitions).filter((name) => name.endsWith('.Widget'))
    expect(named).toEqual([definition])
    // What both have alike stands there once.
    expect(Object.keys(json.definitions).filter((name) => /_v\d+$/.test(name))).toEqual([])
    const protobuf = await front.handle(
      toGet('/openapi/v2', 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'),
    )
    expect(Buffer.from(protobuf.body as Uint8Array).includes(paths)).toBe(true)
  })

  it('is listed in the version-3 index, and served at its path', async () => {
    const { front, reached } = await together()
    await settled(front, await register(front, reached))
    const index = (await call(front, 'GET', '/openapi/v3')).json.paths
    expect(Object.keys(index)).toContain('apis/apps/v1')
    const { serverRelativeURL } = index['apis/widgets.example.dev/v1']
    const document = await call(front, 'GET', serverRelativeURL)
    expect(document.status).toBe(200)
    expect(Object.keys(document.json.paths)).toContain(paths)
  })

  it('is left out when the server is gone, without affecting the rest', async () => {
    const found = new Map<number, Reached>()
    const front = await createFront(found)
    open.push(front)
    const insecure = { caBundle: '', insecureSkipTLSVerify: true }
    await settled(front, await register(front, { port: 1, ca: '' }, { spec: insecure }), 'ServiceAccessError')
    const { json } = await call(front, 'GET', '/openapi/v2')
    expect(Object.keys(json.paths).some((path) => path.includes('widgets'))).toBe(false)
    expect(Object.keys((await call(front, 'GET', '/openapi/v3')).json.paths)).toContain('apis/apps/v1')
  })
})

function toGet(target: string, accept: string): Parameters<Server['handle']>[0] {
  return {
    method: 'GET',
    target,
    rawHeaders: ['Accept', accept],
    header: (name) => (name === 'accept' ? accept : undefined),
    body: async () => Buffer.alloc(0),
    signal: new AbortController().signal,
  }
}
