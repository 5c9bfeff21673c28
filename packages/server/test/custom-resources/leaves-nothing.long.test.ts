import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ResourceDefinition } from '@pinnace/resources'
import type { ObjectSchema } from '@pinnace/schema'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMetrics, type Server } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'
import { define, definitionPath, openServer, specSchema, until, version, widgets, type Loose } from './support.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const count = 10

const definitionOf = (index: number): Loose => {
  const plural = `w${index}s`
  const versions = [
    version('v1', specSchema({ [`own${index}`]: { type: 'integer' }, replicas: { type: 'integer' } }), {
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
      },
      additionalPrinterColumns: [{ name: 'Own', type: 'integer', jsonPath: `.spec.own${index}` }],
      selectableFields: [{ jsonPath: `.spec.own${index}` }],
    }),
    version('v2', specSchema({ [`own${index}`]: { type: 'integer' } })),
  ]
  const { spec, ...rest } = widgets(versions)
  return {
    ...rest,
    metadata: { name: `${plural}.example.dev` },
    spec: { ...spec, names: { plural, kind: `W${index}`, shortNames: [`s${index}`], categories: ['all'] } },
  }
}

/** Requests everything that a server caches. */
async function use(server: Server, index: number): Promise<void> {
  const path = (of: string): string => `/apis/example.dev/${of}/namespaces/default/w${index}s`
  const body = {
    apiVersion: 'example.dev/v1',
    kind: `W${index}`,
    metadata: { name: 'a' },
    spec: { [`own${index}`]: 1, replicas: 1 },
  }
  expect((await call(server, 'POST', path('v1'), { body })).status).toBe(201)
  const apply = {
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: { ...body, apiVersion: 'example.dev/v2', spec: { [`own${index}`]: 2 } },
  }
  expect((await call(server, 'PATCH', `${path('v2')}/a?fieldManager=m&force=true`, apply)).status).toBe(200)
  for (const of of ['v1', 'v2']) {
    expect((await call(server, 'GET', path(of))).status).toBe(200)
    expect((await call(server, 'GET', `/openapi/v3/apis/example.dev/${of}`)).status).toBe(200)
    const watch = await openWatch(server, `${path(of)}?watch=true`)
    await watch.until(1)
    watch.leave()
  }
  expect((await call(server, 'GET', `${path('v1')}?fieldSelector=spec.own${index}%3D2`)).json.items).toHaveLength(1)
  const table = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } }
  expect((await call(server, 'GET', path('v1'), table)).json.kind).toBe('Table')
  expect((await call(server, 'GET', `${path('v1')}/a/scale`)).status).toBe(200)
}

/** Asks for what is kept until something is another. */
async function look(server: Server): Promise<void> {
  for (const path of ['/apis', '/apis/example.dev', '/openapi/v2', '/openapi/v3', '/metrics'])
    await call(server, 'GET', path)
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** The last that was asked for may be remembered. */
const mayStay = 8

/** How many are still in memory; a collection takes long where many test files share the heap. */
async function left(references: readonly WeakRef<object>[]): Promise<number> {
  let alive = references.length
  for (let round = 0; round < 20 && alive > mayStay; round++) {
    await turn()
    collectGarbage()
    alive = references.filter((reference) => reference.deref() !== undefined).length
  }
  return alive
}

describe('definitions that come and go', () => {
  let server: Server
  beforeEach(async () => void (server = await openServer({ metrics: await createMetrics() })))
  afterEach(() => server.close())

  const held = (of: Server, index: number): WeakRef<object>[] => {
    const definitions = ['v1', 'v2'].map((at): ResourceDefinition =>
      of.registry.byGvr('example.dev', at, `w${index}s`)!,
    )
    const schemas = definitions.map((definition): ObjectSchema => definition.schema() as ObjectSchema)
    return [...definitions, ...schemas].map((one) => new WeakRef<object>(one))
  }
  const removeAll = async (of: Server): Promise<void> => {
    for (let index = 0; index < count; index++) {
      await call(of, 'DELETE', definitionPath(`w${index}s.example.dev`))
    }
    for (let index = 0; index < count; index++) {
      await until(of, definitionPath(`w${index}s.example.dev`), ({ status }) => status === 404)
    }
    await look(of)
  }

  it('leave no kind, no schema and no group behind', async () => {
    const before = server.registry.all.length
    const references: WeakRef<object>[] = []
    for (let index = 0; index < count; index++) {
      await define(server, definitionOf(index))
      await use(server, index)
      references.push(...held(server, index))
    }
    await look(server)
    expect(server.registry.all.length).toBe(before + 2 * count)
    await removeAll(server)
    expect(server.registry.all.length).toBe(before)
    expect(server.registry.group('example.dev')).toBeUndefined()
    expect((await call(server, 'GET', '/apis/example.dev')).status).toBe(404)
    expect(await left(references)).toBeLessThanOrEqual(mayStay)
  })

  it('can change any number of times without leaving anything behind', async () => {
    await define(server, definitionOf(0))
    await use(server, 0)
    const references: WeakRef<object>[] = []
    for (let index = 1; index <= count; index++) {
      references.push(...held(server, 0))
      const { json } = await call(server, 'GET', definitionPath('w0s.example.dev'))
      for (const one of json.spec.versions) {
        one.schema.openAPIV3Schema.properties.spec.properties[`more`] = { type: 'string', maxLength: index }
      }
      expect((await call(server, 'PUT', definitionPath('w0s.example.dev'), { body: json })).status).toBe(200)
      expect((await call(server, 'GET', '/apis/example.dev/v2/namespaces/default/w0s')).json.items).toHaveLength(1)
    }
    await look(server)
    expect(await left(references)).toBeLessThanOrEqual(mayStay)
  })

  it('go with the fork that had them', async () => {
    const references: WeakRef<object>[] = []
    await forked(references)
    await look(server)
    expect((await call(server, 'GET', '/apis/example.dev')).status).toBe(404)
    expect(await left(references)).toBeLessThanOrEqual(mayStay)
  })

  const forked = async (references: WeakRef<object>[]): Promise<void> => {
    const fork = server.fork()
    for (let index = 0; index < count; index++) {
      await define(fork, definitionOf(index))
      await use(fork, index)
      references.push(...held(fork, index))
    }
    await look(fork)
    await fork.close()
  }
})
