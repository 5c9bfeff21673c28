import { kubernetesVocabulary, platformVocabulary, StatusError, type HttpReply } from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { loadType } from '@pinnace/types'
import { loadProtobuf } from '@pinnace/versioning'
import { describe, expect, it } from 'vitest'
import { createDiscovery } from '../src/discovery/create-discovery.ts'
import { definition, registryOf, small } from './fixture.ts'

const registry = registryOf(small)
const kubectl =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json'

interface Asked {
  readonly accept?: string
  readonly method?: string
  readonly ifNoneMatch?: string
  readonly userAgent?: string
  readonly registry?: () => Registry
  readonly vocabulary?: typeof kubernetesVocabulary
}

function handler(asked: Asked = {}) {
  return createDiscovery({
    vocabulary: asked.vocabulary ?? kubernetesVocabulary,
    registry: asked.registry ?? (() => registry),
    serverAddress: () => '10.0.0.1:6443',
  })
}

function send(handle: ReturnType<typeof handler>, path: string, asked: Asked): HttpReply | undefined {
  const headers: Record<string, string | undefined> = {
    accept: asked.accept,
    'if-none-match': asked.ifNoneMatch,
    'user-agent': asked.userAgent,
  }
  const reply = handle(
    { method: asked.method ?? 'GET', header: (name) => headers[name] },
    { path, query: new URLSearchParams() },
  )
  if (reply instanceof Promise) throw new TypeError('only protobuf is asynchronous')
  return reply
}

function ask(path: string, asked: Asked = {}): HttpReply | undefined {
  return send(handler(asked), path, asked)
}

function json(path: string, asked: Asked = {}): Record<string, unknown> {
  return JSON.parse(String(ask(path, asked)!.body)) as Record<string, unknown>
}

