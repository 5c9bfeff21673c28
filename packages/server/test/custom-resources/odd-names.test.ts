import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'
import {
  define,
  definitionPath,
  openServer,
  specSchema,
  until,
  version,
  widget,
  widgetPath,
  widgets,
  type Loose,
} from './support.ts'

let server: Server
beforeEach(async () => void (server = await openServer()))
afterEach(async () => {
  await server.close()
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as Loose).polluted).toBeUndefined()
})

const odd = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
] as const

/** Objects as JSON has them: `__proto__` is a member like any. */
const object = (...members: readonly (readonly [string, unknown])[]): Loose =>
  JSON.parse(`{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`)

describe.each(odd)('%s', (name) => {
  it('is a field like any: kept, validated, defaulted, pruned, listed, watched', async () => {
    const inner = {
      type: 'object',
      properties: { polluted: { type: 'string', maxLength: 5 }, size: { type: 'integer', default: 7 } },
    }
    await define(server, widgets([version('v1', specSchema(object([name, inner])))]))
    const spec = object([name, { polluted: 'yes', unknown: 1 }])
    const made = await call(server, 'POST', widgetPath(), { body: widget('a', spec) })
    const kept = object([name, { polluted: 'yes', size: 7 }])
    expect([made.status, JSON.stringify(made.json.spec)]).toEqual([201, JSON.stringify(kept)])
    const { json } = await call(server, 'GET', widgetPath())
    expect(JSON.stringify(json.items[0].spec)).toBe(JSON.stringify(kept))
    const watch = await openWatch(server, `${widgetPath()}?watch=true`)
    await watch.until(1)
    expect(JSON.stringify(watch.events[0].object.spec)).toBe(JSON.stringify(kept))
    watch.leave()
    const long = await call(server, 'POST', widgetPath(), {
      body: widget('b', object([name, { polluted: 'too long' }])),
    })
    expect([long.status, long.json.details?.causes?.[0]]).toEqual([
      422,
      {
        reason: 'FieldValueTooLong',
        message: 'Too long: may not be more than 5 bytes',
        field: `spec.${name}.polluted`,
      },
    ])
  })

  it('is not a field unless the schema has it', async () => {
    await define(server, widgets([version('v1', specSchema({ size: { type: 'integer' } }))]))
    const body = widget('a', object([name, { polluted: 1 }], ['size', 1]))
    const made = await call(server, 'POST', widgetPath(), { body })
    expect([made.status, JSON.stringify(made.json.spec)]).toEqual([201, '{"size":1}'])
    const strict = await call(server, 'POST', `${widgetPath()}?fieldValidation=Strict`, {
      body: { ...body, metadata: { name: 'b' } },
    })
    expect([strict.status, strict.json.message]).toEqual([
      400,
      `Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.${name}"`,
    ])
  })

  it('is a key of a map, and a field that is kept unknown', async () => {
    const schema = specSchema({
      map: { type: 'object', additionalProperties: { type: 'string' } },
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    })
    await define(server, widgets([version('v1', schema)]))
    const spec = { map: object([name, 'text']), free: object([name, { polluted: [1] }]) }
    await call(server, 'POST', widgetPath(), { body: widget('a', spec) })
    const got = await call(server, 'GET', widgetPath('a'))
    expect(JSON.stringify(got.json.spec)).toBe(JSON.stringify(spec))
    const patched = await call(server, 'PATCH', widgetPath('a'), {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: `{"spec":{"free":{${JSON.stringify(name)}:{"more":true}}}}`,
    })
    expect(JSON.stringify(patched.json.spec.free)).toBe(JSON.stringify(object([name, { polluted: [1], more: true }])))
    const applied = await call(server, 'PATCH', `${widgetPath('a')}?fieldManager=m&force=true`, {
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: `{"apiVersion":"example.dev/v1","kind":"Widget","spec":{"map":{${JSON.stringify(name)}:"other"}}}`,
    })
    expect([applied.status, JSON.stringify(applied.json.spec.map)]).toEqual([
      200,
      JSON.stringify(object([name, 'other'])),
    ])
  })

  it('is a required field that is missed, and a default', async () => {
    const required = { ...specSchema(object([name, { type: 'integer' }]), { required: [name] }) }
    await define(server, widgets([version('v1', required)]))
    const missed = await call(server, 'POST', widgetPath(), { body: widget('a') })
    expect([missed.status, missed.json.details?.causes]).toEqual([
      422,
      [{ reason: 'FieldValueRequired', message: 'Required value', field: `spec.${name}` }],
    ])
  })

  it('is a field in the documents', async () => {
    await define(server, widgets([version('v1', specSchema(object([name, { type: 'integer' }])))]))
    const { text, json } = await call(server, 'GET', '/openapi/v3/apis/example.dev/v1')
    expect(text).toContain(`${JSON.stringify(name)}:{"type":"integer"`)
    const spec = json.components.schemas['dev.example.v1.Widget'].properties.spec
    expect(Object.keys(spec.properties)).toEqual([name])
    expect((await call(server, 'GET', '/openapi/v2')).text).toContain(`${JSON.stringify(name)}:{`)
  })
})

describe('groups, resources and kinds', () => {
  it.each(['constructor', 'valueof', 'hasownproperty', 'tostring', 'prototype'])('may be called %s', async (name) => {
    const kind = name[0]!.toUpperCase() + name.slice(1)
    const full = `${name}.${name}.dev`
    const made = await define(server, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: full },
      spec: {
        group: `${name}.dev`,
        scope: 'Cluster',
        names: {
          plural: name,
          singular: name,
          kind,
          listKind: `${kind}List`,
          shortNames: ['tolocalestring'],
          categories: ['isprototypeof'],
        },
        versions: [{ ...version('constructor'), storage: true }],
      },
    })
    expect(made.status.conditions.map(({ status }: Loose) => status)).toEqual(['True', 'True'])
    const path = `/apis/${name}.dev/constructor/${name}`
    const created = await call(server, 'POST', path, {
      body: {
        apiVersion: `${name}.dev/constructor`,
        kind,
        metadata: { name: 'constructor', labels: { constructor: 'x' } },
      },
    })
    expect(created.status).toBe(201)
    expect((await call(server, 'GET', `${path}?labelSelector=constructor%3Dx`)).json.items).toHaveLength(1)
    expect((await call(server, 'GET', `/apis/${name}.dev`)).json.preferredVersion.version).toBe('constructor')
    expect(
      (await call(server, 'GET', `/apis/${name}.dev/constructor`)).json.resources.map((one: Loose) => one.name),
    ).toEqual([name])
    expect((await call(server, 'GET', `/openapi/v3/apis/${name}.dev/constructor`)).status).toBe(200)
    await call(server, 'DELETE', definitionPath(full))
    await until(server, definitionPath(full), ({ status }) => status === 404)
    expect((await call(server, 'GET', path)).status).toBe(404)
  })

  it.each(['__proto__', 'constructor', 'toString'])('%s is not a version unless the CRD defines it', async (name) => {
    for (const path of [
      `/apis/${name}`,
      `/apis/${name}/v1`,
      `/apis/apps/${name}`,
      `/apis/apps/v1/${name}`,
      `/api/v1/${name}`,
      `/openapi/v3/${name}`,
      `/openapi/v3/apis/${name}/v1`,
      `/api/v1/namespaces/default/pods/p/${name}`,
    ]) {
      expect([path, (await call(server, 'GET', path)).status]).toEqual([path, 404])
    }
  })
})
