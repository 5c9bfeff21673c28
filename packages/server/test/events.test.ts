import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { createServer, type RequestSummary, type Server } from '../src/index.ts'
import { call, openWatch } from './support/call.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
const failures: unknown[] = []
let server: Server

beforeEach(async () => {
  failures.length = 0
  const logger = { debug() {}, info() {}, warn() {}, error: (details: object) => void failures.push(details) }
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', logger })
})

describe('the events of a server', () => {
  it('say which requests were answered, over HTTP and in process', async () => {
    const seen: RequestSummary[] = []
    server.events.on('request', (summary) => {
      expectTypeOf(summary).toEqualTypeOf<RequestSummary>()
      seen.push(summary)
    })
    await call(server, 'GET', `${configMaps}/none`)
    await server
      .client({ apiVersion: 'v1', kind: 'ConfigMap' })
      .namespace('default')
      .create({ metadata: { name: 'a' } })
    expect(seen.map(({ transport, method, target, status }) => [transport, method, target, status])).toEqual([
      ['http', 'GET', `${configMaps}/none`, 404],
      ['in-process', 'POST', `${configMaps}?fieldValidation=Strict`, 201],
    ])
  })

  it('say which warnings were sent, and to whom', async () => {
    const seen: unknown[] = []
    server.events.on('warning', ({ text, user }) => void seen.push([text, user.username]))
    await call(server, 'POST', `${configMaps}?fieldValidation=Warn`, { body: { metadata: { name: 'a' }, extra: 1 } })
    expect(seen).toEqual([['unknown field "extra"', 'system:anonymous']])
  })

  it('say when watches are opened and closed', async () => {
    const seen: unknown[] = []
    server.events.on('watchOpened', ({ resource, namespace }) => void seen.push(['opened', resource, namespace]))
    server.events.on('watchClosed', ({ resource, durationMs }) => void seen.push(['closed', resource, durationMs >= 0]))
    const watch = await openWatch(server, `${configMaps}?watch=true`)
    expect(seen).toEqual([['opened', 'configmaps', 'default']])
    watch.leave()
    const leave = new AbortController()
    const inProcess = server.client({ apiVersion: 'v1', kind: 'Secret' }).watch({
      signal: leave.signal,
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: true,
    })
    await inProcess.next()
    leave.abort()
    await inProcess.next()
    expect(seen.slice(1)).toEqual([
      ['closed', 'configmaps', true],
      ['opened', 'secrets', ''],
      ['closed', 'secrets', true],
    ])
  })

  it('say which port is served, and when the server has been closed', async () => {
    const seen: unknown[] = []
    server.events.on('listening', ({ url, port }) => void seen.push([url, port > 0]))
    server.events.once('closed', () => void seen.push('closed'))
    const { url } = await server.listen()
    await server.close({ graceMs: 0 })
    expect(seen).toEqual([[url, true], 'closed'])
  })

  it('log a listener that throws, and the request is answered', async () => {
    server.events.on('request', () => {
      throw new Error('broken listener')
    })
    expect((await call(server, 'GET', '/version')).status).toBe(200)
    expect(failures).toMatchObject([{ event: 'request', err: { message: 'broken listener' } }])
  })

  it('reach the same listeners after a restore, and others of a fork', async () => {
    const seen: string[] = []
    server.events.on('request', ({ target }) => void seen.push(target))
    const fork = server.fork()
    await call(fork, 'GET', '/version')
    server.restore(fork)
    await call(server, 'GET', '/livez')
    expect(seen).toEqual(['/livez'])
  })
})
