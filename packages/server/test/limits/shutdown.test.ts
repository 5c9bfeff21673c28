import { createFakeClock } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'

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
})
