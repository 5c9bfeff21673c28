import { defineResource, listMap, z } from '@pinnace/resources/define'
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { createServer, type Server } from '../src/index.ts'
import { call } from './support/call.ts'

const Widget = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Widget',
  scope: 'Namespaced',
  schema: z.object({
    spec: z.object({
      size: z.int32().default(1),
      parts: listMap(z.object({ name: z.string(), count: z.int32() }), ['name']).optional(),
    }),
    status: z.object({ ready: z.boolean().optional() }).optional(),
  }),
  columns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
  subresources: { status: true },
})
const widgets = '/apis/example.dev/v1/namespaces/default/widgets'
let server: Server

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', resources: [Widget] })
})

describe('a kind of the host', () => {
  it('is served under its own group, with defaults from its schema', async () => {
    const { status, json } = await call(server, 'POST', widgets, { body: { metadata: { name: 'w' }, spec: {} } })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      apiVersion: 'example.dev/v1',
      kind: 'Widget',
      metadata: { name: 'w', generation: 1 },
      spec: { size: 1 },
    })
  })

  it('is refused with the field that is wrong', async () => {
    const { status, json } = await call(server, 'POST', widgets, {
      body: { metadata: { name: 'w' }, spec: { size: 'big' } },
    })
    expect(status).toBe(422)
    expect(json.details.causes[0].field).toBe('spec.size')
  })

  it('has a client with its static type', async () => {
    const client = server.client(Widget).namespace('default')
    const made = await client.create({ metadata: { name: 'typed' }, spec: { size: 3 } })
    expectTypeOf(made.spec.size).toEqualTypeOf<number>()
    expect(made.spec.size).toBe(3)
    expect((await client.get('typed')).metadata.uid).toBe(made.metadata.uid)
  })

  it('is applied by fields, list items by key', async () => {
    const client = server.client(Widget).namespace('default')
    await client.apply({ metadata: { name: 'a' }, spec: { parts: [{ name: 'x', count: 1 }] } }, { fieldManager: 'one' })
    const both = await client.apply(
      { metadata: { name: 'a' }, spec: { parts: [{ name: 'y', count: 2 }] } },
      { fieldManager: 'two' },
    )
    expect(both.spec.parts).toEqual([
      { name: 'x', count: 1 },
      { name: 'y', count: 2 },
    ])
    await expect(
      client.apply({ metadata: { name: 'a' }, spec: { parts: [{ name: 'x', count: 5 }] } }, { fieldManager: 'two' }),
    ).rejects.toThrow('Apply failed with 1 conflict: conflict with "one": .spec.parts[name="x"].count')
  })

  it('keeps its status from writes to the object itself', async () => {
    const client = server.client(Widget).namespace('default')
    const made = await client.create({ metadata: { name: 's' }, spec: { size: 1 }, status: { ready: true } })
    expect(made.status).toBeUndefined()
    expect((await client.patchStatus('s', { status: { ready: true } })).status).toEqual({ ready: true })
  })

  it('prints the columns it declares', async () => {
    await call(server, 'POST', widgets, { body: { metadata: { name: 'w' }, spec: { size: 7 } } })
    const { json } = await call(server, 'GET', widgets, {
      headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
    })
    expect(json.columnDefinitions.map((column: { name: string }) => column.name)).toEqual(['Name', 'Size'])
    expect(json.rows[0].cells).toEqual(['w', 7])
  })
})
