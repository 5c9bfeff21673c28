import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../src/index.ts'
import { call, toRequest } from './support/call.ts'

// Each was asked of kube-apiserver 1.36.
describe('requests that are answered as by kube-apiserver', () => {
  let server: Server
  beforeAll(
    async () => void (server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', metrics: true })),
  )
  afterAll(() => server.close())

  it.each([
    ['/%zz', 400, '400 Bad Request', undefined],
    [
      '/api/v1/watch?x=<a>',
      500,
      'Internal Server Error: "/api/v1/watch?x=&lt;a&gt;": failed to create RequestInfo: unable to determine kind and namespace from url, /api/v1/watch?x=&lt;a&gt;\n',
      'nosniff',
    ],
  ])('%s with a text', async (path, status, text, sniffing) => {
    const answer = await call(server, 'GET', path)
    expect([answer.status, answer.text]).toEqual([status, text])
    expect(answer.headers['x-content-type-options']).toBe(sniffing)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  it.each([
    ['resourceVersion=0&limit=1', 4],
    ['resourceVersion=0&limit=1&resourceVersionMatch=NotOlderThan', 4],
    ['limit=1', 1],
  ])('a list with %s has %d items', async (query, count) => {
    const { json } = await call(server, 'GET', `/api/v1/namespaces?${query}`)
    expect(json.items).toHaveLength(count)
    expect(json.metadata.continue === undefined).toBe(count > 1)
  })

  it('a JSON watch has the media type of JSON, also if a stream is asked for', async () => {
    const headers = { accept: 'application/json;stream=watch' }
    const request = toRequest('GET', '/api/v1/namespaces?watch=1&timeoutSeconds=1', { headers })
    const reply = await server.handle(request)
    expect(reply.headers['content-type']).toBe('application/json')
  })

  it('metrics say which versions the server has', async () => {
    const { text } = await call(server, 'GET', '/metrics')
    expect(text).toContain('version_info{binary="1.36",component="kube",emulation="1.36",min_compat="1.35"} 1')
    expect(text).toMatch(/^kubernetes_build_info\{.*major="1",minor="36",.*\} 1$/m)
  })
})

describe('the index of paths', () => {
  let server: Server
  beforeAll(async () => void (server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })))
  afterAll(() => server.close())

  it('lists what is served, sorted and indented, for any method', async () => {
    const { status, json, text, headers } = await call(server, 'GET', '/')
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    const paths = json.paths as unknown as string[]
    expect(paths).toEqual([...paths].sort())
    expect(paths).toEqual(
      expect.arrayContaining([
        '/api',
        '/api/v1',
        '/apis',
        '/apis/',
        '/apis/apps',
        '/apis/apps/v1',
        '/healthz/ping',
        '/openapi/v3/',
        '/readyz/shutdown',
        '/version',
      ]),
    )
    expect(text.startsWith('{\n  "paths": [\n    "/')).toBe(true)
    expect((await call(server, 'POST', '/index.html')).text).toBe(text)
  })

  it('lists nothing that is not served', async () => {
    const { json } = await call(server, 'GET', '/')
    const paths = json.paths as unknown as string[]
    expect(paths).not.toContain('/metrics')
    // kube-apiserver lists this one too, and answers 404.
    const served = paths.filter((path) => path !== '/openapi/v3/')
    for (const path of served) expect([path, (await call(server, 'GET', path)).status]).toEqual([path, 200])
  })
})
