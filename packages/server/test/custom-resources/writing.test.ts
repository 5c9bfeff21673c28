import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'
import {
  define,
  openServer,
  redefine,
  specSchema,
  version,
  widget,
  widgetPath,
  widgets,
  type Loose,
} from './support.ts'

let server: Server
beforeEach(async () => {
  server = await openServer()
})
afterEach(() => server.close())

const text = { type: 'string' }
const whole = { type: 'integer' }
const put = (body: Loose): Promise<Answer> => call(server, 'PUT', widgetPath(body.metadata.name), { body })
const merge = (path: string, body: unknown): Promise<Answer> =>
  call(server, 'PATCH', path, { headers: { 'content-type': 'application/merge-patch+json' }, body })
const apply = (name: string, manager: string, spec: object, force = false): Promise<Answer> =>
  call(server, 'PATCH', `${widgetPath(name)}?fieldManager=${manager}${force ? '&force=true' : ''}`, {
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: widget(name, spec),
  })

describe('unknown fields', () => {
  beforeEach(() => define(server, widgets([version('v1', specSchema({ a: text }))])))

  it.each([
    ['', 201, ['299 - "unknown field \\"spec.b\\""']],
    ['Ignore', 201, undefined],
    ['Warn', 201, ['299 - "unknown field \\"spec.b\\""']],
    ['Strict', 400, undefined],
  ])('with fieldValidation=%s are answered with %d', async (validation, status, warnings) => {
    const query = validation === '' ? '' : `?fieldValidation=${validation}`
    const answer = await call(server, 'POST', `${widgetPath()}${query}`, { body: widget('w', { a: 'x', b: 1 }) })
    expect([answer.status, answer.headers['warning']]).toEqual([status, warnings])
    if (status === 201) expect(answer.json.spec).toEqual({ a: 'x' })
    else expect(answer.json.message).toContain('strict decoding error: unknown field "spec.b"')
  })
})

describe('status', () => {
  const schema = {
    type: 'object',
    properties: {
      spec: { type: 'object', properties: { a: text } },
      status: { type: 'object', properties: { ready: { type: 'boolean' } } },
    },
  }
  const body = { ...widget('w', { a: 'x' }), status: { ready: true } }

  it('changes only through /status, and does not change the generation', async () => {
    await define(server, widgets([version('v1', schema, { subresources: { status: {} } })]))
    const made = (await call(server, 'POST', widgetPath(), { body })).json
    expect([made.status, made.metadata.generation]).toEqual([undefined, 1])
    const path = `${widgetPath('w')}/status`
    const changed = (await call(server, 'PUT', path, { body: { ...made, spec: { a: 'y' }, status: { ready: true } } }))
      .json
    expect([changed.spec, changed.status, changed.metadata.generation]).toEqual([{ a: 'x' }, { ready: true }, 1])
    const again = (await put({ ...changed, spec: { a: 'z' }, status: { ready: false } })).json
    expect([again.spec, again.status, again.metadata.generation]).toEqual([{ a: 'z' }, { ready: true }, 2])
    const labelled = (await merge(path, { metadata: { labels: { a: 'b' } } })).json
    expect(labelled.metadata.labels).toBeUndefined()
    const wrong = await merge(path, { status: { ready: 'yes' } })
    expect(wrong.json.details.causes).toMatchObject([{ field: 'status.ready', reason: 'FieldValueTypeInvalid' }])
  })

  it('is a field as any other where it is no subresource', async () => {
    await define(server, widgets([version('v1', schema)]))
    const made = (await call(server, 'POST', widgetPath(), { body })).json
    expect(made.status).toEqual({ ready: true })
    expect((await call(server, 'GET', `${widgetPath('w')}/status`)).status).toBe(404)
    const changed = (await put({ ...made, status: { ready: false } })).json
    expect([changed.status, changed.metadata.generation]).toEqual([{ ready: false }, 2])
  })
})

