import { builtInResources } from '@pinnace/kinds'
import { kubernetesVocabulary, type HttpReply } from '@pinnace/meta'
import { compileDecoder, type ObjectSchema } from '@pinnace/schema'
import { loadProtobuf } from '@pinnace/versioning'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call, toRequest, type CallOptions } from '../support/call.ts'
import { define, definitionPath, openServer, version, widget, widgetPath, widgets, type Loose } from './support.ts'

const { readEnvelope, decodeProtobuf, writeEnvelope } = await loadProtobuf()
const protobuf = 'application/vnd.kubernetes.protobuf'
const definitionType = (await builtInResources(kubernetesVocabulary))
  .find(({ kind }) => kind === 'CustomResourceDefinition')!
  .schema()

let server: Server
beforeEach(async () => {
  server = await openServer()
  return () => server.close()
})

const send = async (method: string, target: string, options: CallOptions = {}): Promise<HttpReply> =>
  server.handle(toRequest(method, target, { ...options, headers: { accept: protobuf, ...options.headers } }))

const open = (schema: ObjectSchema, { body }: HttpReply): Loose => {
  if (!(body instanceof Uint8Array)) throw new Error('not an answer with bytes')
  const { kind, apiVersion, raw } = readEnvelope(body)
  return { kind, apiVersion, ...compileDecoder(schema)(decodeProtobuf(schema, raw), undefined) }
}

/** A schema with something of everything that is one thing or another in JSON. */
const everything = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer', format: 'int64', minimum: 0, maximum: 2.5e9, default: 3, multipleOf: 1 },
        ratio: { type: 'number', minimum: 0.5, exclusiveMinimum: true, default: 0.75 },
        mode: { type: 'string', enum: ['a', 'b', ''], default: '', pattern: '^[ab]?$' },
        none: { type: 'string', nullable: true },
        list: {
          type: 'array',
          items: { type: 'object', properties: { k: { type: 'string' }, v: { type: 'string' } }, required: ['k'] },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          default: [{ k: 'ü', v: '☃' }],
          maxItems: 4,
          minItems: 0,
        },
        labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 9 }, maxProperties: 3 },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, default: { deep: [1, true, null] } },
        either: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
        not: { type: 'string', not: { enum: ['x'] }, oneOf: [{ minLength: 1 }, { maxLength: 0 }] },
      },
    },
  },
}

describe('a definition in protobuf', () => {
  it('is what it is in JSON, with schemas and documents within', async () => {
    await define(server, widgets([version('v1', everything)]))
    const { json } = await call(server, 'GET', definitionPath())
    const reply = await send('GET', definitionPath())
    expect(reply.status).toBe(200)
    expect(open(definitionType, reply)).toEqual(json)
  })

  it('can be made of it, and is the same', async () => {
    const definition = widgets([version('v1', everything)])
    const reply = await send('POST', definitionPath('').slice(0, -1), {
      body: Buffer.from(writeEnvelope(definitionType, definition)),
      headers: { 'content-type': protobuf },
    })
    expect(reply.status).toBe(201)
    const { json } = await call(server, 'GET', definitionPath())
    expect(json.spec.versions[0].schema.openAPIV3Schema).toEqual(everything)
    const made = await call(server, 'POST', widgetPath(), { body: widget('a') })
    expect(made.json.spec).toEqual({
      size: 3,
      ratio: 0.75,
      mode: '',
      list: [{ k: 'ü', v: '☃' }],
      free: { deep: [1, true, null] },
    })
  })
})

