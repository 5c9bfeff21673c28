import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
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

const map = { type: 'object', additionalProperties: { type: 'string' } }
const any = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const schema = specSchema({ map, any, size: { type: 'integer' } })
let server: Server

beforeEach(async () => {
  server = await openServer()
  await define(server, widgets([version('v1', schema), version('v2', schema)]))
})
afterEach(() => server.close())

function apply(manager: string, at: string, spec: unknown): Promise<Loose> {
  return call(server, 'PATCH', `${widgetPath('w', at)}?fieldManager=${manager}`, {
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: { ...widget('w', undefined, at), spec },
  })
}

describe('applies of a custom resource', () => {
  it('leave a map that another manager owns at another version', async () => {
    await apply('one', 'v1', { map: { k: 'v' } })
    await apply('two', 'v2', { map: {} })
    const { status, json } = await apply('one', 'v1', undefined)
    expect([status, json.spec]).toEqual([200, { map: {} }])
    expect(json.metadata.managedFields).toMatchObject([
      { manager: 'two', apiVersion: 'example.dev/v2', fieldsV1: { 'f:spec': { 'f:map': {} } } },
    ])
  })

  it('do not conflict where one has null and the other one a map of open content', async () => {
    await apply('one', 'v1', { any: { a: null } })
    const merged = await apply('two', 'v1', { any: { a: { b: 'x' } } })
    expect([merged.status, merged.json.spec.any]).toEqual([200, { a: { b: 'x' } }])
    const again = await apply('three', 'v1', { any: { a: null } })
    expect([again.status, again.json.spec.any]).toEqual([200, { a: { b: 'x' } }])
    expect((await apply('three', 'v1', { any: { a: 'x' } })).status).toBe(409)
  })
})

describe('the apiVersion and kind of a custom resource', () => {
  it('are validated in every write, also if they have not changed', async () => {
    await call(server, 'POST', widgetPath(), { body: widget('w', {}) })
    await redefine(server, (crd) => {
      for (const { schema: of } of crd.spec.versions)
        of.openAPIV3Schema.properties.apiVersion = { type: 'string', pattern: '^example.dev/v1$' }
    })
    const patch = (at: string): Promise<Loose> =>
      call(server, 'PATCH', widgetPath('w', at), {
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { spec: { size: 1 } },
      })
    expect((await patch('v1')).status).toBe(200)
    const { status, json } = await patch('v2')
    expect([status, json.message]).toEqual([
      422,
      'Widget.example.dev "w" is invalid: apiVersion: Invalid value: "example.dev/v2": apiVersion in body should match \'^example.dev/v1$\'',
    ])
  })
})