describe('plain discovery', () => {
  it('has the versions of the core group and the address of the server', () => {
    expect(json('/api')).toEqual({
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '10.0.0.1:6443' }],
    })
  })

  it('has the groups in order, with their preferred versions', () => {
    expect(json('/apis')).toEqual({
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: [
        {
          name: 'apps',
          versions: [{ groupVersion: 'apps/v1', version: 'v1' }],
          preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
        },
        {
          name: 'authentication.k8s.io',
          versions: [{ groupVersion: 'authentication.k8s.io/v1', version: 'v1' }],
          preferredVersion: { groupVersion: 'authentication.k8s.io/v1', version: 'v1' },
        },
        {
          name: 'example.dev',
          versions: [
            { groupVersion: 'example.dev/v1', version: 'v1' },
            { groupVersion: 'example.dev/v1beta1', version: 'v1beta1' },
          ],
          preferredVersion: { groupVersion: 'example.dev/v1', version: 'v1' },
        },
      ],
    })
  })

  it('has single groups', () => {
    expect(json('/apis/apps')).toEqual({
      kind: 'APIGroup',
      apiVersion: 'v1',
      name: 'apps',
      versions: [{ groupVersion: 'apps/v1', version: 'v1' }],
      preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
    })
  })

  it('has the resources of the core group by name, with every subresource', () => {
    const list = json('/api/v1') as { resources: { name: string }[]; apiVersion?: string }
    expect(list).toMatchObject({ kind: 'APIResourceList', groupVersion: 'v1' })
    expect(list.apiVersion).toBeUndefined()
    expect(list.resources.map(({ name }) => name)).toEqual([
      'configmaps',
      'namespaces',
      'pods',
      'pods/binding',
      'pods/eviction',
      'pods/exec',
      'pods/log',
      'pods/proxy',
      'pods/status',
    ])
  })

  it.each([
    [
      'pods',
      {
        name: 'pods',
        singularName: 'pod',
        namespaced: true,
        kind: 'Pod',
        verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
        shortNames: ['po'],
        categories: ['all'],
        storageVersionHash: 'xPOwRZ+Yhw8=',
      },
    ],
    [
      'pods/status',
      { name: 'pods/status', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get', 'patch', 'update'] },
    ],
    [
      'pods/eviction',
      {
        name: 'pods/eviction',
        singularName: '',
        namespaced: true,
        group: 'policy',
        version: 'v1',
        kind: 'Eviction',
        verbs: ['create'],
      },
    ],
    ['pods/binding', { name: 'pods/binding', singularName: '', namespaced: true, kind: 'Binding', verbs: ['create'] }],
    ['pods/log', { name: 'pods/log', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get'] }],
    [
      'pods/exec',
      { name: 'pods/exec', singularName: '', namespaced: true, kind: 'PodExecOptions', verbs: ['create', 'get'] },
    ],
    [
      'pods/proxy',
      {
        name: 'pods/proxy',
        singularName: '',
        namespaced: true,
        kind: 'PodProxyOptions',
        verbs: ['create', 'delete', 'get', 'patch', 'update'],
      },
    ],
  ])('describes %s', (name, row) => {
    const { resources } = json('/api/v1') as { resources: { name: string }[] }
    expect(resources.find((candidate) => candidate.name === name)).toEqual(row)
  })

  it('has the kind of a scale in its own group', () => {
    const { resources, apiVersion } = json('/apis/apps/v1') as { resources: object[]; apiVersion: string }
    expect(apiVersion).toBe('v1')
    expect(resources[1]).toEqual({
      name: 'deployments/scale',
      singularName: '',
      namespaced: true,
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
      verbs: ['get', 'patch', 'update'],
    })
  })

  it('has no storage hash for what is not stored', () => {
    const { resources } = json('/apis/authentication.k8s.io/v1') as { resources: object[] }
    expect(resources).toEqual([
      { name: 'tokenreviews', singularName: 'tokenreview', namespaced: false, kind: 'TokenReview', verbs: ['create'] },
    ])
  })

  it('gives two versions of one stored kind the same storage hash', () => {
    const hash = (version: string): unknown =>
      (json(`/apis/example.dev/${version}`) as { resources: { storageVersionHash: string }[] }).resources[0]!
        .storageVersionHash
    expect(hash('v1')).toBe(hash('v1beta1'))
  })

  it.each(['/api/', '/apis/', '/api/v1/', '/apis/apps/', '/apis/apps/v1/'])(
    'answers %s as without the slash',
    (path) => {
      expect(ask(path)!.body).toEqual(ask(path.slice(0, -1))!.body)
    },
  )

  it.each(['/api/v2', '/api/apps', '/apis/apps/v2'])(
    'answers %s, below a group of built-in kinds, with a Status',
    (path) => {
      expect(() => ask(path)).toThrow('the server could not find the requested resource')
    },
  )

  it.each(['/', '/ap', '/apis/v1', '/apis/none', '/apis/none/v1', '/apis/example.dev/v9', '/apis//v1', '/version'])(
    'does not handle %s',
    (path) => {
      expect(ask(path)).toBeUndefined()
    },
  )

  it('answers YAML on request', () => {
    const reply = ask('/apis/apps', { accept: 'application/yaml' })!
    expect(reply.headers['content-type']).toBe('application/yaml')
    expect(String(reply.body)).toContain('kind: APIGroup\n')
  })

  it.each([
    ['/api', 'APIVersions', ''],
    ['/apis', 'APIGroupList', 'v1'],
    ['/apis/apps', 'APIGroup', 'v1'],
    ['/api/v1', 'APIResourceList', ''],
    ['/apis/apps/v1', 'APIResourceList', 'v1'],
  ])('answers protobuf at %s', async (path, kind, apiVersion) => {
    const accept = 'application/vnd.kubernetes.protobuf,application/json'
    const reply = await handler()(
      { method: 'GET', header: (name) => (name === 'accept' ? accept : undefined) },
      { path, query: new URLSearchParams() },
    )
    expect(reply?.headers['content-type']).toBe('application/vnd.kubernetes.protobuf')
    const { readEnvelope, decodeProtobuf } = await loadProtobuf()
    const envelope = readEnvelope(reply?.body as Uint8Array)
    expect([envelope.kind, envelope.apiVersion]).toEqual([kind, apiVersion])
    const message = decodeProtobuf(loadType(`meta.v1.${kind}`), envelope.raw)
    expect(Object.values(message).some((value) => Array.isArray(value) && value.length > 0)).toBe(true)
  })

  it('has routes of built-in groups, which know GET and the media types of discovery', () => {
    const available = '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, '
    for (const path of ['/api', '/api/v1', '/apis/apps/v1']) {
      expect(() => ask(path, { accept: 'text/html' })).toThrow(available)
      expect(() => ask(path, { accept: 'application/*' })).toThrow(available)
      for (const method of ['POST', 'HEAD']) expect(() => ask(path, { method })).toThrow(StatusError)
    }
  })

  it('answers any method at the lists of groups and at custom resources', () => {
    const custom = registryOf([...small, definition('example.dev', 'v1', 'Widget', 'widgets', { builtIn: false })])
    for (const path of ['/apis', '/apis/apps', '/apis/example.dev', '/apis/example.dev/v1']) {
      for (const method of ['POST', 'HEAD']) expect(ask(path, { method, registry: () => custom })!.status).toBe(200)
      const wrong = { accept: 'text/html', registry: () => custom }
      expect(() => ask(path, wrong)).toThrow('only the following media types are accepted: application/json, ')
      expect(ask(path, { accept: 'application/*', registry: () => custom })!.status).toBe(200)
    }
    const { resources } = json('/apis/example.dev/v1', { registry: () => custom }) as {
      resources: { verbs: string[] }[]
    }
    const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']
    expect(resources[0]!.verbs).toEqual(verbs)
  })

  it('indents for people', () => {
    expect(String(ask('/apis', { userAgent: 'curl/8.5.0' })!.body)).toMatch(/^\{\n {2}"kind": "APIGroupList",\n[^]*\}$/)
  })
})

describe('aggregated discovery', () => {
  it('answers kubectl in the newer version, with its content type', () => {
    const reply = ask('/apis', { accept: kubectl })!
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
      vary: 'Accept',
      'cache-control': 'public',
    })
    expect(reply.headers.etag).toMatch(/^"[0-9A-F]{128}"$/)
  })

  it('lists the core group under /api and every other under /apis', () => {
    const core = json('/api', { accept: kubectl }) as { items: { metadata: object }[] }
    expect(core).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {} })
    expect(core.items.map(({ metadata }) => metadata)).toEqual([{}])
    const others = json('/apis', { accept: kubectl }) as { items: { metadata: object }[] }
    expect(others.items.map(({ metadata }) => metadata)).toEqual([
      { name: 'apps' },
      { name: 'authentication.k8s.io' },
      { name: 'example.dev' },
    ])
  })

  it('describes resources with their subresources', () => {
    const { items } = json('/apis', { accept: kubectl }) as { items: { versions: object[] }[] }
    expect(items[0]!.versions).toEqual([
      {
        version: 'v1',
        freshness: 'Current',
        resources: [
          {
            resource: 'deployments',
            responseKind: { group: '', version: '', kind: 'Deployment' },
            scope: 'Namespaced',
            singularResource: 'deployment',
            verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
            subresources: [
              {
                subresource: 'scale',
                responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
        ],
      },
    ])
  })

  it('has group and version of custom resources', () => {
    const { items } = json('/apis', { accept: kubectl }) as { items: { versions: { resources: object[] }[] }[] }
    expect(items[2]!.versions[1]!.resources[0]).toMatchObject({
      responseKind: { group: 'example.dev', version: 'v1beta1', kind: 'Widget' },
    })
  })

  it.each(['v2beta1', 'v9'])('answers plain discovery where %s is asked for, which is not served', (version) => {
    const accept = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList,application/json`
    expect(json('/api', { accept }).kind).toBe('APIVersions')
  })

  it('refuses a client that accepts v2beta1 only', () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList'
    expect(() => ask('/api', { accept })).toThrow('only the following media types are accepted')
  })

  it('is not offered below /api and /apis', () => {
    expect(json('/apis/apps', { accept: kubectl }).kind).toBe('APIGroup')
  })

  it('names its group in the vocabulary in use', () => {
    const accept = 'application/json;g=apidiscovery.platform.io;v=v2;as=APIGroupDiscoveryList'
    expect(json('/api', { accept, vocabulary: platformVocabulary }).apiVersion).toBe('apidiscovery.platform.io/v2')
  })

  it('answers 304 to a client with the current document', () => {
    const etag = String(ask('/apis', { accept: kubectl })!.headers.etag)
    const reply = ask('/apis', { accept: kubectl, ifNoneMatch: etag })!
    expect([reply.status, reply.body, reply.headers.etag]).toEqual([304, undefined, etag])
    expect(ask('/api', { accept: kubectl, ifNoneMatch: etag })!.status).toBe(200)
  })
})

describe('changes', () => {
  it('creates documents once for a registry, and again for the next', () => {
    let current = registry
    const handle = handler({ registry: () => current })
    const first = send(handle, '/apis/example.dev/v1', {})!.body
    expect(send(handle, '/apis/example.dev/v1', {})!.body).toBe(first)
    const before = send(handle, '/apis', { accept: kubectl })!
    current = registryOf([...small, definition('new.dev', 'v1', 'Thing', 'things', { builtIn: false })])
    expect(String(send(handle, '/apis/new.dev/v1', {})!.body)).toContain('"things"')
    const after = send(handle, '/apis', { accept: kubectl, ifNoneMatch: String(before.headers.etag) })!
    expect(after.status).toBe(200)
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })
})
