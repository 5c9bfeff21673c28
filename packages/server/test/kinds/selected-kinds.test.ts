import { withErrorCode } from '@pinnace/meta'
import { defineResource, z } from '@pinnace/resources/define'
import { afterEach, describe, expect, it } from 'vitest'
import { createServer, type Server, type ServerOptions } from '../../src/index.ts'
import { call } from '../support/call.ts'

const Widget = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Widget',
  scope: 'Namespaced',
  schema: z.object({ spec: z.object({ size: z.int32().default(1) }) }),
})

const opened: Server[] = []

async function open(options: ServerOptions = {}): Promise<Server> {
  const server = await createServer({
    vocabulary: 'kubernetes',
    preset: 'testing',
    resources: [Widget],
    builtInKinds: [],
    ...options,
  })
  opened.push(server)
  return server
}

afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})

describe('a server without the built-in kinds it does not need', () => {
  it('serves its own kinds', async () => {
    const server = await open()
    const widgets = server.client(Widget).namespace('default')
    await widgets.create({ metadata: { name: 'w' }, spec: { size: 3 } })
    expect((await widgets.get('w')).spec).toEqual({ size: 3 })
    await widgets.delete('w')
    expect((await widgets.list()).items).toEqual([])
  })

  it('serves them with roles and every admission plugin', async () => {
    const server = await open({ preset: 'secure', authorization: ['Node', 'RBAC'] })
    const widgets = server.client(Widget).namespace('default')
    await widgets.create({ metadata: { name: 'w' }, spec: { size: 1 } })
    expect((await widgets.get('w')).spec).toEqual({ size: 1 })
    expect((await call(server, 'GET', '/apis/example.dev/v1/widgets')).status).toBe(403)
  })

  it('answers 404 for the kinds that are not selected', async () => {
    const server = await open()
    for (const path of [
      '/api/v1/pods',
      '/api/v1/namespaces/default/services',
      '/apis/apps/v1',
      '/apis/apps/v1/deployments',
    ]) {
      expect((await call(server, 'GET', path)).status, path).toBe(404)
    }
  })

  it('has them in no discovery and no OpenAPI document', async () => {
    const server = await open()
    const { json: core } = await call(server, 'GET', '/api/v1')
    expect(core.resources.map(({ name }: { name: string }) => name)).toEqual([
      'configmaps',
      'namespaces',
      'namespaces/finalize',
      'namespaces/status',
    ])
    const { json: groups } = await call(server, 'GET', '/apis')
    expect(groups.groups.map(({ name }: { name: string }) => name)).toEqual([
      'apiregistration.k8s.io',
      'authentication.k8s.io',
      'authorization.k8s.io',
      'rbac.authorization.k8s.io',
      'apiextensions.k8s.io',
      'example.dev',
    ])
    const { json: document } = await call(server, 'GET', '/openapi/v2')
    const names = Object.keys(document.definitions)
    expect(names).toContain('io.k8s.api.core.v1.ConfigMap')
    expect(names.filter((name) => /core\.v1\.(Pod|Service$)|\.apps\./.test(name))).toEqual([])
  })

  it('keeps custom resources', async () => {
    const server = await open()
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    const names = { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' }
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } }
    const body = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'gadgets.example.dev' },
      spec: {
        group: 'example.dev',
        scope: 'Namespaced',
        names,
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    }
    expect((await call(server, 'POST', path, { body })).status).toBe(201)
    const gadgets = '/apis/example.dev/v1/namespaces/default/gadgets'
    await expect.poll(async () => (await call(server, 'GET', gadgets)).status).toBe(200)
  })

  it('has the kinds that are selected, with their rules', async () => {
    const server = await open({ builtInKinds: ['secrets', '*.coordination.k8s.io'] })
    const path = '/api/v1/namespaces/default/secrets'
    const body = { metadata: { name: 's' }, type: 'kubernetes.io/tls', data: {} }
    expect((await call(server, 'POST', path, { body })).status).toBe(422)
    expect((await call(server, 'GET', '/apis/coordination.k8s.io/v1/leases')).status).toBe(200)
    expect((await call(server, 'GET', '/api/v1/pods')).status).toBe(404)
  })

  it.each([
    [['deployments'], '"deployments" is not a built-in resource; name one as "pods", "deployments.apps" or "*.apps"'],
  ])('is not made of %j', async (builtInKinds, message) => {
    await expect(open({ builtInKinds: builtInKinds as readonly string[] })).rejects.toThrow(
      withErrorCode(new TypeError(message), 'server-options'),
    )
  })
})
