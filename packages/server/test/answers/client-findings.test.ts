import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

// What suites of clients and of Go projects have found; the answers are those of kube-apiserver 1.36.3.
describe('clients that were surprised once', () => {
  let server: Server
  beforeEach(async () => void (server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })))
  afterEach(() => server.close())

  const maps = '/api/v1/namespaces/default/configmaps'
  const configMap = (name: string, metadata: object = {}) => ({ metadata: { name, ...metadata } })

  it('may name a namespace in a cluster-scoped object: it is dropped', async () => {
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x1', namespace: 'x1' } }
    const { status, json } = await call(server, 'POST', '/api/v1/namespaces', { body })
    expect([status, json.metadata.namespace]).toEqual([201, undefined])
    const updated = await call(server, 'PUT', '/api/v1/namespaces/x1', {
      body: { ...json, metadata: { ...json.metadata, namespace: 'y' } },
    })
    expect([updated.status, updated.json.metadata.namespace]).toEqual([200, undefined])
  })

  it('see objects of all namespaces that have a name, in a watch too', async () => {
    await call(server, 'POST', '/api/v1/namespaces', { body: configMap('n2') })
    await call(server, 'POST', '/api/v1/namespaces/n2/configmaps', { body: configMap('p') })
    const query = 'fieldSelector=metadata.name%3Dp'
    const list = await call(server, 'GET', `/api/v1/configmaps?${query}`)
    expect(list.json.items).toHaveLength(1)
    const reply = await server.fetch(
      new Request(`http://server/api/v1/configmaps?watch=1&resourceVersion=0&timeoutSeconds=1&${query}`),
    )
    const events = (await reply.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; object: { metadata: object } })
    expect(events).toMatchObject([{ type: 'ADDED', object: { metadata: { name: 'p', namespace: 'n2' } } }])
  })

  it('may try a create with a resourceVersion as a dry run', async () => {
    const body = configMap('a1', { resourceVersion: '5' })
    expect((await call(server, 'POST', `${maps}?dryRun=All`, { body })).status).toBe(201)
    const { status, json } = await call(server, 'POST', maps, { body })
    expect([status, json.message]).toEqual([500, 'resourceVersion should not be set on objects to be created'])
  })

  it('are told the patch, not the object, where a strategic merge patch has an unknown field', async () => {
    await call(server, 'POST', maps, { body: configMap('m') })
    const reply = await server.fetch(
      new Request(`http://server${maps}/m?fieldValidation=Strict`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/strategic-merge-patch+json' },
        body: '{"dataa":{"a":"b"}}',
      }),
    )
    const text = await reply.text()
    expect(JSON.parse(text).message).toBe(
      ' "" is invalid: patch: Invalid value: "map[dataa:map[a:b]]": strict decoding error: unknown field "dataa"',
    )
    // Every JSON body ends in a newline.
    expect(text.endsWith('}\n')).toBe(true)
    expect((await (await server.fetch(new Request(`http://server${maps}/m`))).text()).endsWith('}\n')).toBe(true)
  })

  it('are answered about paths of custom resources as if there were none of the other scope, and no strategic patches', async () => {
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
    const subresources = {
      status: {},
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    }
    const body = {
      metadata: { name: 'foos.ex.dev' },
      spec: {
        group: 'ex.dev',
        scope: 'Namespaced',
        names: { plural: 'foos', singular: 'foo', kind: 'Foo' },
        versions: [{ name: 'v1', served: true, storage: true, schema, subresources }],
      },
    }
    await call(server, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { body })
    const foos = '/apis/ex.dev/v1/namespaces/default/foos'
    const foo = { apiVersion: 'ex.dev/v1', kind: 'Foo', metadata: { name: 'a' }, spec: { replicas: 1 } }
    expect((await call(server, 'POST', foos, { body: foo })).status).toBe(201)
    expect((await call(server, 'POST', '/apis/ex.dev/v1/foos', { body: foo })).status).toBe(404)
    expect((await call(server, 'DELETE', '/apis/ex.dev/v1/foos')).status).toBe(404)
    const discovery = await call(server, 'GET', '/apis/ex.dev/v1')
    expect(discovery.json.resources.map(({ name }: { name: string }) => name)).toEqual([
      'foos',
      'foos/status',
      'foos/scale',
    ])
    for (const path of [`${foos}/a`, `${foos}/a/status`, `${foos}/a/scale`]) {
      const reply = await server.fetch(
        new Request(`http://server${path}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/strategic-merge-patch+json' },
          body: '{"spec":{"replicas":3}}',
        }),
      )
      expect([path, reply.status]).toEqual([path, 415])
    }
  })
})
