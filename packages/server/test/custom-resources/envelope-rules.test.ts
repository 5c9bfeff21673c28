import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { define, openServer, specSchema, version, widget, widgetPath, widgets, type Loose } from './support.ts'

let server: Server
beforeEach(async () => void (server = await openServer()))
afterEach(() => server.close())

describe('what a definition says of apiVersion and kind', () => {
  it('is validated with the object', async () => {
    const schema: Loose = specSchema()
    schema.properties.apiVersion = { type: 'string', pattern: '^example.dev/v9$' }
    schema.properties.kind = { type: 'string', enum: ['B', 'C'] }
    await define(server, widgets([version('v1', schema)]))
    const { status, json } = await call(server, 'POST', widgetPath(), { body: widget('one') })
    expect([status, json.message]).toEqual([
      422,
      `Widget.example.dev "one" is invalid: [apiVersion: Invalid value: "example.dev/v1": apiVersion in body should match '^example.dev/v9$', kind: Unsupported value: "Widget": supported values: "B", "C"]`,
    ])
  })
})

describe('a default of an embedded object', () => {
  const embedded = (value: object, more: object = {}): Loose =>
    specSchema({ o: { type: 'object', 'x-kubernetes-embedded-resource': true, default: value, ...more } })
  const value = { apiVersion: 'foos/v1', kind: 'Foo', metadata: { name: 'bar', unknown: 'unknown' } }

  it('may have unknown fields in its metadata, which are not filled in', async () => {
    const open = { 'x-kubernetes-preserve-unknown-fields': true }
    await define(server, widgets([version('v1', embedded(value, open))]))
    const { status, json } = await call(server, 'POST', widgetPath(), { body: widget('one') })
    expect([status, json.spec.o]).toEqual([201, { ...value, metadata: { name: 'bar' } }])
  })

  it('has no other unknown fields', async () => {
    const known = { properties: { x: { type: 'string' } } }
    await expect(define(server, widgets([version('v1', embedded({ ...value, y: 1 }, known))]))).rejects.toThrow(
      'must not have unknown fields',
    )
  })
})
