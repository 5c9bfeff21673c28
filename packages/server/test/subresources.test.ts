import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../src/index.ts'
import { call } from './support/call.ts'

const asTable = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }
let server: Server

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
})

describe('subresources', () => {
  it('print a scale as a table of its replicas', async () => {
    const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'web' }] } }
    const spec = { replicas: 2, selector: { matchLabels: { app: 'web' } }, template }
    await call(server, 'POST', '/apis/apps/v1/namespaces/default/deployments', {
      body: { metadata: { name: 'web' }, spec },
    })
    const { json } = await call(server, 'GET', '/apis/apps/v1/namespaces/default/deployments/web/scale', {
      headers: asTable,
    })
    expect(json.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual([
      'Name',
      'Desired',
      'Available',
      'Age',
    ])
    expect(json.rows[0].cells.slice(0, 3)).toEqual(['web', 2, 0])
  })

  it.each(['policy/v1', 'policy/v1beta1', undefined])('accept an eviction of version %s', async (apiVersion) => {
    const pods = '/api/v1/namespaces/default/pods'
    const spec = { containers: [{ name: 'main', image: 'web' }] }
    await call(server, 'POST', pods, { body: { metadata: { name: 'p' }, spec } })
    const eviction = { apiVersion, kind: 'Eviction', metadata: { name: 'p' } }
    expect((await call(server, 'POST', `${pods}/p/eviction`, { body: eviction })).status).toBe(201)
    expect((await call(server, 'GET', `${pods}/p`)).status).toBe(404)
  })

  it('reject an eviction of an unknown version', async () => {
    const pods = '/api/v1/namespaces/default/pods'
    const spec = { containers: [{ name: 'main', image: 'web' }] }
    await call(server, 'POST', pods, { body: { metadata: { name: 'p' }, spec } })
    const eviction = { apiVersion: 'policy/v2', kind: 'Eviction', metadata: { name: 'p' } }
    const { status, json } = await call(server, 'POST', `${pods}/p/eviction`, { body: eviction })
    expect(status).toBe(400)
    expect(json.message).toBe(
      'Eviction in version "v2" cannot be handled as a Eviction: no kind "Eviction" is registered for version "policy/v2" in scheme "pkg/runtime/scheme.go:111"',
    )
  })

  it('have the FieldsV1 type of managed fields in the published schema', async () => {
    const { json } = await call(server, 'GET', '/openapi/v3/api/v1')
    const prefix = 'io.k8s.apimachinery.pkg.apis.meta.v1'
    const { properties } = json.components.schemas[`${prefix}.ManagedFieldsEntry`]
    expect(JSON.stringify(properties.fieldsV1)).toContain(`"#/components/schemas/${prefix}.FieldsV1"`)
    expect(json.components.schemas[`${prefix}.FieldsV1`]).toMatchObject({ type: 'object' })
  })
})
