import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { startWebhooks, type WebhookServer } from '../admission/support/webhook-server.ts'
import { call, openWatch } from '../support/call.ts'
import {
  define,
  definitionPath,
  openServer,
  redefine,
  specSchema,
  version,
  widget,
  widgetPath,
  widgets,
  type Loose,
} from './support.ts'

const versions = [
  version('v1', specSchema({ size: { type: 'integer' } }), { selectableFields: [{ jsonPath: '.spec.size' }] }),
  version('v2', specSchema({ length: { type: 'string' } }), { selectableFields: [{ jsonPath: '.spec.length' }] }),
]
const names = ({ json }: { json: Loose }): string[] => json.items.map(({ metadata }: Loose) => metadata.name)
const rvOf = ({ json }: { json: Loose }): string => json.metadata.resourceVersion

describe('objects that a webhook converts', () => {
  let server: Server
  let hooks: WebhookServer
  let fails: (objects: readonly Loose[]) => boolean
  beforeEach(async () => {
    fails = () => false
    hooks = await startWebhooks({
      '/convert': ({ review }, response) => {
        const { uid, desiredAPIVersion, objects } = review.request
        const failure = { uid, convertedObjects: [], result: { status: 'Failure', message: 'not today' } }
        const success = {
          uid,
          convertedObjects: objects.map((object: Loose) => convert(object, desiredAPIVersion)),
          result: { status: 'Success' },
        }
        const { apiVersion, kind } = review
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ apiVersion, kind, response: fails(objects) ? failure : success }))
        return undefined
      },
    })
    server = await openServer()
    await define(
      server,
      widgets(versions, {
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: hooks.client('/convert'), conversionReviewVersions: ['v1'] },
        },
      }),
    )
    for (let index = 0; index < 5; index++) {
      const labels = { odd: String(index % 2 === 1) }
      const body = { ...widget(`w${index}`, { size: index }), metadata: { name: `w${index}`, labels } }
      await call(server, 'POST', widgetPath(), { body })
    }
  })
  afterEach(async () => {
    await server.close()
    await hooks[Symbol.asyncDispose]()
  })

  it('are listed in pages of one snapshot, whichever versions ask for them', async () => {
    const first = await call(server, 'GET', `${widgetPath('', 'v2')}?limit=2`)
    await call(server, 'POST', widgetPath('', 'v2'), { body: widget('w11', { length: '11mm' }, 'v2') })
    const token = encodeURIComponent(first.json.metadata.continue)
    const second = await call(server, 'GET', `${widgetPath('', 'v1')}?limit=2&continue=${token}`)
    const last = await call(
      server,
      'GET',
      `${widgetPath('', 'v2')}?limit=2&continue=${encodeURIComponent(second.json.metadata.continue)}`,
    )
    expect([first, second, last].flatMap(names)).toEqual(['w0', 'w1', 'w2', 'w3', 'w4'])
    expect(first.json.items[1]).toMatchObject({ apiVersion: 'example.dev/v2', spec: { length: '1mm' } })
    expect(second.json.items[1]).toMatchObject({ apiVersion: 'example.dev/v1', spec: { size: 3 } })
    expect(new Set([first, second, last].map(rvOf)).size).toBe(1)
  })

  it('are selected by labels, and by the fields that are stored', async () => {
    expect(names(await call(server, 'GET', `${widgetPath('', 'v2')}?labelSelector=odd%3Dtrue`))).toEqual(['w1', 'w3'])
    expect(names(await call(server, 'GET', `${widgetPath('', 'v1')}?fieldSelector=spec.size%3D3`))).toEqual(['w3'])
    expect((await call(server, 'GET', `${widgetPath('', 'v2')}?fieldSelector=spec.size%3D3`)).json.message).toBe(
      'field label not supported: spec.size',
    )
  })

  it('are selected by the fields of the version they are converted to, in pages', async () => {
    await call(server, 'POST', widgetPath(), { body: widget('w5', { size: 1 }) })
    const selected = (query = '') =>
      call(server, 'GET', `${widgetPath('', 'v2')}?fieldSelector=spec.length%3D1mm${query}`)
    expect(names(await selected())).toEqual(['w1', 'w5'])
    expect(names(await selected(',metadata.name!%3Dw1'))).toEqual(['w5'])
    expect(names(await selected('&labelSelector=odd%3Dtrue'))).toEqual(['w1'])
    const first = await selected('&limit=1')
    expect([names(first), first.json.metadata.remainingItemCount]).toEqual([['w1'], undefined])
    const last = await selected(`&limit=1&continue=${encodeURIComponent(first.json.metadata.continue)}`)
    expect([names(last), last.json.metadata.continue]).toEqual([['w5'], ''])
    expect((await call(server, 'GET', `${widgetPath('', 'v2')}?fieldSelector=spec.size%3D1`)).status).toBe(400)
    const gone = await call(server, 'DELETE', `${widgetPath('', 'v2')}?fieldSelector=spec.length%3D1mm`)
    expect(names(gone)).toEqual(['w1', 'w5'])
    expect(names(await call(server, 'GET', widgetPath()))).toEqual(['w0', 'w2', 'w3', 'w4'])
  })

  it('are watched by the fields of the version they are converted to', async () => {
    const from = rvOf(await call(server, 'GET', widgetPath('', 'v1')))
    const path = `${widgetPath('', 'v2')}?watch=true&fieldSelector=spec.length%3D1mm`
    const watches = [await openWatch(server, path), await openWatch(server, `${path}&resourceVersion=${from}`)]
    const resize = (name: string, size: number) =>
      call(server, 'PATCH', widgetPath(name), {
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { spec: { size }, metadata: { annotations: { size: String(size) } } },
      })
    await resize('w2', 1)
    await resize('w1', 7)
    await resize('w1', 8)
    await call(server, 'PATCH', widgetPath('w2'), {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { annotations: { more: 'yes' } } },
    })
    const deleted = await call(server, 'DELETE', widgetPath('w2'))
    expect(deleted.status).toBe(200)
    const changes = [
      ['ADDED', 'w2', '1mm'],
      ['DELETED', 'w1', '1mm'],
      ['MODIFIED', 'w2', '1mm'],
      ['DELETED', 'w2', '1mm'],
    ]
    const expected = [[['ADDED', 'w1', '1mm'], ...changes], changes]
    for (const [index, watch] of watches.entries()) {
      await watch.until(expected[index]?.length ?? 0)
      watch.leave()
      const seen = watch.events.map(({ type, object }) => [type, object.metadata.name, object.spec.length])
      expect(seen).toEqual(expected[index])
      const revisions = watch.events.map(({ object }) => Number(object.metadata.resourceVersion))
      expect(revisions.slice(-4)).toEqual(revisions.slice(-4).toSorted((a, b) => a - b))
    }
  })

  it('are deleted as a collection through another version, those that are selected, and answered in it', async () => {
    const gone = await call(server, 'DELETE', `${widgetPath('', 'v2')}?labelSelector=odd%3Dtrue`)
    expect([gone.status, gone.json.apiVersion, gone.json.kind]).toEqual([200, 'example.dev/v2', 'WidgetList'])
    expect(gone.json.items.map(({ apiVersion, spec }: Loose) => [apiVersion, spec.length])).toEqual([
      ['example.dev/v2', '1mm'],
      ['example.dev/v2', '3mm'],
    ])
    expect(names(await call(server, 'GET', widgetPath()))).toEqual(['w0', 'w2', 'w4'])
  })

  it('are not deleted through a version that cannot show them', async () => {
    fails = () => true
    const { status, json } = await call(server, 'DELETE', widgetPath('', 'v2'))
    expect([status, json.message]).toEqual([
      500,
      'conversion webhook for example.dev/v1, Kind=Widget failed: not today',
    ])
    expect(names(await call(server, 'GET', widgetPath()))).toHaveLength(5)
  })

  it('are watched in one version on from what was listed in another', async () => {
    const from = rvOf(await call(server, 'GET', widgetPath('', 'v1')))
    await call(server, 'PUT', widgetPath('w1', 'v2'), {
      body: (await call(server, 'GET', widgetPath('w1', 'v2'))).json,
    })
    await call(server, 'PATCH', widgetPath('w2'), {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { spec: { size: 20 } },
    })
    await call(server, 'DELETE', widgetPath('w3', 'v2'))
    const seen: Loose[] = []
    for (const of of ['v1', 'v2']) {
      const watch = await openWatch(server, `${widgetPath('', of)}?watch=true&resourceVersion=${from}`)
      await watch.until(2)
      watch.leave()
      seen.push(watch.events.map(({ type, object }) => [type, object.apiVersion, object.metadata.name, object.spec]))
    }
    expect(seen).toEqual([
      [
        ['MODIFIED', 'example.dev/v1', 'w2', { size: 20 }],
        ['DELETED', 'example.dev/v1', 'w3', { size: 3 }],
      ],
      [
        ['MODIFIED', 'example.dev/v2', 'w2', { length: '20mm' }],
        ['DELETED', 'example.dev/v2', 'w3', { length: '3mm' }],
      ],
    ])
  })

  it('end the watches of the version they cannot be shown in, once, where the webhook fails in the middle', async () => {
    const [old, other] = [
      await openWatch(server, `${widgetPath('', 'v1')}?watch=true`),
      await openWatch(server, `${widgetPath('', 'v2')}?watch=true`),
    ]
    await other.until(5)
    const last = other.events.at(-1).object.metadata.resourceVersion
    fails = (objects) => objects.some(({ spec }) => spec.size === 99)
    const grow = (size: number) =>
      call(server, 'PATCH', widgetPath('w0'), {
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { spec: { size } },
      })
    await grow(98)
    await other.until(6)
    await grow(99)
    await other.ended
    expect(other.events.slice(5).map(({ type, object }) => [type, object.spec?.length ?? object.message])).toEqual([
      ['MODIFIED', '98mm'],
      ['ERROR', 'conversion webhook for example.dev/v1, Kind=Widget failed: not today'],
    ])
    expect(other.events.at(-1).object).toMatchObject({ kind: 'Status', apiVersion: 'v1', code: 500 })
    await grow(100)
    await old.until(8)
    expect(old.events.slice(5).map(({ object }) => object.spec.size)).toEqual([98, 99, 100])
    old.leave()
    // It goes on where it was once the webhook can again.
    fails = () => false
    const again = await openWatch(server, `${widgetPath('', 'v2')}?watch=true&resourceVersion=${last}`)
    await again.until(3)
    expect(again.events.map(({ object }) => object.spec.length)).toEqual(['98mm', '99mm', '100mm'])
    again.leave()
  })

  it('are converted in forks too, whichever of the servers is closed first', async () => {
    const [first, second] = [server.fork(), server.fork()]
    const lengths = async (of: Server): Promise<string[]> =>
      (await call(of, 'GET', widgetPath('', 'v2'))).json.items?.map(({ spec }: Loose) => spec.length)
    const all = ['0mm', '1mm', '2mm', '3mm', '4mm']
    expect(await lengths(first)).toEqual(all)
    await call(first, 'DELETE', widgetPath('w0', 'v2'))
    await first.close()
    expect(await lengths(server)).toEqual(all)
    await call(server, 'DELETE', widgetPath('w1', 'v2'))
    expect(await lengths(second)).toEqual(all)
    await redefine(second, ({ spec }) => (spec.conversion = { strategy: 'None' }))
    expect(await lengths(second)).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(await lengths(server)).toEqual(['0mm', '2mm', '3mm', '4mm'])
    const last = server.fork()
    await server.close()
    expect(await lengths(last)).toEqual(['0mm', '2mm', '3mm', '4mm'])
    await Promise.all([second.close(), last.close()])
  })

  it('keep the owners of fields at the versions they wrote in', async () => {
    const apply = (of: string, spec: object, manager: string, query = '') =>
      call(server, 'PATCH', `${widgetPath('w9', of)}?fieldManager=${manager}${query}`, {
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: { apiVersion: `example.dev/${of}`, kind: 'Widget', metadata: { name: 'w9' }, spec },
      })
    expect((await apply('v1', { size: 9 }, 'one')).status).toBe(201)
    expect((await apply('v2', { length: '9mm' }, 'two')).status).toBe(200)
    const { json } = await call(server, 'GET', widgetPath('w9'))
    expect(
      json.metadata.managedFields.map(({ manager, apiVersion, fieldsV1 }: Loose) => [manager, apiVersion, fieldsV1]),
    ).toEqual([
      ['two', 'example.dev/v2', { 'f:spec': { 'f:length': {} } }],
      ['one', 'example.dev/v1', { 'f:spec': { 'f:size': {} } }],
    ])
    const refused = await apply('v2', { length: '10mm' }, 'three')
    expect([refused.status, refused.json.details.causes.map(({ message }: Loose) => message)]).toEqual([
      409,
      ['conflict with "one"', 'conflict with "two"'],
    ])
  })
})

