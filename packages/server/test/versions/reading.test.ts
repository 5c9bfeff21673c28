// Reads of a version that is not the stored one: pages, selectors, other forms of the answer.
import { isReplyStream } from '@pinnace/meta'
import { compileDecoder } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import { loadProtobuf } from '@pinnace/versioning'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, openWatch, toRequest } from '../support/call.ts'
import { later, oldWidget, widget, type Shown } from './widgets.ts'

const newer = '/apis/example.dev/v1/namespaces/default/widgets'
const older = '/apis/example.dev/v1beta1/namespaces/default/widgets'
const merge = { 'content-type': 'application/merge-patch+json' }
let server: Server

async function serve(when = 'at once'): Promise<void> {
  const hub = widget('v1')
  const versions = [hub, oldWidget(hub)]
  const resources = when === 'later' ? later(...versions) : versions
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', resources })
  for (let size = 1; size <= 5; size++) {
    const body = { metadata: { name: `w${size}`, labels: { odd: String(size % 2) } }, spec: { size, color: 'red' } }
    await call(server, 'POST', newer, { body })
  }
}

function lengths(items: readonly Shown[]): readonly (string | undefined)[] {
  return items.map(({ spec }) => spec.length)
}

describe.each(['at once', 'later'])('another version than the stored one, converted %s', (when) => {
  beforeEach(() => serve(when))

  it('is listed in pages of one snapshot', async () => {
    const first = await call(server, 'GET', `${older}?limit=2`)
    expect(lengths(first.json.items)).toEqual(['1mm', '2mm'])
    await call(server, 'PATCH', `${newer}/w3`, { body: { spec: { size: 33 } }, headers: merge })
    const second = await call(server, 'GET', `${older}?limit=3&continue=${first.json.metadata.continue}`)
    expect(lengths(second.json.items)).toEqual(['3mm', '4mm', '5mm'])
    expect(second.json.metadata.resourceVersion).toBe(first.json.metadata.resourceVersion)
  })

  it('is listed at a version, and by labels', async () => {
    const { json } = await call(server, 'GET', older)
    await call(server, 'PATCH', `${newer}/w1`, { body: { spec: { size: 11 } }, headers: merge })
    const then = `${older}?resourceVersion=${json.metadata.resourceVersion}&resourceVersionMatch=Exact`
    expect(lengths((await call(server, 'GET', then)).json.items)[0]).toBe('1mm')
    expect(lengths((await call(server, 'GET', `${older}?labelSelector=odd%3D0`)).json.items)).toEqual(['2mm', '4mm'])
  })

  it('is watched by labels: what leaves the selector is deleted, in the version that is watched', async () => {
    const watch = await openWatch(server, `${older}?watch=true&labelSelector=odd%3D0`)
    await watch.until(2)
    await call(server, 'PATCH', `${newer}/w2`, { body: { metadata: { labels: { odd: '1' } } }, headers: merge })
    await call(server, 'PATCH', `${newer}/w1`, { body: { metadata: { labels: { odd: '0' } } }, headers: merge })
    await watch.until(4)
    expect(watch.events.map(({ type, object }) => [type, object.apiVersion, object.spec.length])).toEqual([
      ['ADDED', 'example.dev/v1beta1', '2mm'],
      ['ADDED', 'example.dev/v1beta1', '4mm'],
      ['DELETED', 'example.dev/v1beta1', '2mm'],
      ['ADDED', 'example.dev/v1beta1', '1mm'],
    ])
    watch.leave()
  })

  it('is watched from a resource version, with a bookmark at the end of the initial events', async () => {
    const { json } = await call(server, 'GET', older)
    await call(server, 'PATCH', `${newer}/w1`, { body: { spec: { size: 11 } }, headers: merge })
    const resumed = await openWatch(server, `${older}?watch=true&resourceVersion=${json.metadata.resourceVersion}`)
    await resumed.until(1)
    expect(resumed.events.map(({ type, object }) => [type, object.spec.length])).toEqual([['MODIFIED', '11mm']])
    resumed.leave()
    const options = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
    const streamed = await openWatch(server, `${older}?watch=true&${options}`)
    await streamed.until(6)
    const { type, object } = streamed.events[5]
    expect([type, object.apiVersion, object.metadata.annotations]).toEqual([
      'BOOKMARK',
      'example.dev/v1beta1',
      { 'k8s.io/initial-events-end': 'true' },
    ])
    streamed.leave()
  })

  it('is read as metadata only', async () => {
    const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
    const { json } = await call(server, 'GET', older, { headers: { accept } })
    expect(json.kind).toBe('PartialObjectMetadataList')
    expect(json.items).toHaveLength(5)
    expect(json.items[0]).not.toHaveProperty('spec')
  })

  it('is watched as a table', async () => {
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1'
    const watch = await openWatch(server, `${older}?watch=true`, { headers: { accept } })
    await watch.until(5)
    expect(watch.events.map(({ object }) => object.rows[0].cells)).toEqual(
      [1, 2, 3, 4, 5].map((size) => [`w${size}`, `${size}mm`]),
    )
    watch.leave()
  })
})