describe('what is not a CRD', () => {
  const unreadable = 'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: '
  const at = 'JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties'
  const deep = `${'{"not":'.repeat(1001)}{}${'}'.repeat(1001)}`

  const create = (definition: object): ReturnType<typeof call> =>
    call(server, 'POST', definitionPath('').slice(0, -1), { body: definition })

  it.each([
    [
      { type: 'array', items: { maximum: 'x' } },
      `json: cannot unmarshal string into Go struct field ${at}.items of type float64`,
    ],
    [
      { type: 'array', items: [{ type: 1 }] },
      `json: cannot unmarshal number into Go struct field ${at}.items of type string`,
    ],
    [
      { additionalProperties: { items: { minLength: 'x' } } },
      `json: cannot unmarshal string into Go struct field ${at}.additionalProperties of type int64`,
    ],
    [
      { not: { allOf: [{ items: { nullable: 1 } }] } },
      `json: cannot unmarshal number into Go struct field ${at}.not.allOf.items of type bool`,
    ],
    [{ additionalProperties: 's' }, 'boolean or JSON schema expected'],
    [{ additionalItems: [] }, 'boolean or JSON schema expected'],
    [{ type: 'array', items: { additionalProperties: 1 } }, 'boolean or JSON schema expected'],
  ])('is rejected because it cannot be decoded: %j', async (schema, message) => {
    const { status, json } = await create(widgets([version('v1', { type: 'object', properties: { a: schema } })]))
    expect([status, json.message]).toEqual([400, unreadable + message])
  })

  it('is rejected as a body when its schema is nested more than 1,000 levels', async () => {
    const a = JSON.parse(deep) as object
    const { status, json } = await create(widgets([version('v1', { type: 'object', properties: { a } })]))
    expect(status).toBe(400)
    expect(json.message).toContain(`couldn't get version/kind; json parse error: exceeded max depth`)
  })

  it('is refused as a patch where a patch makes it so', async () => {
    await define(server, widgets())
    const patch = [
      { op: 'add', path: '/spec/versions/0/schema/openAPIV3Schema/properties/a', value: { additionalItems: 1 } },
    ]
    const headers = { 'content-type': 'application/json-patch+json' }
    const { status, json } = await call(server, 'PATCH', definitionPath(), { body: patch, headers })
    expect([status, json.details.causes[0].field]).toEqual([422, 'patch'])
    expect(json.message).toContain('boolean or JSON schema expected')
  })

  it.each([1, 'x', []])('is rejected when items are %j, which is not a schema', async (items) => {
    const { status, json } = await create(widgets([version('v1', { type: 'object', properties: { a: { items } } })]))
    expect([status, json.message]).toEqual([
      422,
      `CustomResourceDefinition.apiextensions.k8s.io "widgets.example.dev" is invalid: spec.validation.openAPIV3Schema: Invalid value: "": OpenAPIV3Schema 'items' must be a schema, but is an array`,
    ])
  })

  it.each([
    [undefined, 'null'],
    [null, 'null'],
    [[], '[]'],
  ])('is rejected without versions (%j): one must be the storage version', async (versions, printed) => {
    const { status, json } = await create(widgets([], { versions }))
    expect(status).toBe(422)
    expect(json.message).toContain(
      `spec.versions: Invalid value: ${printed}: must have exactly one version marked as storage version`,
    )
  })

  it('may have nothing at all', async () => {
    const { status, json } = await create({ ...widgets(), spec: undefined })
    expect(status).toBe(422)
    expect(json.message).toContain('spec.group: Required value')
  })

  it('has nested schemas decoded leniently as in Kubernetes: unknown fields are dropped silently', async () => {
    const schema = { type: 'object', properties: { a: { type: 'array', items: { type: 'string', nonsense: 1 } } } }
    const path = `${definitionPath('').slice(0, -1)}?fieldValidation=Strict`
    const { status, json } = await call(server, 'POST', path, { body: widgets([version('v1', schema)]) })
    expect(status).toBe(201)
    expect(json.spec.versions[0].schema.openAPIV3Schema.properties.a.items).toEqual({ type: 'string' })
  })
})

describe('custom resources', () => {
  beforeEach(async () => {
    await define(server, widgets([version('v1')]))
    await call(server, 'POST', widgetPath(), { body: widget('a') })
  })

  it('have no protobuf form: the next that is accepted, or 406; 415 where they are sent', async () => {
    expect((await send('GET', widgetPath('a'))).status).toBe(406)
    const next = await send('GET', widgetPath('a'), { headers: { accept: `${protobuf},application/json` } })
    expect(next.status).toBe(200)
    const sent = await send('POST', widgetPath(), {
      body: Buffer.from(writeEnvelope(definitionType, widgets())),
      headers: { 'content-type': protobuf, accept: 'application/json' },
    })
    expect(sent.status).toBe(415)
  })

  it('are shown and read in YAML', async () => {
    const shown = await call(server, 'GET', widgetPath('a'), { headers: { accept: 'application/yaml' } })
    expect(shown.text).toMatch(/^kind: Widget$/m)
    const made = await call(server, 'POST', widgetPath(), {
      body: 'apiVersion: example.dev/v1\nkind: Widget\nmetadata:\n  name: b\nspec: {}\n',
      headers: { 'content-type': 'application/yaml' },
    })
    expect(made.status).toBe(201)
  })

  it('are shown by their metadata alone', async () => {
    const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
    const { json } = await call(server, 'GET', widgetPath(), { headers: { accept } })
    expect(json.kind).toBe('PartialObjectMetadataList')
    expect(json.items[0].metadata.name).toBe('a')
    expect(json.items[0].spec).toBeUndefined()
  })
})