describe('scale', () => {
  const scaled = {
    type: 'object',
    properties: {
      spec: { type: 'object', properties: { size: { type: 'object', properties: { count: whole } } } },
      status: { type: 'object', properties: { count: whole, selector: text } },
    },
  }
  beforeEach(() =>
    define(
      server,
      widgets([
        version('v1', scaled, {
          subresources: {
            status: {},
            scale: {
              specReplicasPath: '.spec.size.count',
              statusReplicasPath: '.status.count',
              labelSelectorPath: '.status.selector',
            },
          },
        }),
      ]),
    ),
  )

  it('reads and writes the replicas of an object', async () => {
    await call(server, 'POST', widgetPath(), { body: widget('w', { size: { count: 2 } }) })
    await merge(`${widgetPath('w')}/status`, { status: { count: 1, selector: 'app=a' } })
    const scale = (await call(server, 'GET', `${widgetPath('w')}/scale`)).json
    expect([scale.kind, scale.spec, scale.status]).toEqual([
      'Scale',
      { replicas: 2 },
      { replicas: 1, selector: 'app=a' },
    ])
    const set = await call(server, 'PUT', `${widgetPath('w')}/scale`, { body: { ...scale, spec: { replicas: 5 } } })
    expect(set.json.spec).toEqual({ replicas: 5 })
    expect((await call(server, 'GET', widgetPath('w'))).json.spec).toEqual({ size: { count: 5 } })
  })

  it('makes the objects on the way to its replicas', async () => {
    await call(server, 'POST', widgetPath(), { body: widget('w') })
    expect((await merge(`${widgetPath('w')}/scale`, { spec: { replicas: 3 } })).json.spec).toEqual({ replicas: 3 })
    expect((await call(server, 'GET', widgetPath('w'))).json.spec).toEqual({ size: { count: 3 } })
  })

  it.each<[object, string]>([
    [{ size: { count: -1 } }, '.spec.size.count: Invalid value: -1: should be a non-negative integer'],
    [
      { size: { count: 2_147_483_648 } },
      '.spec.size.count: Invalid value: 2147483648: should be less than or equal to 2147483647',
    ],
  ])('refuses %j', async (spec, message) => {
    const { json } = await call(server, 'POST', widgetPath(), { body: widget('w', spec) })
    expect(json.message).toBe(`Widget.example.dev "w" is invalid: ${message}`)
  })
})

