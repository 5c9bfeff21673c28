import { isReplyStream, kubernetesVocabulary, type HttpReply } from '@pinnace/meta'
import { defineResource, z } from '@pinnace/resources/define'
import { compileDecoder, type ObjectSchema } from '@pinnace/schema'
import { createMemoryStore } from '@pinnace/store/memory'
import { eventually } from '@pinnace/testing'
import { loadType, loadTypeTables } from '@pinnace/types'
import { loadProtobuf } from '@pinnace/versioning'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../src/index.ts'
import { call, toRequest, type CallOptions } from './support/call.ts'

const { readEnvelope, decodeProtobuf, writeEnvelope } = await loadProtobuf()
const protobuf = 'application/vnd.kubernetes.protobuf'
const configMaps = '/api/v1/namespaces/default/configmaps'
const pods = '/api/v1/namespaces/default/pods'
const deployments = '/apis/apps/v1/namespaces/default/deployments'
await loadTypeTables()
const ConfigMap = loadType('core.v1.ConfigMap')
const Status = loadType('meta.v1.Status')

const Widget = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Widget',
  scope: 'Namespaced',
  schema: z.object({ spec: z.object({ size: z.int32() }).optional() }),
})
const widgets = '/apis/example.dev/v1/namespaces/default/widgets'
let server: Server

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', resources: [Widget] })
})

/** A list of a kind, as it is on the wire. */
const listOf = (items: ObjectSchema): ObjectSchema => ({
  type: 'object',
  name: 'List',
  fields: new Map([
    ['metadata', { name: 'metadata', schema: loadType('meta.v1.ListMeta'), numbers: [1] }],
    ['items', { name: 'items', schema: { type: 'list', items }, numbers: [2] }],
  ]),
})

const bytesOf = ({ body }: HttpReply): Buffer => {
  if (body === undefined || isReplyStream(body)) throw new Error('not an answer with bytes')
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.concat([...body])
}

/** What an envelope says, under Go's rules. */
// Tests read any shape of any answer.
// oxlint-disable-next-line no-explicit-any
const open = (schema: ObjectSchema, bytes: Uint8Array): any => {
  const { kind, apiVersion, raw } = readEnvelope(bytes)
  return { kind, apiVersion, ...compileDecoder(schema)(decodeProtobuf(schema, raw), undefined) }
}

const send = async (method: string, target: string, options: CallOptions = {}): Promise<HttpReply> =>
  server.handle(toRequest(method, target, { ...options, headers: { accept: protobuf, ...options.headers } }))

const post = (target: string, schema: ObjectSchema, object: object): Promise<HttpReply> =>
  send('POST', target, {
    body: Buffer.from(writeEnvelope(schema, object)),
    headers: { 'content-type': protobuf },
  })

const configMap = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { k: 'ü' },
  binaryData: { b: 'AP8=' },
})

