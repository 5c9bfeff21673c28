import { builtInResources } from '@pinnace/kinds'
import { kubernetesVocabulary, platformVocabulary, systemClock, type HttpReply, type Vocabulary } from '@pinnace/meta'
import { createRegistry, type Registry, type ResourceDefinition } from '@pinnace/resources'
import type { Field, ObjectSchema } from '@pinnace/schema'
import { describe, expect, it } from 'vitest'
import { createOpenApi } from '../src/openapi/create-open-api.ts'
import { definition } from './fixture.ts'

interface Json {
  readonly [key: string]: Json
}

interface Asked {
  readonly accept?: string
  readonly ifNoneMatch?: string
  readonly method?: string
}

type Ask = (target: string, asked?: Asked) => HttpReply | undefined

async function serve(registry: () => Registry, vocabulary: Vocabulary = kubernetesVocabulary): Promise<Ask> {
  // Its time stands: no document is made in slices.
  const clock = { ...systemClock, now: () => Date.parse('2026-03-01T12:00:00Z'), monotonic: () => 0 }
  const handle = createOpenApi({ vocabulary, clock, registry, version: 'v1.36.0' })
  // Loads the descriptions; replies are immediate afterwards.
  await handle({ method: 'GET', header: () => undefined }, { path: '/openapi/v3/none', query: new URLSearchParams() })
  return (target, { accept, ifNoneMatch, method = 'GET' } = {}) => {
    const url = new URL(target, 'http://server')
    const headers: Record<string, string | undefined> = { accept, 'if-none-match': ifNoneMatch }
    const reply = handle({ method, header: (name) => headers[name] }, { path: url.pathname, query: url.searchParams })
    if (reply instanceof Promise) throw new TypeError('without other servers the reply is immediate')
    return reply
  }
}

function json(reply: HttpReply | undefined): Json {
  return JSON.parse(String(reply!.body)) as Json
}

function field(name: string, schema: Field['schema'], more: Partial<Field> = {}): Field {
  return { name, schema, ...more }
}

const widgetSchema: ObjectSchema = {
  type: 'object',
  fields: new Map(
    [
      field('apiVersion', { type: 'string' }),
      field('kind', { type: 'string' }),
      field('spec', {
        type: 'object',
        fields: new Map([['size', field('size', { type: 'integer', format: 'int32' }, { required: true })]]),
      }),
    ].map((item) => [item.name, item]),
  ),
}

function widget(version: string): ResourceDefinition {
  return definition('example.dev', version, 'Widget', 'widgets', {
    builtIn: false,
    openApiName: `dev.example.${version}.Widget`,
    schema: () => widgetSchema,
    subresources: { status: { type: 'object', verbs: ['get', 'update', 'patch'], strategy: {} } },
  })
}

const builtIn = await builtInResources(kubernetesVocabulary)
const registry = createRegistry([...builtIn, widget('v1')], kubernetesVocabulary)
const ask = await serve(() => registry)
const v2 = json(ask('/openapi/v2'))
const index = json(ask('/openapi/v3')).paths as unknown as Record<string, { serverRelativeURL: string }>
const core = json(ask('/openapi/v3/api/v1'))
const gvk = 'x-kubernetes-group-version-kind'

/** Every `$ref` of a document. */
function refsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item] : refsOf(item),
  )
}

function operationsOf(document: Json): { path: string; method: string; operation: Json }[] {
  return Object.entries(document.paths!).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => ({ path, method, operation })),
  )
}

/** Names of parameters, also of those that stand at the document. */
function namesOf(parameters: Json | undefined): string[] {
  const listed = (parameters ?? []) as unknown as { readonly name: string; readonly $ref?: string }[]
  return listed.map(({ name, $ref }) => String($ref === undefined ? name : v2.parameters![$ref.split('/')[2]!]!.name))
}