describe('what versions of a definition are called', () => {
  it('orders them in discovery, and answers the first where none is named', async () => {
    const server = await openServer()
    const given = ['v1alpha1', 'foo10', 'v2', 'v11beta2', 'v10', 'foo1', 'v3beta1', 'v0']
    const wanted = ['v10', 'v2', 'v0', 'v11beta2', 'v3beta1', 'v1alpha1', 'foo1', 'foo10']
    await define(server, widgets(given.map((name) => version(name))))
    const { json } = await call(server, 'GET', '/apis/example.dev')
    expect(json.versions.map(({ version: name }: Loose) => name)).toEqual(wanted)
    expect(json.preferredVersion).toEqual({ groupVersion: 'example.dev/v10', version: 'v10' })
    const all = await call(server, 'GET', '/apis', {
      headers: { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' },
    })
    const group = all.json.items.find(({ metadata }: Loose) => metadata.name === 'example.dev')
    expect(group.versions.map(({ version: name }: Loose) => name)).toEqual(wanted)
    await redefine(server, ({ spec }) => {
      for (const one of spec.versions) if (one.name === 'v10') one.served = false
    })
    expect((await call(server, 'GET', '/apis/example.dev')).json.preferredVersion.version).toBe('v2')
    expect((await call(server, 'GET', definitionPath())).status).toBe(200)
    await server.close()
  })
})

function convert(object: Loose, apiVersion: string): Loose {
  const spec = apiVersion.endsWith('v2')
    ? { length: `${object.spec.size}mm` }
    : { size: Number.parseInt(object.spec.length, 10) }
  return { ...object, apiVersion, spec }
}