describe('bodies in protobuf', () => {
  it('creates what JSON would have created', async () => {
    const reply = await post(configMaps, ConfigMap, configMap('a'))
    expect(reply.status).toBe(201)
    const { json } = await call(server, 'GET', `${configMaps}/a`)
    expect(json).toMatchObject(configMap('a'))
    expect(open(ConfigMap, bytesOf(reply))).toEqual(json)
  })

  it('gives a body its defaults and its ownership as JSON does', async () => {
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    }
    await post(deployments, loadType('apps.v1.Deployment'), deployment)
    await call(server, 'POST', deployments, { body: { ...deployment, metadata: { name: 'e' } } })
    const [fromProtobuf, fromJson] = (await call(server, 'GET', deployments)).json.items
    expect(fromProtobuf.spec).toEqual(fromJson.spec)
    const { time: _t, ...owned } = fromProtobuf.metadata.managedFields[0]
    const { time: _u, ...ownedInJson } = fromJson.metadata.managedFields[0]
    expect(owned).toEqual(ownedInJson)
  })

  it('updates, and refuses an update whose version is stale', async () => {
    const made = open(ConfigMap, bytesOf(await post(configMaps, ConfigMap, configMap('a'))))
    const put = (object: object): Promise<HttpReply> =>
      send('PUT', `${configMaps}/a`, {
        body: Buffer.from(writeEnvelope(ConfigMap, object)),
        headers: { 'content-type': protobuf },
      })
    const updated = await put({ ...made, data: { k: '' } })
    expect(open(ConfigMap, bytesOf(updated)).data).toEqual({ k: '' })
    expect((await put(made)).status).toBe(409)
  })

  it('refuses a map of more members than are accepted with 413', async () => {
    const mapOf = (count: number): object => ({
      ...configMap('large'),
      data: Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v'])),
    })
    expect((await post(configMaps, ConfigMap, mapOf(32_769))).status).toBe(413)
    expect((await post(configMaps, ConfigMap, mapOf(70_000))).status).toBe(413)
    expect((await post(configMaps, ConfigMap, mapOf(16_384))).status).toBe(201)
  })

  it('takes a body that leaves its type to the path', async () => {
    const { kind: _kind, apiVersion: _version, ...rest } = configMap('a') as { kind: string; apiVersion: string }
    expect((await post(configMaps, ConfigMap, rest)).status).toBe(201)
  })

  it('reads bodies of subresources: scale, binding, eviction', async () => {
    await call(server, 'POST', deployments, {
      body: {
        metadata: { name: 'd' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        },
      },
    })
    const Scale = loadType('autoscaling.v1.Scale')
    const scale = open(Scale, bytesOf(await send('GET', `${deployments}/d/scale`)))
    expect(scale).toMatchObject({ kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas: 1 } })
    const scaled = await send('PUT', `${deployments}/d/scale`, {
      body: Buffer.from(writeEnvelope(Scale, { ...scale, spec: { replicas: 4 } })),
      headers: { 'content-type': protobuf },
    })
    expect(open(Scale, bytesOf(scaled)).spec).toEqual({ replicas: 4 })

    await call(server, 'POST', pods, {
      body: { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    })
    const bound = await post(`${pods}/p/binding`, loadType('core.v1.Binding'), {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'p' },
      target: { kind: 'Node', name: 'n' },
    })
    expect(open(Status, bytesOf(bound))).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Success' })
    const evicted = await post(`${pods}/p/eviction`, loadType('policy.v1.Eviction'), {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'p' },
      deleteOptions: { gracePeriodSeconds: 0 },
    })
    expect(open(Status, bytesOf(evicted)).status).toBe('Success')
    expect((await call(server, 'GET', `${pods}/p`)).status).toBe(404)
  })

  it.each([configMaps, widgets])('reads the options of a delete, whatever is deleted: %s', async (target) => {
    await call(server, 'POST', target, {
      body: {
        apiVersion: target === widgets ? 'example.dev/v1' : 'v1',
        kind: target === widgets ? 'Widget' : 'ConfigMap',
        metadata: { name: 'a' },
      },
    })
    const remove = (uid: string): ReturnType<typeof call> => {
      const options = { apiVersion: 'apps/v1', kind: 'DeleteOptions', preconditions: { uid } }
      return call(server, 'DELETE', `${target}/a`, {
        body: Buffer.from(writeEnvelope(loadType('meta.v1.DeleteOptions'), options)),
        headers: { 'content-type': protobuf },
      })
    }
    expect((await remove('other')).status).toBe(409)
    expect((await remove((await call(server, 'GET', `${target}/a`)).json.metadata.uid)).status).toBe(200)
  })

  it.each<[string, Buffer, string]>([
    [
      'nothing',
      Buffer.alloc(0),
      'the object provided is unrecognized (must be of type ConfigMap): empty data (<empty>)',
    ],
    [
      'JSON',
      Buffer.from('{}'),
      'the object provided is unrecognized (must be of type ConfigMap): provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] ({})',
    ],
    [
      'an envelope that breaks off',
      Buffer.from('6b38730012ff', 'hex'),
      'the object provided is unrecognized (must be of type ConfigMap): unexpected EOF (6b38730012ff)',
    ],
    [
      'a message that breaks off',
      Buffer.from('6b38730012020a05', 'hex'),
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: unexpected EOF',
    ],
    [
      'a field of another type',
      Buffer.from('6b38730012020801', 'hex'),
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: proto: wrong wireType = 0 for field Metadata',
    ],
  ])('refuses %s with 400', async (_name, body, message) => {
    const { status, json } = await call(server, 'POST', configMaps, { body, headers: { 'content-type': protobuf } })
    expect([status, json.reason, json.message]).toEqual([400, 'BadRequest', message])
  })

  it('refuses another kind or version by its name, whatever its bytes are', async () => {
    const wrongKind = await post(configMaps, Status, { apiVersion: 'v1', kind: 'Secret', message: 'x' })
    expect(open(Status, bytesOf(wrongKind))).toMatchObject({
      code: 400,
      message: expect.stringMatching(/^Secret in version "v1" cannot be handled as a ConfigMap/),
    })
    const wrongVersion = await post(configMaps, Status, { apiVersion: 'apps/v1', kind: 'ConfigMap' })
    expect(open(Status, bytesOf(wrongVersion))).toMatchObject({
      code: 400,
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "apps/v1" in scheme "pkg/runtime/scheme.go:111"',
    })
  })

  it('names no kind for options of a delete that are none', async () => {
    const headers = { 'content-type': protobuf }
    const { status, json } = await call(server, 'DELETE', `${configMaps}/a`, { body: '{}', headers })
    expect([status, json.message]).toEqual([
      400,
      'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    ])
  })

  it('refuses protobuf with 415 for patches and for hosts’ kinds', async () => {
    const body = Buffer.from(writeEnvelope(ConfigMap, configMap('a')))
    const headers = { 'content-type': protobuf }
    const patched = await call(server, 'PATCH', `${configMaps}/a`, { body, headers })
    expect([patched.status, patched.json.reason]).toEqual([415, 'UnsupportedMediaType'])
    const widget = await call(server, 'POST', widgets, { body, headers })
    expect([widget.status, widget.json.message]).toEqual([
      415,
      'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml',
    ])
    const text = await call(server, 'POST', configMaps, { body, headers: { 'content-type': 'text/plain' } })
    expect(text.json.message).toBe(
      `the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, ${protobuf}`,
    )
  })
})

