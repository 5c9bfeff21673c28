import { withErrorCode } from '@pinnace/meta'
import { createMemoryStore } from '@pinnace/store/memory'
import { describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { oldWidget, widget } from './widgets.ts'

function serve(runtimeConfig: string, store = createMemoryStore()): Promise<Server> {
  const hub = widget('v1')
  const resources = [hub, oldWidget(hub)]
  return createServer({ vocabulary: 'kubernetes', preset: 'testing', resources, store, runtimeConfig })
}

async function groupOf(
  server: Server,
  group: string,
): Promise<{ readonly versions?: string[]; readonly preferred?: string }> {
  const { status, json } = await call(server, 'GET', `/apis/${group}`)
  if (status !== 200) return {}
  return {
    versions: json.versions.map(({ version }: { readonly version: string }) => version),
    preferred: json.preferredVersion.version,
  }
}

describe('what a runtime configuration turns off', () => {
  it.each([
    ['autoscaling/v2=false', 'autoscaling', ['v1'], 'v1'],
    ['autoscaling/v1=false', 'autoscaling', ['v2'], 'v2'],
    ['example.dev/v1=false', 'example.dev', ['v1beta1'], 'v1beta1'],
    ['api/beta=false', 'example.dev', ['v1'], 'v1'],
    ['api/all=false,example.dev/v1beta1', 'example.dev', ['v1beta1'], 'v1beta1'],
  ])('%s leaves discovery of %s with %j, and prefers %s', async (config, group, versions, preferred) => {
    expect(await groupOf(await serve(config), group)).toEqual({ versions, preferred })
  })

  it('is in no discovery document, no OpenAPI document, and 404', async () => {
    const server = await serve('batch/v1=false,apps/v1/deployments=false')
    expect(await groupOf(server, 'batch')).toEqual({})
    expect((await call(server, 'GET', '/apis/batch/v1')).status).toBe(404)
    const names = (await call(server, 'GET', '/apis/apps/v1')).json.resources.map(
      ({ name }: { readonly name: string }) => name,
    )
    expect(names).toContain('daemonsets')
    expect(names.filter((name: string) => name.startsWith('deployments'))).toEqual([])
    const aggregated = await call(server, 'GET', '/apis', {
      headers: { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' },
    })
    expect(aggregated.text).not.toContain('"batch"')
    expect(Object.keys((await call(server, 'GET', '/openapi/v3')).json.paths)).not.toContain('apis/batch/v1')
    expect((await call(server, 'GET', '/openapi/v3/apis/apps/v1')).text).not.toContain('/deployments')
    const list = await call(server, 'GET', '/apis/apps/v1/namespaces/default/deployments')
    expect([list.status, list.json.message]).toEqual([404, 'the server could not find the requested resource'])
    const one = await call(server, 'POST', '/apis/batch/v1/namespaces/default/jobs', { body: {} })
    expect(one.status).toBe(404)
  })

  it('leaves what is stored readable in the versions left, whichever it was stored in', async () => {
    const store = createMemoryStore()
    const path = (version: string): string => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`
    const spec = { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 3 }
    const first = await serve('', store)
    expect((await call(first, 'POST', path('v2'), { body: { metadata: { name: 'a' }, spec } })).status).toBe(201)
    const second = await serve('autoscaling/v2=false', store)
    expect((await call(second, 'GET', `${path('v2')}/a`)).status).toBe(404)
    expect((await call(second, 'GET', `${path('v1')}/a`)).json).toMatchObject({
      apiVersion: 'autoscaling/v1',
      spec: { targetCPUUtilizationPercentage: 80 },
    })
    expect((await call(second, 'GET', path('v1'))).json.items).toHaveLength(1)
  })

  it('is not needed by the server itself', async () => {
    const server = await serve('api/all=false,example.dev/v1')
    expect((await call(server, 'GET', '/api/v1/namespaces')).status).toBe(404)
    const body = { metadata: { name: 'a' }, spec: {} }
    expect((await call(server, 'POST', '/apis/example.dev/v1/namespaces/default/widgets', { body })).status).toBe(201)
    const nowhere = await call(server, 'POST', '/apis/example.dev/v1/namespaces/nowhere/widgets', { body })
    expect([nowhere.status, nowhere.json.message]).toEqual([404, 'namespaces "nowhere" not found'])
  })

  it('cannot be asked for in the process either', async () => {
    const server = await serve('batch/v1=false')
    expect(() => server.client({ apiVersion: 'batch/v1', kind: 'Job' })).toThrow(
      'this server does not serve Job of batch/v1',
    )
  })

  it.each([
    ['unknown.dev/v1', 'unknown api groups unknown.dev'],
    ['batch/v9=false', 'group version batch/v9 that has not been registered'],
  ])('is refused at the door where it is nothing: %s', async (config, message) => {
    await expect(serve(config)).rejects.toThrow(withErrorCode(new TypeError(message), 'server-options'))
  })
})
