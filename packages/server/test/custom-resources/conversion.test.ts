import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { startWebhooks, type WebhookServer } from '../admission/support/webhook-server.ts'
import { call, openWatch } from '../support/call.ts'
import {
  define,
  openServer,
  redefine,
  specSchema,
  until,
  definitionPath,
  version,
  widget,
  widgetPath,
  widgets,
  type Loose,
} from './support.ts'

describe('versions that differ in nothing but their name', () => {
  let server: Server
  beforeEach(async () => {
    server = await openServer()
    await define(
      server,
      widgets([
        version('v1', specSchema({ size: { type: 'integer' }, one: { type: 'string' }, both: { type: 'string' } })),
        version(
          'v2',
          specSchema({ size: { type: 'integer', default: 7 }, two: { type: 'string' }, both: { type: 'string' } }),
        ),
      ]),
    )
  })
  afterEach(() => server.close())

  it('show each other’s objects, pruned to what each knows', async () => {
    await call(server, 'POST', widgetPath(), { body: widget('a', { one: '1', both: 'b' }) })
    expect((await call(server, 'GET', widgetPath('a'))).json.spec).toEqual({ one: '1', both: 'b' })
    const shown = (await call(server, 'GET', widgetPath('a', 'v2'))).json
    expect([shown.apiVersion, shown.spec]).toEqual(['example.dev/v2', { both: 'b' }])
  })

  it('keep of a write only what the stored version knows', async () => {
    const made = await call(server, 'POST', widgetPath('', 'v2'), { body: widget('a', { two: '2', both: 'b' }, 'v2') })
    expect(made.json.spec).toEqual({ size: 7, both: 'b' })
    expect((await call(server, 'GET', widgetPath('a'))).json.spec).toEqual({ size: 7, both: 'b' })
  })

  it('show in a dry run what would be stored, in the version of the request', async () => {
    const body = widget('a', { two: '2', both: 'b' }, 'v2')
    const made = await call(server, 'POST', `${widgetPath('', 'v2')}?dryRun=All`, { body })
    expect([made.status, made.json.apiVersion, made.json.spec]).toEqual([201, 'example.dev/v2', { size: 7, both: 'b' }])
    await call(server, 'POST', widgetPath('', 'v2'), { body })
    const patched = await call(server, 'PATCH', `${widgetPath('a', 'v2')}?dryRun=All`, {
      body: { spec: { two: '3', both: 'c' } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect([patched.status, patched.json.spec]).toEqual([200, { size: 7, both: 'c' }])
  })

  it('keep their generation with an apply that changes nothing but a default the stored version has no field for', async () => {
    await redefine(server, ({ spec }) => {
      spec.versions[1].schema.openAPIV3Schema.properties.spec.properties.two.default = 'two'
    })
    const apply = (manager: string): ReturnType<typeof call> =>
      call(server, 'PATCH', `${widgetPath('a', 'v2')}?fieldManager=${manager}`, {
        body: { ...widget('a', { both: 'b' }, 'v2') },
        headers: { 'content-type': 'application/apply-patch+yaml' },
      })
    expect((await apply('one')).json.metadata.generation).toBe(1)
    expect((await apply('two')).json.metadata.generation).toBe(1)
    expect((await apply('one')).json.metadata.generation).toBe(1)
  })

  it('have the defaults of the stored version, whichever they are written at', async () => {
    await redefine(server, ({ spec }) => {
      const [v1] = spec.versions
      v1.schema.openAPIV3Schema.properties.spec.properties.both.default = 'two'
    })
    const made = await call(server, 'POST', widgetPath('', 'v2'), { body: widget('a', {}, 'v2') })
    expect([made.status, made.json.spec]).toEqual([201, { size: 7, both: 'two' }])
    for (const of of ['v1', 'v2']) {
      expect((await call(server, 'GET', widgetPath('a', of))).json.spec).toEqual({ size: 7, both: 'two' })
    }
    const next = { ...made.json, spec: { size: 8 } }
    expect((await call(server, 'PUT', widgetPath('a', 'v2'), { body: next })).json.spec).toEqual({
      size: 8,
      both: 'two',
    })
    expect((await call(server, 'GET', widgetPath('a', 'v2'))).json.spec).toEqual({ size: 8, both: 'two' })
  })

  it('are listed and watched in the version asked for', async () => {
    await call(server, 'POST', widgetPath(), { body: widget('a', { one: '1', size: 2 }) })
    const list = (await call(server, 'GET', widgetPath('', 'v2'))).json
    expect([list.apiVersion, list.items[0].apiVersion, list.items[0].spec]).toEqual([
      'example.dev/v2',
      'example.dev/v2',
      { size: 2 },
    ])
    const watch = await openWatch(server, `${widgetPath('', 'v2')}?watch=true`)
    await watch.until(1)
    expect(watch.events[0].object).toMatchObject({ apiVersion: 'example.dev/v2', spec: { size: 2 } })
    watch.leave()
  })

  it('prefer the newest version in discovery, whichever is stored', async () => {
    const group = (await call(server, 'GET', '/apis/example.dev')).json
    expect(group.preferredVersion.version).toBe('v2')
    expect(group.versions.map((item: Loose) => item.version)).toEqual(['v2', 'v1'])
  })

  it('may change which of them is stored; what is stored in the older one stays readable', async () => {
    await call(server, 'POST', widgetPath(), { body: widget('old', { both: 'b' }) })
    const changed = await redefine(server, ({ spec }) => {
      spec.versions[0].storage = false
      spec.versions[1].storage = true
    })
    expect(changed.json.status.storedVersions).toEqual(['v1', 'v2'])
    await call(server, 'POST', widgetPath(), { body: widget('new', { both: 'b', size: 1 }) })
    for (const of of ['v1', 'v2']) {
      const { items } = (await call(server, 'GET', widgetPath('', of))).json
      expect(items.map(({ metadata, spec }: Loose) => [metadata.name, spec.both])).toEqual([
        ['new', 'b'],
        ['old', 'b'],
      ])
    }
  })

  it('cannot lose a version that objects may be stored in', async () => {
    await redefine(server, ({ spec }) => {
      spec.versions[0].storage = false
      spec.versions[1].storage = true
    })
    const { json } = await redefine(server, ({ spec }) => spec.versions.shift())
    expect(json.message).toBe(
      'CustomResourceDefinition.apiextensions.k8s.io "widgets.example.dev" is invalid: status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions',
    )
  })

  it('are rid of an old version after a migration', async () => {
    await call(server, 'POST', widgetPath(), { body: widget('a', { both: 'b' }) })
    await redefine(server, ({ spec }) => {
      spec.versions[0].storage = false
      spec.versions[1].storage = true
    })
    const { rewritten } = await server.migrateStorage({ group: 'example.dev', resource: 'widgets' })
    expect(rewritten).toBe(1)
    const { json } = await call(server, 'GET', definitionPath())
    json.status.storedVersions = ['v2']
    expect(
      (await call(server, 'PUT', `${definitionPath()}/status`, { body: json })).json.status.storedVersions,
    ).toEqual(['v2'])
    expect((await redefine(server, ({ spec }) => spec.versions.shift())).status).toBe(200)
    expect((await call(server, 'GET', widgetPath('a', 'v2'))).json.spec).toEqual({ both: 'b', size: 7 })
    expect((await call(server, 'GET', widgetPath('a'))).status).toBe(404)
  })

  it('track field ownership by version', async () => {
    const apply = (of: string, manager: string, spec: object) =>
      call(server, 'PATCH', `${widgetPath('a', of)}?fieldManager=${manager}`, {
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: widget('a', spec, of),
      })
    expect((await apply('v1', 'one', { both: 'b' })).status).toBe(201)
    const conflict = await apply('v2', 'two', { both: 'c' })
    expect([conflict.status, conflict.json.details.causes[0].message]).toEqual([409, 'conflict with "one"'])
    expect((await apply('v2', 'two', { size: 3 })).json.spec).toEqual({ size: 3, both: 'b' })
  })
})

describe('versions that a webhook converts', () => {
  let server: Server
  let hooks: WebhookServer
  /** What the webhook answers, made from what it would answer. */
  let spoil: (response: Loose, review: Loose) => Loose
  beforeEach(async () => {
    spoil = (response) => response
    hooks = await startWebhooks(
      {
        '/convert': ({ review }, response) => {
          const { uid, desiredAPIVersion, objects } = review.request
          const convertedObjects = objects.map((object: Loose) => convert(object, desiredAPIVersion))
          const answer = {
            apiVersion: review.apiVersion,
            kind: review.kind,
            response: { uid, convertedObjects, result: { status: 'Success' } },
          }
          const said = spoil(answer, review)
          response
            .writeHead(said.code ?? 200, { 'content-type': 'application/json' })
            .end(said.text ?? JSON.stringify(said))
          return undefined
        },
      },
      { hosts: ['converter.tools.svc'] },
    )
  })
  afterEach(async () => {
    await server.close()
    await hooks[Symbol.asyncDispose]()
  })

  const versions = [
    version('v1', specSchema({ size: { type: 'integer' } })),
    version('v2', specSchema({ length: { type: 'string' } })),
  ]
  const start = async (webhook: object = {}, options = {}): Promise<void> => {
    server = await openServer(options)
    await define(
      server,
      widgets(versions, {
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: hooks.client('/convert'), conversionReviewVersions: ['v1'], ...webhook },
        },
      }),
    )
  }
  const make = (name: string, size: number) => call(server, 'POST', widgetPath(), { body: widget(name, { size }) })

  it('are read, written, listed and watched in either', async () => {
    await start()
    await make('a', 1)
    expect((await call(server, 'GET', widgetPath('a', 'v2'))).json.spec).toEqual({ length: '1mm' })
    const made = await call(server, 'POST', widgetPath('', 'v2'), { body: widget('b', { length: '2mm' }, 'v2') })
    expect([made.status, made.json.spec]).toEqual([201, { length: '2mm' }])
    expect((await call(server, 'GET', widgetPath('b'))).json.spec).toEqual({ size: 2 })
    const { items } = (await call(server, 'GET', widgetPath('', 'v2'))).json
    expect(items.map(({ spec }: Loose) => spec.length)).toEqual(['1mm', '2mm'])
    const watch = await openWatch(server, `${widgetPath('', 'v2')}?watch=true`)
    await watch.until(2)
    expect(watch.events.map(({ object }) => object.spec.length)).toEqual(['1mm', '2mm'])
    watch.leave()
  })

  it('are asked about in one review for a whole list', async () => {
    await start()
    for (let index = 0; index < 5; index++) await make(`w${index}`, index)
    hooks.questions.length = 0
    await call(server, 'GET', widgetPath('', 'v2'))
    expect(hooks.questions).toHaveLength(1)
    const { review } = hooks.questions[0]!
    expect([review.apiVersion, review.kind, review.request.desiredAPIVersion]).toEqual([
      'apiextensions.k8s.io/v1',
      'ConversionReview',
      'example.dev/v2',
    ])
    expect(review.request.objects).toHaveLength(5)
  })

  it('are asked about in several reviews for a large list, and answer at most 8 MiB each', async () => {
    await start()
    const annotations = { note: 'x'.repeat(250_000) }
    for (let index = 0; index < 20; index++) {
      const object = widget(`w${String(index).padStart(2, '0')}`, { size: index })
      object.metadata.annotations = annotations
      expect((await call(server, 'POST', widgetPath(), { body: object })).status).toBe(201)
    }
    hooks.questions.length = 0
    const { status, json } = await call(server, 'GET', widgetPath('', 'v2'))
    expect([status, json.items.map(({ spec }: Loose) => spec.length)]).toEqual([
      200,
      Array.from({ length: 20 }, (_, index) => `${index}mm`),
    ])
    // Two objects of 250 kB each.
    expect(hooks.questions).toHaveLength(10)
    spoil = (answer) => ({ ...answer, padding: 'x'.repeat(8_400_000) })
    expect((await call(server, 'GET', widgetPath('w01', 'v2'))).status).toBe(500)
  })

  it('are not asked about where nothing has to be converted', async () => {
    await start()
    await make('a', 1)
    await call(server, 'GET', widgetPath('a'))
    await call(server, 'GET', widgetPath())
    expect(hooks.questions).toEqual([])
  })

  it('are asked about in the first version of reviews that is known', async () => {
    await start({ conversionReviewVersions: ['v3', 'v1beta1', 'v1'] })
    await make('a', 1)
    await call(server, 'GET', widgetPath('a', 'v2'))
    expect(hooks.questions[0]!.review.apiVersion).toBe('apiextensions.k8s.io/v1beta1')
  })

  it('are reached behind a service, whose certificate must be its own', async () => {
    const seen: Loose[] = []
    const resolveService = (service: Loose) => {
      seen.push(service)
      return { host: '127.0.0.1', port: hooks.port }
    }
    const service = { namespace: 'tools', name: 'converter', path: '/convert/' }
    const { caBundle } = hooks.client('/')
    await start({ clientConfig: { service, caBundle } }, { admissionControl: { resolveService } })
    await make('a', 1)
    expect((await call(server, 'GET', widgetPath('a', 'v2'))).json.spec).toEqual({ length: '1mm' })
    expect(seen).toEqual([{ namespace: 'tools', name: 'converter', port: 443 }])
    await redefine(server, ({ spec }) => (spec.conversion.webhook.clientConfig.service.name = 'other'))
    const { json } = await call(server, 'GET', widgetPath('a', 'v2'))
    expect(json.message).toContain('conversion webhook for example.dev/v1, Kind=Widget failed: ')
    expect(json.message).toContain('other.tools.svc')
  })

  it('are refused where the authority of the webhook is not known', async () => {
    await start({ clientConfig: { url: hooks.client('/convert').url } })
    await make('a', 1)
    const { status, json } = await call(server, 'GET', widgetPath('a', 'v2'))
    expect([status, json.reason]).toEqual([500, undefined])
  })

  const failed = 'conversion webhook for example.dev/v1, Kind=Widget failed: '
  const returned = 'conversion webhook for example.dev/v1, Kind=Widget returned '
  it.each<[string, (answer: Loose) => Loose, string]>([
    [
      'a status that is an error',
      () => ({ code: 500, text: 'oops' }),
      `${failed}an error on the server ("unknown") has prevented the request from succeeding`,
    ],
    [
      'a redirect',
      () => ({ code: 302, text: '' }),
      `${failed}the server responded with the status code 302 but did not return more information`,
    ],
    [
      'a text',
      () => ({ text: 'no review' }),
      `${failed}couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct { APIVersion string`,
    ],
    [
      'another kind',
      (answer) => ({ ...answer, kind: 'AdmissionReview' }),
      `${failed}expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1, Kind=AdmissionReview`,
    ],
    [
      'another version',
      (answer) => ({ ...answer, apiVersion: 'apiextensions.k8s.io/v1beta1' }),
      `${failed}expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1beta1, Kind=ConversionReview`,
    ],
    ['no response', ({ response: _, ...answer }) => answer, `${failed}no response provided`],
    [
      'a response that failed',
      (answer) => respond(answer, { result: { status: 'Failure', message: 'no way' } }),
      `${failed}no way`,
    ],
    [
      'a failure without a message',
      (answer) => respond(answer, { result: { status: 'Failure' } }),
      `${failed}response.result.status was 'Failure', not 'Success'`,
    ],
    [
      'no result',
      (answer) => respond(answer, { result: undefined }),
      `${failed}response.result.status was '', not 'Success'`,
    ],
    ['no objects', (answer) => respond(answer, { convertedObjects: [] }), `${returned}0 objects, expected 1`],
    [
      'too many objects',
      (answer) => respond(answer, { convertedObjects: [{}, {}] }),
      `${returned}2 objects, expected 1`,
    ],
    [
      'an object of another version',
      (answer) => change(answer, { apiVersion: 'example.dev/v3' }),
      `${returned}invalid object at index 0: invalid groupVersion (expected example.dev/v2, received example.dev/v3)`,
    ],
    [
      'an object of another kind',
      (answer) => change(answer, { kind: 'Gadget' }),
      `${returned}invalid object at index 0: invalid kind (expected Widget, received Gadget)`,
    ],
    [
      'another name',
      (answer) => meta(answer, { name: 'b' }),
      `${returned}invalid object: must have the same name: a != b`,
    ],
    [
      'another namespace',
      (answer) => meta(answer, { namespace: 'x' }),
      `${returned}invalid object: must have the same namespace: default != x`,
    ],
    ['no uid', (answer) => meta(answer, { uid: undefined }), 'must have the same UID'],
    [
      'no metadata',
      (answer) => change(answer, { metadata: undefined }),
      `${returned}invalid object: must have the same name: a != `,
    ],
    [
      'labels that are a list',
      (answer) => meta(answer, { labels: [] }),
      `${returned}invalid metadata: invalid metadata.labels of type []interface {} in converted object`,
    ],
    [
      'a label that is a number',
      (answer) => meta(answer, { labels: { a: 1 } }),
      `${returned}invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object`,
    ],
    [
      'a label that is none',
      (answer) => meta(answer, { labels: { a: 'b c' } }),
      `${returned}invalid metadata: metadata.labels: Invalid value: "b c": `,
    ],
    [
      'an annotation that is no text',
      (answer) => meta(answer, { annotations: { a: {} } }),
      `${returned}invalid metadata: metadata.annotations[a] must be a string, but is map[string]interface {} in converted object`,
    ],
  ])('are answered with 500 where the webhook answers with %s', async (_, change_, message) => {
    await start()
    await make('a', 1)
    spoil = change_
    const { status, json } = await call(server, 'GET', widgetPath('a', 'v2'))
    expect([status, json.reason]).toEqual([500, undefined])
    expect(json.message).toContain(message)
    expect((await call(server, 'GET', widgetPath('a'))).status).toBe(200)
  })

  it('are not taken for the answer to another review', async () => {
    await start()
    await make('a', 1)
    spoil = (answer) => respond(answer, { uid: 'x' })
    expect((await call(server, 'GET', widgetPath('a', 'v2'))).json.message).toMatch(
      /failed: expected response\.uid="[0-9a-f-]{36}", got "x"$/,
    )
  })

  it('name the object of a list that is wrong', async () => {
    await start()
    await make('a', 1)
    await make('b', 2)
    spoil = (answer) => {
      answer.response.convertedObjects[1].kind = 'Gadget'
      return answer
    }
    expect((await call(server, 'GET', widgetPath('', 'v2'))).json.message).toBe(
      `${returned}invalid converted object at index 2: invalid kind (expected Widget, received Gadget)`,
    )
  })

  it('may change labels and annotations, and nothing else of metadata', async () => {
    await start()
    const body = {
      ...widget('a', { size: 1 }),
      metadata: { name: 'a', labels: { a: 'b' }, finalizers: ['example.dev/x'] },
    }
    await call(server, 'POST', widgetPath(), { body })
    spoil = (answer) => meta(answer, { labels: { c: 'd' }, annotations: { e: 'f' }, finalizers: [], generation: 9 })
    const { metadata } = (await call(server, 'GET', widgetPath('a', 'v2'))).json
    expect(metadata).toMatchObject({
      labels: { c: 'd' },
      annotations: { e: 'f' },
      finalizers: ['example.dev/x'],
      generation: 1,
    })
  })

  it('are pruned of unknown fields that the webhook adds', async () => {
    await start()
    await make('a', 1)
    spoil = (answer) => change(answer, { spec: { length: '1mm', madeUp: true }, other: 1 })
    const { json } = await call(server, 'GET', widgetPath('a', 'v2'))
    expect([json.spec, json.other]).toEqual([{ length: '1mm' }, undefined])
  })

  it('keep a definition from being cleaned up no longer than its objects', async () => {
    await start()
    await make('a', 1)
    await call(server, 'DELETE', definitionPath())
    await until(server, definitionPath(), (answer) => answer.status === 404)
  })
})

function convert(object: Loose, apiVersion: string): Loose {
  const { size, length, ...spec } = object.spec ?? {}
  const converted = apiVersion.endsWith('v2')
    ? { ...spec, ...(size === undefined ? {} : { length: `${size}mm` }) }
    : { ...spec, ...(length === undefined ? {} : { size: Number.parseInt(length, 10) }) }
  return { ...object, apiVersion, spec: converted }
}

function respond(answer: Loose, response: object): Loose {
  return { ...answer, response: { ...answer.response, ...response } }
}

function change(answer: Loose, more: object): Loose {
  return respond(answer, { convertedObjects: [{ ...answer.response.convertedObjects[0], ...more }] })
}

function meta(answer: Loose, more: object): Loose {
  const [object] = answer.response.convertedObjects
  return change(answer, { metadata: { ...object.metadata, ...more } })
}