describe('answers in protobuf', () => {
  it('gets the object that JSON gets', async () => {
    await call(server, 'POST', configMaps, { body: configMap('a') })
    const reply = await send('GET', `${configMaps}/a`)
    expect(reply.headers['content-type']).toBe(protobuf)
    expect(open(ConfigMap, bytesOf(reply))).toEqual((await call(server, 'GET', `${configMaps}/a`)).json)
  })

  it('lists what JSON lists, page by page, and more than goes into one part', async () => {
    for (let index = 100; index < 300; index++) await call(server, 'POST', configMaps, { body: configMap(`c${index}`) })
    const List = listOf(ConfigMap)
    const reply = await send('GET', configMaps)
    const { kind, apiVersion, raw } = readEnvelope(bytesOf(reply))
    expect({ kind, apiVersion }).toEqual({ kind: 'ConfigMapList', apiVersion: 'v1' })
    const { json } = await call(server, 'GET', configMaps)
    const read = compileDecoder(List)(decodeProtobuf(List, raw), undefined)
    expect({ kind, apiVersion, ...read }).toEqual(json)
    const page = open(List, bytesOf(await send('GET', `${configMaps}?limit=7`)))
    expect([page.items.length, page.metadata.remainingItemCount]).toEqual([7, 193])
    const next = open(List, bytesOf(await send('GET', `${configMaps}?limit=7&continue=${page.metadata.continue}`)))
    expect(next.items[0].metadata.name).toBe('c107')
  })

  it('lists nothing', async () => {
    expect(open(listOf(ConfigMap), bytesOf(await send('GET', configMaps))).items).toEqual([])
  })

  it('answers the deletion of a collection with what it was', async () => {
    await call(server, 'POST', configMaps, { body: configMap('a') })
    const deleted = open(listOf(ConfigMap), bytesOf(await send('DELETE', configMaps)))
    expect(deleted.kind).toBe('ConfigMapList')
    expect(deleted.items[0].metadata.name).toBe('a')
  })

  it('answers a deletion and a refusal with a Status in protobuf', async () => {
    await call(server, 'POST', configMaps, { body: configMap('a') })
    const deleted = await send('DELETE', `${configMaps}/a`)
    expect(open(Status, bytesOf(deleted))).toMatchObject({ kind: 'Status', status: 'Success', details: { name: 'a' } })
    const refused = await send('GET', `${configMaps}/a`)
    expect([refused.status, refused.headers['content-type']]).toEqual([404, protobuf])
    expect(open(Status, bytesOf(refused))).toMatchObject({ status: 'Failure', reason: 'NotFound', code: 404 })
  })

  it('answers a review', async () => {
    const Review = loadType('authorization.v1.SelfSubjectAccessReview')
    const reply = await post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', Review, {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
    })
    expect(reply.status).toBe(201)
    expect(open(Review, bytesOf(reply)).status.allowed).toBe(true)
  })

  it.each([
    [`${protobuf},application/json`, protobuf],
    [`application/json,${protobuf}`, 'application/json'],
    ['*/*', 'application/json'],
    [`${protobuf};as=Table;g=meta.k8s.io;v=v1,application/json;as=Table;g=meta.k8s.io;v=v1`, 'application/json'],
    [`${protobuf};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`, protobuf],
  ])('answers %s with %s', async (accept, contentType) => {
    await call(server, 'POST', configMaps, { body: configMap('a') })
    const reply = await send('GET', `${configMaps}/a`, { headers: { accept } })
    expect([reply.status, reply.headers['content-type']]).toEqual([200, contentType])
  })

  it('shows metadata alone, of one object and of a list', async () => {
    await call(server, 'POST', configMaps, { body: configMap('a') })
    const { json } = await call(server, 'GET', `${configMaps}/a`)
    const as = (kind: string): CallOptions => ({ headers: { accept: `${protobuf};as=${kind};g=meta.k8s.io;v=v1` } })
    const one = await send('GET', `${configMaps}/a`, as('PartialObjectMetadata'))
    expect(open(loadType('meta.v1.PartialObjectMetadata'), bytesOf(one))).toEqual({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: json.metadata,
    })
    const list = await send('GET', configMaps, as('PartialObjectMetadataList'))
    expect(open(loadType('meta.v1.PartialObjectMetadataList'), bytesOf(list))).toMatchObject({
      kind: 'PartialObjectMetadataList',
      items: [{ metadata: json.metadata }],
    })
  })

  it('answers hosts’ kinds in the next format wanted, and 406 where there is none', async () => {
    await call(server, 'POST', widgets, {
      body: { apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: 'w' } },
    })
    const next = await send('GET', widgets, { headers: { accept: `${protobuf},application/yaml` } })
    expect([next.status, next.headers['content-type']]).toEqual([200, 'application/yaml'])
    const alone = await send('GET', widgets)
    expect(alone.status).toBe(406)
    expect(open(Status, bytesOf(alone)).message).toBe(
      `only the following media types are accepted: application/json, application/yaml, ${protobuf}`,
    )
  })

  it('says which media types there are', async () => {
    const refused = await call(server, 'GET', configMaps, { headers: { accept: 'text/html' } })
    expect([refused.status, refused.json.message]).toEqual([
      406,
      `406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, ${protobuf}, application/json;stream=watch, ${protobuf};stream=watch`,
    ])
  })

  it('has the vocabulary’s own media type', async () => {
    const platform = await createServer({ preset: 'testing' })
    const headers = { accept: 'application/vnd.platform.protobuf' }
    const reply = await platform.handle(toRequest('GET', '/api/v1/namespaces/default', { headers }))
    expect(reply.headers['content-type']).toBe('application/vnd.platform.protobuf')
    expect(open(loadType('core.v1.Namespace'), bytesOf(reply)).metadata.name).toBe('default')
    expect(kubernetesVocabulary.protobufMediaType).toBe(protobuf)
  })
})

