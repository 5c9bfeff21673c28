import { expect, it, vi } from 'vitest'
import { createServer } from '../src/index.ts'
import { ask, startTarget } from './connections/support/local-target.ts'
import { startSimulatedPod } from './connections/support/simulated-pod.ts'
import { call } from './support/call.ts'

const loaded: string[] = []
// The module stays as it is; only its loading is noted.
vi.mock('../../types/src/all-descriptions.ts', async (original) => {
  loaded.push('all-descriptions.ts')
  return original<object>()
})

vi.mock('../src/connections/html/rewrite-html.ts', async (original) => {
  loaded.push('rewrite-html.ts')
  return original<object>()
})

it('loads what rewrites HTML when HTML is proxied, not before', async () => {
  await using started = await startSimulatedPod()
  using _ = await startTarget(started, (request, response) => {
    response.writeHead(200, { 'content-type': request.url === '/page' ? 'text/html' : 'text/plain' }).end('<a href=/x>')
  })
  const proxy = '/api/v1/namespaces/default/pods/web/proxy'
  expect((await ask(started, `${proxy}/text`)).body.toString()).toBe('<a href=/x>')
  expect(loaded).toEqual([])
  expect((await ask(started, `${proxy}/page`)).body.toString()).toBe(`<a href="${proxy}/x">`)
  expect(loaded).toEqual(['rewrite-html.ts'])
  loaded.length = 0
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