describe('fields of the version that is watched', () => {
  beforeEach(() => serve())

  it('select, and what leaves the selector is deleted', async () => {
    const watch = await openWatch(server, `${older}?watch=true&fieldSelector=spec.colour%3Dred`)
    await watch.until(5)
    await call(server, 'PATCH', `${newer}/w1`, { body: { spec: { color: 'blue' } }, headers: merge })
    await watch.until(6)
    const { type, object } = watch.events[5]
    expect([type, object.metadata.name, object.spec]).toEqual(['DELETED', 'w1', { length: '1mm', colour: 'red' }])
    watch.leave()
  })

  it('are read of objects that a server before has stored, too', async () => {
    const forked = server.fork()
    const { json } = await call(forked, 'GET', `${older}?fieldSelector=spec.colour%3Dred,metadata.name%3Dw2`)
    expect(lengths(json.items)).toEqual(['2mm'])
  })
})

describe('a large list', () => {
  it('is the same whether it is made or kept, and follows what is written', async () => {
    await serve()
    const padding = 'x'.repeat(2000)
    for (let index = 0; index < 60; index++) {
      const metadata = { name: `big${index}`, annotations: { padding } }
      await call(server, 'POST', newer, { body: { metadata, spec: { size: index } } })
    }
    const first = await call(server, 'GET', older)
    expect((await call(server, 'GET', older)).text).toBe(first.text)
    expect((await call(server, 'GET', newer)).json.items).toHaveLength(65)
    await call(server, 'PATCH', `${newer}/big0`, { body: { spec: { size: 77 } }, headers: merge })
    const next = await call(server, 'GET', older)
    expect(lengths(next.json.items)).toContain('77mm')
    expect(next.json.items[0].apiVersion).toBe('example.dev/v1beta1')
  })
})

describe('protobuf of a built-in kind', () => {
  const accept = 'application/vnd.kubernetes.protobuf'
  const schema = loadType('autoscaling.v1.HorizontalPodAutoscaler')
  const path = (version: string): string => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`

  async function read(target: string): Promise<{ readonly apiVersion: string; readonly spec?: unknown }> {
    const { readEnvelope, decodeProtobuf } = await loadProtobuf()
    const { body } = await server.handle(toRequest('GET', target, { headers: { accept } }))
    if (body === undefined || isReplyStream(body)) throw new Error('not an answer with bytes')
    const bytes = body instanceof Uint8Array ? body : Buffer.concat([...body])
    const { apiVersion, raw } = readEnvelope(bytes)
    return { apiVersion, ...compileDecoder(schema)(decodeProtobuf(schema, raw), undefined) }
  }

  it('is of the version asked for', async () => {
    server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
    const scaleTargetRef = { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }
    await call(server, 'POST', path('v2'), {
      body: { metadata: { name: 'a' }, spec: { scaleTargetRef, maxReplicas: 3 } },
    })
    expect(await read(`${path('v1')}/a`)).toMatchObject({
      apiVersion: 'autoscaling/v1',
      spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 80 },
    })
  })
})