describe('updates', () => {
  const schema = specSchema({
    a: text,
    list: {
      type: 'array',
      items: { type: 'object', required: ['k'], properties: { k: text, b: text, c: text } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    },
    set: { type: 'array', items: text },
  })
  beforeEach(async () => {
    await define(server, widgets([version('v1', schema)]))
    const spec = { a: 'long', list: [{ k: 'k', b: 'long', c: 'x' }], set: ['x', 'x'] }
    await call(server, 'POST', widgetPath(), { body: widget('w', spec) })
    await redefine(server, (crd) => {
      const { properties } = crd.spec.versions[0].schema.openAPIV3Schema.properties.spec
      properties.a.maxLength = 2
      properties.list.items.properties.b.maxLength = 2
      properties.list.items.properties.c.maxLength = 2
      properties.set['x-kubernetes-list-type'] = 'set'
    })
  })

  it('need a version', async () => {
    const { json } = await put({ ...widget('w', { a: 'x' }) })
    expect(json.message).toContain('metadata.resourceVersion: Invalid value: 0: must be specified for an update')
  })

  it('accept unchanged values that were stored before the schema became stricter', async () => {
    const answer = await merge(widgetPath('w'), {
      metadata: { labels: { a: 'b' } },
      spec: { list: [{ k: 'k', b: 'long', c: 'y' }] },
    })
    expect([answer.status, answer.json.spec.list]).toEqual([200, [{ k: 'k', b: 'long', c: 'y' }]])
  })

  it('are rejected if they change an invalid value into another invalid one', async () => {
    const { json } = await merge(widgetPath('w'), { spec: { a: 'other', list: [{ k: 'k', b: 'long', c: 'other' }] } })
    expect(json.details.causes.map(({ field }: Loose) => field)).toEqual(['spec.a', 'spec.list[0].c'])
  })

  it('may keep the doubles of a set that had some, and not bring some in', async () => {
    expect((await merge(widgetPath('w'), { spec: { set: ['x', 'x', 'y'] } })).status).toBe(200)
    expect((await merge(widgetPath('w'), { spec: { set: ['x'] } })).status).toBe(200)
    expect((await merge(widgetPath('w'), { spec: { set: ['x', 'x'] } })).json.message).toContain(
      'spec.set[1]: Duplicate value: "x"',
    )
  })

  it('validate created objects completely', async () => {
    const { status } = await call(server, 'POST', widgetPath(), { body: widget('v', { a: 'long' }) })
    expect(status).toBe(422)
  })
})

describe('map lists', () => {
  it('reject a key that is no string, with any value', async () => {
    const items = { type: 'object', required: ['a'], properties: { a: text, b: { type: 'integer', default: 1 } } }
    const list = {
      type: 'array',
      items,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['a'],
    }
    await define(server, widgets([version('v1', specSchema({ list }))]))
    // JSON.stringify has no -0 and no integer beyond 2^53.
    const spec = '{"list":[{"a":[[{"a":-9007199254740992}]],"b":0}]}'
    const body = `{"apiVersion":"example.dev/v1","kind":"Widget","metadata":{"name":"w"},"spec":${spec}}`
    const { status, json } = await call(server, 'POST', widgetPath(), { body })
    expect([status, json.message]).toEqual([
      422,
      'Widget.example.dev "w" is invalid: spec.list[0].a: Invalid value: "array": spec.list[0].a in body must be of type string: "array"',
    ])
  })
})

describe('finalizers', () => {
  it('without a domain cause a warning when they are new', async () => {
    await define(server, widgets())
    const body = { ...widget('w'), metadata: { name: 'w', finalizers: ['hold', 'example.dev/hold', 'orphan'] } }
    const made = await call(server, 'POST', widgetPath(), { body })
    expect(made.headers['warning']).toEqual([
      '299 - "metadata.finalizers: \\"hold\\": prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers"',
    ])
    expect((await merge(widgetPath('w'), { metadata: { labels: { a: 'b' } } })).headers['warning']).toBeUndefined()
  })
})

describe('server-side apply', () => {
  const port = {
    type: 'object',
    required: ['name'],
    properties: { name: text, port: whole, weight: { ...whole, default: 1 } },
  }
  beforeEach(() =>
    define(
      server,
      widgets([
        version(
          'v1',
          specSchema({
            ports: {
              type: 'array',
              items: port,
              'x-kubernetes-list-type': 'map',
              'x-kubernetes-list-map-keys': ['name'],
            },
            tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
            plain: { type: 'array', items: text },
            map: { type: 'object', additionalProperties: text },
            atom: { type: 'object', properties: { a: text, b: text }, 'x-kubernetes-map-type': 'atomic' },
            size: whole,
          }),
        ),
      ]),
    ),
  )

  it('merges keyed lists by their keys, and fills in defaults', async () => {
    await apply('w', 'one', { ports: [{ name: 'a', port: 1 }] })
    const { json } = await apply('w', 'two', { ports: [{ name: 'b', port: 2 }] })
    expect(json.spec.ports).toEqual([
      { name: 'a', port: 1, weight: 1 },
      { name: 'b', port: 2, weight: 1 },
    ])
    expect((await apply('w', 'one', {})).json.spec.ports).toEqual([{ name: 'b', port: 2, weight: 1 }])
  })

  it('merges sets and maps, and takes other lists and atomic maps as wholes', async () => {
    await apply('w', 'one', { tags: ['a'], map: { a: '1' }, plain: ['a'], atom: { a: '1' } })
    const merged = await apply('w', 'two', { tags: ['b'], map: { b: '2' } })
    expect([merged.json.spec.tags, merged.json.spec.map]).toEqual([['a', 'b'], { a: '1', b: '2' }])
    const conflict = await apply('w', 'two', { plain: ['b'], atom: { b: '2' } })
    expect(conflict.json.details.causes.map(({ field }: Loose) => field)).toEqual(['.spec.atom', '.spec.plain'])
    expect((await apply('w', 'two', { plain: ['b'], atom: { b: '2' } }, true)).json.spec).toMatchObject({
      plain: ['b'],
      atom: { b: '2' },
    })
  })

  it('records field ownership', async () => {
    await apply('w', 'one', { size: 1 })
    const { json } = await apply('w', 'two', { size: 2 })
    expect([json.code, json.details.causes]).toEqual([
      409,
      [{ reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.spec.size' }],
    ])
  })
})

describe('tables', () => {
  it('have the columns of the definition', async () => {
    const additionalPrinterColumns = [
      { name: 'Size', type: 'integer', jsonPath: '.spec.size', description: 'How large.' },
      { name: 'First', type: 'string', jsonPath: '.spec.list[0]' },
      { name: 'Wide', type: 'boolean', jsonPath: '.spec.wide', priority: 1 },
    ]
    const schema = specSchema({ size: whole, wide: { type: 'boolean' }, list: { type: 'array', items: text } })
    await define(server, widgets([version('v1', schema, { additionalPrinterColumns })]))
    await call(server, 'POST', widgetPath(), { body: widget('w', { size: 3, wide: true, list: ['x', 'y'] }) })
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
    const { json } = await call(server, 'GET', widgetPath(), { headers: { accept } })
    expect(
      json.columnDefinitions.map(({ name, description, priority }: Loose) => [name, description, priority]),
    ).toEqual([
      ['Name', expect.any(String), 0],
      ['Size', 'How large.', 0],
      ['First', 'Custom resource definition column (in JSONPath format): .spec.list[0]', 0],
      ['Wide', 'Custom resource definition column (in JSONPath format): .spec.wide', 1],
    ])
    expect(json.rows[0].cells).toEqual(['w', 3, 'x', true])
  })
})

describe('numbers beyond 2^53', () => {
  it('survive', async () => {
    await define(server, widgets([version('v1', specSchema({ big: { type: 'integer', format: 'int64' } }))]))
    const body =
      '{"apiVersion":"example.dev/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"big":9007199254740993}}'
    const made = await server.fetch(
      new Request(`http://server${widgetPath()}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      }),
    )
    expect(await made.text()).toContain('"big":9007199254740993')
  })
})
