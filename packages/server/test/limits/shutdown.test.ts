import { createFakeClock } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { call, openWatch, toRequest } from '../support/call.ts'

const target = '/api/v1/namespaces/default/configmaps'

describe('shutting down', () => {
  it('fails readiness immediately, serves requests for the delay, and then rejects them', async () => {
    const clock = createFakeClock()
    const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock })
    const watch = await openWatch(server, `${target}?watch=1`)
    expect((await call(server, 'GET', '/readyz')).status).toBe(200)
    const closed = server.close({ shutdownDelayMs: 10_000 })
    const unready = await call(server, 'GET', '/readyz')
    expect(unready.status).toBe(500)
    expect(unready.text.split('\n').filter((line) => !line.startsWith('[+]'))).toEqual([
      '[-]shutdown failed: reason withheld',
      'readyz check failed',
      '',
    ])
    expect((await call(server, 'GET', '/livez')).status).toBe(200)
    expect((await call(server, 'GET', target)).status).toBe(200)
    await clock.advance(10_000)
    await closed
    await watch.ended
    const late = await call(server, 'GET', target)
    expect([late.status, late.json.reason]).toEqual([503, 'ServiceUnavailable'])
    expect(clock.pending).toBe(0)
  })

  it('rejects new requests with 429 until those in flight are answered, if it is to send Retry-After', async () => {
    const clock = createFakeClock()
    const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock })
    let send: (body: Buffer) => void = () => undefined
    const body = new Promise<Buffer>((resolve) => (send = resolve))
    const request = toRequest('POST', target, { body: {} })
    const slow = server.handle({
      method: 'POST',
      target,
      rawHeaders: request.rawHeaders,
      header: (name) => request.header(name),
      body: () => body,
      signal: request.signal,
    })
    const closed = server.close({ sendRetryAfter: true })
    await clock.advance(100)
    const late = await call(server, 'GET', target)
    expect([late.status, late.headers['retry-after'], late.text]).toEqual([
      429,
      '5',
      'The apiserver is shutting down, please try again later.\n',
    ])
    expect((await call(server, 'GET', '/livez')).status).toBe(200)
    send(Buffer.from('{"metadata":{"name":"slow"}}'))
    expect((await slow).status).toBe(201)
    await clock.advance(100)
    await closed
    expect((await call(server, 'GET', target)).status).toBe(503)
  })
})
