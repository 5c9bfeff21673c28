import { expect, it, vi } from 'vitest'
import { createServer } from '../src/index.ts'
import { call } from './support/call.ts'

const loaded: string[] = []
// The module stays as it is; only its loading is noted.
vi.mock('../../types/src/all-descriptions.ts', async (original) => {
  loaded.push('all-descriptions.ts')
  return original<object>()
})

it('loads descriptions when a document of OpenAPI is asked for, not before', async () => {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const body = { metadata: { name: 'a' }, data: { a: 'b' } }
  expect((await call(server, 'POST', '/api/v1/namespaces/default/configmaps', { body })).status).toBe(201)
  for (const path of [
    '/api',
    '/apis',
    '/apis/apps/v1',
    '/version',
    '/readyz',
    '/api/v1/namespaces/default/configmaps',
  ]) {
    expect((await call(server, 'GET', path)).status).toBe(200)
  }
  expect(loaded).toEqual([])
  const { json } = await call(server, 'GET', '/openapi/v3/apis/apps/v1')
  expect(json.components.schemas['io.k8s.api.apps.v1.Deployment'].description).not.toBe('')
  expect(loaded).toEqual(['all-descriptions.ts'])
  await server.close()
})