describe('version 2', () => {
  it('is a version-2 document with its release', () => {
    expect(v2).toMatchObject({
      swagger: '2.0',
      info: { title: 'Kubernetes', version: 'v1.36.0' },
      security: [{ BearerToken: [] }],
    })
  })

  it('defines everything it refers to', () => {
    const known = new Set(
      ['definitions', 'parameters'].flatMap((part) => Object.keys(v2[part]!).map((name) => `#/${part}/${name}`)),
    )
    expect([...new Set(refsOf(v2).filter((ref) => !known.has(ref)))]).toEqual([])
  })

  it('gives every operation a unique id', () => {
    const ids = operationsOf(v2).map(({ operation }) => operation.operationId)
    expect(ids.length).toBeGreaterThan(500)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each([
    ['/api/', 'get', 'getCoreAPIVersions'],
    ['/apis/', 'get', 'getAPIVersions'],
    ['/apis/rbac.authorization.k8s.io/', 'get', 'getRbacAuthorizationAPIGroup'],
    ['/version/', 'get', 'getCodeVersion'],
    ['/api/v1/', 'get', 'getCoreV1APIResources'],
    ['/api/v1/pods', 'get', 'listCoreV1PodForAllNamespaces'],
    ['/api/v1/namespaces/{namespace}/pods', 'get', 'listCoreV1NamespacedPod'],
    ['/api/v1/namespaces/{namespace}/pods', 'post', 'createCoreV1NamespacedPod'],
    ['/api/v1/namespaces/{namespace}/pods', 'delete', 'deleteCoreV1CollectionNamespacedPod'],
    ['/api/v1/namespaces/{namespace}/pods/{name}', 'get', 'readCoreV1NamespacedPod'],
    ['/api/v1/namespaces/{namespace}/pods/{name}', 'put', 'replaceCoreV1NamespacedPod'],
    ['/api/v1/namespaces/{namespace}/pods/{name}', 'patch', 'patchCoreV1NamespacedPod'],
    ['/api/v1/namespaces/{namespace}/pods/{name}', 'delete', 'deleteCoreV1NamespacedPod'],
    ['/api/v1/namespaces/{namespace}/pods/{name}/status', 'get', 'readCoreV1NamespacedPodStatus'],
    ['/api/v1/nodes', 'get', 'listCoreV1Node'],
    ['/api/v1/nodes/{name}/status', 'patch', 'patchCoreV1NodeStatus'],
    ['/apis/apps/v1/namespaces/{namespace}/deployments', 'get', 'listAppsV1NamespacedDeployment'],
    ['/apis/rbac.authorization.k8s.io/v1/clusterroles/{name}', 'get', 'readRbacAuthorizationV1ClusterRole'],
    [
      '/apis/autoscaling/v2/horizontalpodautoscalers',
      'get',
      'listAutoscalingV2HorizontalPodAutoscalerForAllNamespaces',
    ],
    ['/apis/authorization.k8s.io/v1/subjectaccessreviews', 'post', 'createAuthorizationV1SubjectAccessReview'],
    [
      '/apis/example.dev/v1/namespaces/{namespace}/widgets/{name}/status',
      'put',
      'replaceExampleDevV1NamespacedWidgetStatus',
    ],
  ])('has the operation id of generated clients for %s %s: %s', (path, method, id) => {
    expect(v2.paths![path]![method]!.operationId).toBe(id)
  })

  it('has dryRun and fieldValidation on every patch', () => {
    for (const { operation, method } of operationsOf(v2)) {
      if (method !== 'patch' || String(operation['x-kubernetes-action']) === 'connect') continue
      expect(namesOf(operation.parameters)).toEqual(
        expect.arrayContaining(['dryRun', 'fieldValidation', 'fieldManager', 'force']),
      )
      expect(operation[gvk]).toBeDefined()
    }
  })

  it('accepts strategic merge patches for built-in kinds only', () => {
    const consumes = (path: string): Json => v2.paths![path]!.patch!.consumes!
    expect(consumes('/api/v1/nodes/{name}')).toContain('application/strategic-merge-patch+json')
    expect(consumes('/apis/example.dev/v1/namespaces/{namespace}/widgets/{name}')).toEqual([
      'application/json-patch+json',
      'application/merge-patch+json',
      'application/apply-patch+yaml',
    ])
  })

  it('has the parameters of a list', () => {
    // Every operation of this path has them, so they are written at the path.
    const parameters = v2.paths!['/api/v1/pods']!.parameters
    const { parameters: own, produces } = v2.paths!['/api/v1/pods']!.get!
    expect(own).toBeUndefined()
    expect(namesOf(parameters)).toEqual([
      'allowWatchBookmarks',
      'continue',
      'fieldSelector',
      'labelSelector',
      'limit',
      'pretty',
      'resourceVersion',
      'resourceVersionMatch',
      'sendInitialEvents',
      'shardSelector',
      'timeoutSeconds',
      'watch',
    ])
    expect(produces).toEqual([
      'application/json',
      'application/yaml',
      'application/vnd.kubernetes.protobuf',
      'application/json;stream=watch',
      'application/vnd.kubernetes.protobuf;stream=watch',
    ])
  })

  it.each([
    [
      'io.k8s.api.core.v1.SeccompProfile',
      { discriminator: 'type', 'fields-to-discriminateBy': { localhostProfile: 'LocalhostProfile' } },
    ],
    ['io.k8s.api.core.v1.PodSchedulingGroup', { 'fields-to-discriminateBy': { podGroupName: 'PodGroupName' } }],
  ])('marks %s as a union', (name, union) => {
    expect(v2.definitions![name]!['x-kubernetes-unions']).toEqual([union])
    expect(core.components!.schemas![name]!['x-kubernetes-unions']).toEqual([union])
  })

  it('answers a delete of a kind that returns what it deletes with the object', () => {
    const answerOf = (path: string): Json => v2.paths![path]!.delete!.responses!['200']!.schema!.$ref!
    expect(answerOf('/api/v1/namespaces/{namespace}/pods/{name}')).toBe('#/definitions/io.k8s.api.core.v1.Pod')
    expect(answerOf('/api/v1/nodes/{name}')).toBe('#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.Status')
  })

  it('has the kinds of definitions, lists and subresources', () => {
    expect(v2.definitions!['io.k8s.api.core.v1.Pod']![gvk]).toEqual([{ group: '', kind: 'Pod', version: 'v1' }])
    expect(v2.definitions!['io.k8s.api.core.v1.PodList']![gvk]).toEqual([{ group: '', kind: 'PodList', version: 'v1' }])
    expect(v2.definitions!['dev.example.v1.Widget']![gvk]).toEqual([
      { group: 'example.dev', kind: 'Widget', version: 'v1' },
    ])
  })

  it('has the merge keys and list types of patches', () => {
    const containers = v2.definitions!['io.k8s.api.core.v1.PodSpec']!.properties!.containers!
    expect(containers).toMatchObject({
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      'x-kubernetes-patch-merge-key': 'name',
      'x-kubernetes-patch-strategy': 'merge',
    })
  })

  it('describes the deprecated paths of watches of built-in kinds', () => {
    const { get } = v2.paths!['/apis/apps/v1/watch/namespaces/{namespace}/deployments/{name}']!
    expect([get!.operationId, get!['x-kubernetes-action']]).toEqual(['watchAppsV1NamespacedDeployment', 'watch'])
    const lists = ['/apis/apps/v1/watch/deployments', '/apis/apps/v1/watch/namespaces/{namespace}/deployments']
    expect(lists.map((path) => v2.paths![path]!.get!.operationId)).toEqual([
      'watchAppsV1DeploymentListForAllNamespaces',
      'watchAppsV1NamespacedDeploymentList',
    ])
    expect(v2.paths!['/api/v1/watch/nodes']!.get!.operationId).toBe('watchCoreV1NodeList')
    expect(Object.keys(v2.paths!).filter((path) => path.startsWith('/apis/example.dev/v1/watch/'))).toEqual([])
  })

  it('describes every method of a proxy', () => {
    const { parameters, ...methods } = v2.paths!['/api/v1/nodes/{name}/proxy/{path}']!
    expect(Object.keys(methods).sort()).toEqual(['delete', 'get', 'head', 'options', 'patch', 'post', 'put'])
    // That of the path and that of the query.
    expect(namesOf(parameters)).toEqual(['name', 'path', 'path'])
  })

  it('contains parameters of all kinds once, under the names that Kubernetes gives them', () => {
    const { parameters } = v2.paths!['/api/v1/namespaces/{namespace}/configmaps/{name}']!.delete!
    // The hash is that of the JSON of the parameter, so it is the same for one without a description.
    expect(parameters).toContainEqual({ $ref: '#/parameters/body-2Y1dVQaQ' })
    expect(v2.parameters!['body-2Y1dVQaQ']).toEqual({
      name: 'body',
      in: 'body',
      schema: { $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions' },
    })
    expect(JSON.stringify(parameters)).toContain('{"uniqueItems":true,"type":"string","name":"dryRun","in":"query"}')
  })

  it.each([
    ['/openapi/v2', 60],
    ['/openapi/v3/api/v1', 1],
    ['/openapi/v3/apis/apps/v1', 2],
    ['/openapi/v3/apis/example.dev/v1', 53],
  ])('%s says that DeleteOptions are a kind of %d versions', (path, count) => {
    const document = json(ask(path))
    const all = (document.definitions ?? document.components!.schemas)!
    const kinds = all['io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions']![gvk] as unknown as object[]
    expect(kinds.length).toBe(count)
    expect(kinds[0]).toEqual({ group: '', kind: 'DeleteOptions', version: 'v1' })
  })

  it('describes custom resources as kube-apiserver does', () => {
    const item = v2.paths!['/apis/example.dev/v1/namespaces/{namespace}/widgets/{name}']!
    expect(namesOf(item.get!.parameters)).toEqual(['resourceVersion'])
    expect(item.put!.consumes).toEqual(['application/json', 'application/yaml'])
    expect(Object.keys(item.patch!.responses!)).toEqual(['200', '401'])
    const collection = v2.paths!['/apis/example.dev/v1/namespaces/{namespace}/widgets']!
    expect(collection.get!.produces).toEqual(['application/json', 'application/yaml'])
    expect(namesOf(collection.delete!.parameters)).toEqual(namesOf(collection.get!.parameters))
    expect(v2.paths!['/apis/example.dev/v1/']).toBeUndefined()
  })

  it('answers protobuf by either of its media types', () => {
    for (const accept of [
      'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
      'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
    ]) {
      const reply = ask('/openapi/v2', { accept })!
      expect(reply.headers['content-type']).toBe('application/com.github.proto-openapi.spec.v2.v1.0+protobuf')
      expect(String((reply.body as Buffer).subarray(0, 5))).toBe('\n\u00032.0')
    }
  })

  it.each([
    [undefined, 200, 'application/json'],
    ['*/*', 200, 'application/json'],
    ['application/json', 200, 'application/json'],
    ['application/*', 200, 'application/json'],
    ['text/html, application/json;q=0.5', 200, 'application/json'],
    ['application/yaml', 406, undefined],
    ['text/html', 406, undefined],
  ])('answers Accept %j with %d', (accept, status, contentType) => {
    const reply = ask('/openapi/v2', accept === undefined ? {} : { accept })!
    expect([reply.status, reply.headers['content-type']]).toEqual([status, contentType])
    expect(reply.headers.vary).toBe(status === 200 ? 'Accept-Encoding, Accept' : 'Accept')
  })

  it('answers 304 to a client with the current document', () => {
    const accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'
    const etag = String(ask('/openapi/v2')!.headers.etag)
    expect(etag).toMatch(/^"[0-9A-F]{128}"$/)
    expect(ask('/openapi/v2', { ifNoneMatch: etag })!.status).toBe(304)
    expect(ask('/openapi/v2', { ifNoneMatch: etag, accept })!.status).toBe(200)
  })
})

describe('version 3', () => {
  it('lists every group version with a URL that has the hash of its content', () => {
    expect(Object.keys(index)).toEqual(
      expect.arrayContaining(['api/v1', 'apis/apps/v1', 'apis/rbac.authorization.k8s.io/v1', 'apis/example.dev/v1']),
    )
    for (const [path, { serverRelativeURL }] of Object.entries(index)) {
      expect(serverRelativeURL).toMatch(new RegExp(`^/openapi/v3/${path.replaceAll('.', '\\.')}\\?hash=[0-9A-F]{128}$`))
      expect(ask(serverRelativeURL)!.status).toBe(200)
    }
  })

  it('defines everything a document refers to', () => {
    for (const path of Object.keys(index)) {
      const document = json(ask(`/openapi/v3/${path}`))
      const dangling = refsOf(document).filter(
        (ref) => !(ref.slice('#/components/schemas/'.length) in document.components!.schemas!),
      )
      expect([path, ...new Set(dangling)]).toEqual([path])
    }
  })

  it('has fieldValidation on every patch, where kubectl reads it', () => {
    const { patch } = core.paths!['/api/v1/namespaces/{namespace}/pods/{name}']!
    expect(patch![gvk]).toEqual({ group: '', kind: 'Pod', version: 'v1' })
    expect(patch!.parameters).toContainEqual({
      name: 'fieldValidation',
      in: 'query',
      schema: { type: 'string', uniqueItems: true },
    })
    expect(Object.keys(patch!.requestBody!.content!)).toEqual([
      'application/json-patch+json',
      'application/merge-patch+json',
      'application/strategic-merge-patch+json',
      'application/apply-patch+yaml',
    ])
  })

  it('has the body, the responses and the parameters of a create', () => {
    const schema = { $ref: '#/components/schemas/dev.example.v1.Widget' }
    const content = { 'application/json': { schema }, 'application/yaml': { schema } }
    const document = json(ask('/openapi/v3/apis/example.dev/v1'))
    expect(document.paths!['/apis/example.dev/v1/namespaces/{namespace}/widgets']!.post).toEqual({
      tags: ['exampleDev_v1'],
      description: 'create a Widget',
      operationId: 'createExampleDevV1NamespacedWidget',
      parameters: ['dryRun', 'fieldManager', 'fieldValidation'].map((name) => ({
        name,
        in: 'query',
        schema: { type: 'string', uniqueItems: true },
      })),
      requestBody: { content, required: true },
      responses: {
        '200': { description: 'OK', content },
        '201': { description: 'Created', content },
        '202': { description: 'Accepted', content },
        '401': { description: 'Unauthorized' },
      },
      'x-kubernetes-action': 'post',
      'x-kubernetes-group-version-kind': { group: 'example.dev', kind: 'Widget', version: 'v1' },
    })
  })

  it('has protobuf among the responses of built-in kinds', () => {
    const { content } = core.paths!['/api/v1/pods']!.get!.responses!['200']! as { content: Json }
    expect(Object.keys(content as object)).toEqual([
      'application/json',
      'application/yaml',
      'application/vnd.kubernetes.protobuf',
      'application/json;stream=watch',
      'application/vnd.kubernetes.protobuf;stream=watch',
    ])
  })

  it('has namespace and name as path parameters', () => {
    expect(namesOf(core.paths!['/api/v1/namespaces/{namespace}/pods/{name}']!.parameters)).toEqual([
      'name',
      'namespace',
      'pretty',
    ])
    expect(namesOf(core.paths!['/api/v1/nodes/{name}']!.parameters)).toEqual(['name', 'pretty'])
  })

  it('has no operations for verbs that are not served', () => {
    expect(Object.keys(core.paths!['/api/v1/namespaces']!)).toEqual(['get', 'post', 'parameters'])
    const reviews = json(ask('/openapi/v3/apis/authorization.k8s.io/v1'))
    expect(Object.keys(reviews.paths!['/apis/authorization.k8s.io/v1/subjectaccessreviews']!)).toEqual([
      'post',
      'parameters',
    ])
    expect(reviews.paths!['/apis/authorization.k8s.io/v1/subjectaccessreviews/{name}']).toBeUndefined()
  })

  it('can be cached forever at the URL with its hash', () => {
    const reply = ask(index['api/v1']!.serverRelativeURL)!
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, immutable',
      expires: 'Mon, 01 Mar 2027 12:00:00 GMT',
      vary: 'Accept',
    })
    expect(ask('/openapi/v3/api/v1')!.headers['cache-control']).toBeUndefined()
  })

  it('redirects a client with an old hash to the new one', () => {
    const reply = ask('/openapi/v3/api/v1?hash=ABC')!
    expect([reply.status, reply.headers.location]).toEqual([301, index['api/v1']!.serverRelativeURL])
  })

  it('answers 304 to a client with the current document', () => {
    const path = '/openapi/v3/api/v1'
    expect(ask(path, { ifNoneMatch: String(ask(path)!.headers.etag) })!.status).toBe(304)
  })

  it('has an index that looks like text', () => {
    expect(ask('/openapi/v3')!.headers).toEqual({
      'accept-ranges': 'bytes',
      'content-type': 'text/plain; charset=utf-8',
      'last-modified': 'Sun, 01 Mar 2026 12:00:00 GMT',
    })
  })

  it('rejects other formats than JSON', () => {
    expect(
      ask('/openapi/v3/api/v1', { accept: 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf' })!.status,
    ).toBe(406)
    expect(ask('/openapi/v3/api/v1', { accept: 'application/json' })!.status).toBe(200)
  })

  it.each(['/openapi', '/openapi/', '/openapi/v4', '/openapi/v2/', '/open'])('does not handle %s', (path) => {
    expect(ask(path)).toBeUndefined()
  })

  it.each(['/openapi/v3/api/v9', '/openapi/v3/apis/none/v1', '/openapi/v3/apis/example.dev'])(
    'answers %s with 404 and nothing else',
    (path) => {
      expect(ask(path)).toEqual({ status: 404, headers: {}, body: undefined })
    },
  )

  it.each([
    ['api', '/api/', ['APIVersions', 'ServerAddressByClientCIDR']],
    ['apis', '/apis/', ['APIGroup', 'APIGroupList', 'GroupVersionForDiscovery', 'ServerAddressByClientCIDR']],
    ['apis/apps', '/apis/apps/', ['APIGroup', 'GroupVersionForDiscovery', 'ServerAddressByClientCIDR']],
    ['version', '/version/', ['Info']],
    ['openid/v1/jwks', '/openid/v1/jwks/', []],
    ['.well-known/openid-configuration', '/.well-known/openid-configuration/', []],
  ])('describes %s in a document of its own', (document, path, types) => {
    const { paths, components } = json(ask(`/openapi/v3/${document}`))
    expect(Object.keys(paths!)).toEqual([path])
    const names = Object.keys(components!.schemas!).map((name) => name.slice(name.lastIndexOf('.') + 1))
    expect(names.sort()).toEqual(types)
  })

  it('is answered whatever the method', () => {
    for (const path of ['/openapi/v2', '/openapi/v3', '/openapi/v3/api/v1']) {
      expect(ask(path, { method: 'POST' })!.status).toBe(200)
    }
  })
})

describe('vocabulary', () => {
  it('has no names of another vocabulary', async () => {
    const platform = createRegistry(await builtInResources(platformVocabulary), platformVocabulary)
    const text = String((await serve(() => platform, platformVocabulary))('/openapi/v2')!.body)
    expect(text).toContain('x-platform-group-version-kind')
    expect(text).toContain('io.platform.api.core.v1.Pod')
    // Names of fields (kubeletVersion) are no identifiers of the vocabulary.
    expect(/kubernetes|k8s|kube-/.exec(text)?.[0]).toBeUndefined()
  })
})

describe('changes', () => {
  it('creates only the documents of group versions that have changed', async () => {
    let current = registry
    const changing = await serve(() => current)
    const before = changing('/openapi/v3/api/v1')!.body
    const index = String(changing('/openapi/v3')!.body)
    current = createRegistry([...builtIn, widget('v1'), widget('v2')], kubernetesVocabulary)
    expect(changing('/openapi/v3/api/v1')!.body).toBe(before)
    expect(changing('/openapi/v3/apis/example.dev/v2')!.status).toBe(200)
    expect(String(changing('/openapi/v3')!.body)).not.toBe(index)
    expect(String(changing('/openapi/v2')!.body)).toContain('dev.example.v2.Widget')
  })
})
