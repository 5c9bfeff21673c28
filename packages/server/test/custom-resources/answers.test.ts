import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { define, definitionPath, openServer, redefine, version, widget, widgetPath, widgets } from './support.ts'

const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' }
const spec = { type: 'object', properties: { replicas: { type: 'integer' } } }
const status = { type: 'object', properties: { phase: { type: 'string' }, replicas: { type: 'integer' } } }
const whole = { type: 'object', properties: { spec, status } }

// Each was asked of kube-apiserver 1.36.
describe('custom resources with a scale are answered as by kube-apiserver', () => {
  let server: Server
  beforeEach(async () => {
    server = await openServer()
    await define(server, widgets([version('v1', whole, { subresources: { status: {}, scale } })]))
  })
  afterEach(() => server.close())

  const causesOf = async (method: string, path: string, body: object): Promise<readonly string[]> => {
    const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}
    const { json } = await call(server, method, path, { body, headers })
    const { causes } = json.details as unknown as { causes: { field: string; message: string }[] }
    return [`${json.details.group} ${json.details.kind}`, ...causes.map(({ field, message }) => `${field}: ${message}`)]
  }

  it.each([
    ['x', 'x is of the type string'],
    [[1, 'a'], '[1 a] is of the type []interface {}'],
  ])('a spec %j has no replicas', async (spec, text) => {
    const body = { ...widget('a'), spec }
    const causes = await causesOf('POST', widgetPath(), body)
    expect(causes).toContain(
      `.spec.replicas: Invalid value: 0: .spec.replicas accessor error: ${text}, expected map[string]interface{}`,
    )
  })

  it('replicas beyond 64 bits are a floating-point number', async () => {
    const spec = { replicas: 1e20 }
    const causes = await causesOf('POST', widgetPath(), { ...widget('a'), spec })
    expect(causes).toContain(
      '.spec.replicas: Invalid value: 0: .spec.replicas accessor error: 1e+20 is of the type float64, expected int64',
    )
  })

  it('replicas below zero are refused by the rules of the object, not by those of a Scale', async () => {
    await call(server, 'POST', widgetPath(), { body: widget('a') })
    expect(await causesOf('PATCH', widgetPath('a/scale'), { spec: { replicas: -1 } })).toEqual([
      'example.dev Widget',
      '.spec.replicas: Invalid value: -1: should be a non-negative integer',
    ])
  })

  it('messages about the status name fields below it', async () => {
    await call(server, 'POST', widgetPath(), { body: widget('a') })
    expect(await causesOf('PATCH', widgetPath('a/status'), { status: { phase: 1 } })).toEqual([
      'example.dev Widget',
      'status.phase: Invalid value: "integer": phase in body must be of type string: "integer"',
    ])
  })

  it('status comes before scale in discovery', async () => {
    const { resources } = (await call(server, 'GET', '/apis/example.dev/v1')).json
    expect((resources as unknown as { name: string }[]).map(({ name }) => name)).toEqual([
      'widgets',
      'widgets/status',
      'widgets/scale',
    ])
  })

  it('the document of the group version says that it is one of CRDs', async () => {
    const { json } = await call(server, 'GET', '/openapi/v3/apis/example.dev/v1')
    const { info, components } = json as unknown as { info: object; components: object }
    expect(info).toEqual({ title: 'Kubernetes CRD Swagger', version: 'v0.1.0' })
    expect(Object.keys(components)).toEqual(['schemas'])
  })

  it('the owner of the status of a CRD is the server, and dry runs do not settle names', async () => {
    const { json } = await call(server, 'GET', definitionPath())
    const { fieldsV1 } = json.metadata.managedFields.find(({ subresource }: { subresource?: string }) => subresource)
    expect(Object.keys(fieldsV1['f:status'])).toEqual(['f:acceptedNames', 'f:conditions'])
    const path = `${definitionPath()}?dryRun=All`
    const headers = { 'content-type': 'application/merge-patch+json' }
    const shortNames = ['w']
    const tried = await call(server, 'PATCH', path, { headers, body: { spec: { names: { shortNames } } } })
    expect(tried.json.spec.names.shortNames).toEqual(shortNames)
    expect(tried.json.status).toEqual(json.status)
    await redefine(server, ({ spec }) => (spec.names.shortNames = shortNames))
    expect((await call(server, 'GET', definitionPath())).json.status.acceptedNames.shortNames).toEqual(shortNames)
  })

  it('a delete of a CRD only sets its time', async () => {
    const before = (await call(server, 'GET', definitionPath())).json.metadata
    const { metadata } = (await call(server, 'DELETE', `${definitionPath()}?dryRun=All`)).json
    expect(metadata.deletionTimestamp).toBeDefined()
    expect([metadata.generation, metadata.deletionGracePeriodSeconds]).toEqual([before.generation, undefined])
  })
})
