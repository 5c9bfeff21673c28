import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const core = '/api/v1/namespaces/default'
const rbac = '/apis/rbac.authorization.k8s.io/v1'

// The answer is made of what was written, not of its bytes; the bytes are what a later get has.
describe('the object that a write answers in process', () => {
  let server: Server
  beforeAll(async () => {
    server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  })
  afterAll(() => server.close())

  const kinds: readonly [kind: string, apiVersion: string, path: string, fields: Record<string, unknown>][] = [
    ['ConfigMap', 'v1', `${core}/configmaps/NAME`, { data: { b: '2', a: '1' }, binaryData: {} }],
    ['Secret', 'v1', `${core}/secrets/NAME`, { stringData: { b: 'é' }, type: 'Opaque' }],
    ['Service', 'v1', `${core}/services/NAME`, { spec: { ports: [{ port: 80, targetPort: 'web' }], selector: {} } }],
    ['ClusterRole', 'rbac.authorization.k8s.io/v1', `${rbac}/clusterroles/NAME`, { rules: [] }],
  ]

  it.each(kinds)('%s: is what its stored bytes say, member by member', async (kind, apiVersion, path, fields) => {
    const client = server.client({ apiVersion, kind })
    const scoped = path.includes('/namespaces/') ? client.namespace('default') : client
    const stored = async (name: string): Promise<string> =>
      (await call(server, 'GET', path.replace('NAME', name))).text.trim()
    const metadata = { name: 'written', labels: { d: '1', c: '2' }, annotations: {}, generateName: '' }
    const created = await scoped.create({ metadata, ...fields })
    expect(JSON.stringify(created)).toBe(await stored('written'))
    const updated = await scoped.update({ ...created, metadata: { ...created.metadata, labels: { e: '1' } } })
    expect(JSON.stringify(updated)).toBe(await stored('written'))
    expect(updated.metadata.resourceVersion).not.toBe(created.metadata.resourceVersion)
    expect(JSON.stringify(await scoped.get('written'))).toBe(JSON.stringify(updated))
    const patched = await scoped.patch('written', { metadata: { labels: { f: '1' } } }, { type: 'merge' })
    expect(JSON.stringify(patched)).toBe(await stored('written'))
    expect(Object.isFrozen(patched.metadata.labels)).toBe(true)
  })

  it('is converted where its version is not the stored one', async () => {
    const scalers = server
      .client({ apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler' })
      .namespace('default')
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' }
    const created = await scalers.create({ metadata: { name: 'scaler' }, spec: { maxReplicas: 3, scaleTargetRef } })
    const updated = await scalers.update({ ...created, spec: { ...created.spec, maxReplicas: 4 } })
    const path = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers/scaler'
    expect(updated).toEqual((await call(server, 'GET', path)).json)
    expect(updated.spec).toMatchObject({ maxReplicas: 4, minReplicas: 1 })
  })
})