describe('a watch in protobuf', () => {
  const WatchEvent: ObjectSchema = {
    type: 'object',
    name: 'WatchEvent',
    fields: new Map([
      ['type', { name: 'type', schema: { type: 'string' }, numbers: [1] }],
      ['object', { name: 'object', schema: { type: 'string', format: 'bytes' }, numbers: [2, 1] }],
    ]),
  }

  interface Seen {
    readonly type: string
    readonly object: Buffer
  }

  interface Frames {
    readonly seen: Seen[]
    until(count: number): Promise<unknown>
    leave(): void
  }

  function collect(reply: HttpReply): Frames {
    if (!isReplyStream(reply.body)) throw new Error(`not a stream: ${reply.status}`)
    const seen: Seen[] = []
    let pending = Buffer.alloc(0)
    let onClose = (): void => {}
    reply.body.start({
      write(chunk) {
        pending = Buffer.concat([pending, chunk])
        while (pending.length >= 4 && pending.length >= 4 + pending.readUInt32BE(0)) {
          const end = 4 + pending.readUInt32BE(0)
          const { type, object } = decodeProtobuf(WatchEvent, pending.subarray(4, end)) as {
            type: string
            object: string
          }
          seen.push({ type, object: Buffer.from(object, 'base64') })
          pending = pending.subarray(end)
        }
        return true
      },
      bufferedBytes: 0,
      end: () => {},
      abort: () => {},
      onClose: (listener) => {
        onClose = listener
      },
    })
    const until = (count: number): Promise<unknown> =>
      eventually(
        () => seen,
        (found) => found.length >= count,
        { intervalMs: 1 },
      )
    return { seen, until, leave: () => onClose() }
  }

  it('frames events of objects in their envelopes', async () => {
    await call(server, 'POST', configMaps, { body: configMap('a') })
    const reply = await send('GET', `${configMaps}?watch=1`)
    expect(reply.headers['content-type']).toBe(`${protobuf};stream=watch`)
    const frames = collect(reply)
    await frames.until(1)
    const { json } = await call(server, 'GET', `${configMaps}/a`)
    expect(frames.seen[0]!.type).toBe('ADDED')
    expect(open(ConfigMap, frames.seen[0]!.object)).toEqual(json)
    await call(server, 'DELETE', `${configMaps}/a`)
    await frames.until(2)
    expect(frames.seen[1]!.type).toBe('DELETED')
    expect(open(ConfigMap, frames.seen[1]!.object).metadata.uid).toBe(json.metadata.uid)
    frames.leave()
  })

  it('marks the end of a list that is streamed', async () => {
    await call(server, 'POST', configMaps, { body: configMap('a') })
    const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
    const frames = collect(await send('GET', `${configMaps}?${query}`))
    await frames.until(2)
    expect(frames.seen[1]!.type).toBe('BOOKMARK')
    expect(open(ConfigMap, frames.seen[1]!.object).metadata.annotations).toEqual({
      'k8s.io/initial-events-end': 'true',
    })
    frames.leave()
  })

  it('shows metadata alone', async () => {
    await call(server, 'POST', configMaps, { body: configMap('a') })
    const accept = `${protobuf};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`
    const frames = collect(await send('GET', `${configMaps}?watch=1`, { headers: { accept } }))
    await frames.until(1)
    const shown = open(loadType('meta.v1.PartialObjectMetadata'), frames.seen[0]!.object)
    expect([shown.kind, shown.metadata.name]).toEqual(['PartialObjectMetadata', 'a'])
    frames.leave()
  })

  it('is not mixed with watches in JSON of the same objects', async () => {
    const first = collect(await send('GET', `${configMaps}?watch=1`))
    const second = collect(
      await send('GET', `${configMaps}?watch=1`, { headers: { accept: `${protobuf};stream=watch` } }),
    )
    const reply = await server.handle(toRequest('GET', `${configMaps}?watch=1`, {}))
    let text = ''
    if (!isReplyStream(reply.body)) throw new Error('not a stream')
    reply.body.start({
      write: (chunk) => {
        text += Buffer.from(chunk).toString()
        return true
      },
      bufferedBytes: 0,
      end: () => {},
      abort: () => {},
      onClose: () => {},
    })
    await call(server, 'POST', configMaps, { body: configMap('a') })
    await Promise.all([first.until(1), second.until(1)])
    expect(first.seen).toEqual(second.seen)
    await expect.poll(() => text).toMatch(/^\{"type":"ADDED".*\}\n$/)
    first.leave()
    second.leave()
  })

  it('reports an expired resource version with a Status in its envelope', async () => {
    const store = createMemoryStore()
    server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store })
    await call(server, 'POST', pods, {
      body: { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    })
    store.compact(store.revision())
    const frames = collect(await send('GET', '/api/v1/namespaces/default/secrets?watch=1&resourceVersion=2'))
    await frames.until(1)
    expect(frames.seen.map(({ type }) => type)).toEqual(['ERROR'])
    expect(open(Status, frames.seen[0]!.object)).toMatchObject({ kind: 'Status', status: 'Failure', code: 410 })
    frames.leave()
  })

  it('refuses formats that have no frames with 406', async () => {
    const refused = await call(server, 'GET', `${configMaps}?watch=1`, { headers: { accept: 'application/yaml' } })
    expect(refused.status).toBe(406)
    expect(refused.text).toContain(`application/json;stream=watch, ${protobuf};stream=watch`)
  })
})
