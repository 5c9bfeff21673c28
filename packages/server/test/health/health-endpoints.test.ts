import { systemClock, type Clock, type HttpReply } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createHealthEndpoints, type HealthCheck, type HealthOptions } from '../../src/health/health-endpoints.ts'

const well: HealthCheck = { name: 'store', check: () => undefined }
const broken: HealthCheck = { name: 'store', check: () => Promise.reject(new Error('the disk is full')) }
const readyOnly: HealthCheck = { name: 'informer-sync', endpoints: ['readyz'], check: () => undefined }

async function ask(target: string, options: Partial<HealthOptions> = {}): Promise<readonly [number, string]> {
  const health = createHealthEndpoints({ clock: systemClock, ...options })
  const reply = await answer(health.handle, target)
  return [reply!.status, String(reply!.body)]
}

function answer(
  handle: ReturnType<typeof createHealthEndpoints>['handle'],
  target: string,
): Promise<HttpReply> | undefined {
  const url = new URL(target, 'http://server')
  return handle({ signal: new AbortController().signal }, { path: url.pathname, query: url.searchParams })
}

describe('health', () => {
  it.each(['/healthz', '/livez', '/readyz', '/healthz/', '/healthz/ping', '/livez/ping', '/readyz/ping'])(
    'answers %s with ok',
    async (path) => {
      expect(await ask(path)).toEqual([200, 'ok'])
    },
  )

  it('is plain text with nosniff', async () => {
    const reply = await answer(createHealthEndpoints({ clock: systemClock }).handle, '/livez')
    expect(reply!.headers).toEqual({ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
  })

  it('lists every check and a summary with verbose', async () => {
    expect(await ask('/livez?verbose', { checks: [well, readyOnly] })).toEqual([
      200,
      '[+]ping ok\n[+]store ok\nlivez check passed\n',
    ])
    expect(await ask('/readyz?verbose=', { checks: [well, readyOnly] })).toEqual([
      200,
      '[+]ping ok\n[+]store ok\n[+]informer-sync ok\n[+]shutdown ok\nreadyz check passed\n',
    ])
  })

  it('lists the checks on failure without verbose, and withholds the reason', async () => {
    expect(await ask('/healthz', { checks: [broken, readyOnly] })).toEqual([
      500,
      '[+]ping ok\n[-]store failed: reason withheld\nhealthz check failed\n',
    ])
  })

  it('passes the reason to the host', async () => {
    const failures: unknown[] = []
    await ask('/livez', { checks: [broken], onFailure: (...failure) => void failures.push(failure) })
    expect(failures).toEqual([['livez', 'store', new Error('the disk is full')]])
  })

  it('includes the reason for a single check', async () => {
    expect(await ask('/livez/store', { checks: [broken] })).toEqual([500, 'internal server error: the disk is full\n'])
  })

  it('skips excluded checks', async () => {
    expect(await ask('/livez?exclude=store', { checks: [broken] })).toEqual([200, 'ok'])
    expect(await ask('/livez?verbose&exclude=store&exclude=ping', { checks: [broken] })).toEqual([
      200,
      '[+]ping excluded: ok\n[+]store excluded: ok\nlivez check passed\n',
    ])
  })

  it('warns of excluded names that are not checks', async () => {
    expect(await ask('/livez?verbose&exclude=b&exclude=a&exclude=store', { checks: [broken] })).toEqual([
      200,
      '[+]ping ok\n[+]store excluded: ok\nwarn: some health checks cannot be excluded: no matches for "a","b"\nlivez check passed\n',
    ])
  })

  it('serves checks whose names have slashes', async () => {
    const checks: HealthCheck[] = [{ name: 'poststarthook/namespaces', check: () => undefined }]
    expect(await ask('/livez/poststarthook/namespaces', { checks })).toEqual([200, 'ok'])
  })

  it.each(['/', '/health', '/healthzz', '/livez/none', '/livez/informer-sync', '/livez/shutdown', '/version'])(
    'does not handle %s',
    (path) => {
      expect(answer(createHealthEndpoints({ clock: systemClock, checks: [readyOnly] }).handle, path)).toBeUndefined()
    },
  )

  it('is alive but not ready once the shutdown has started', async () => {
    const health = createHealthEndpoints({ clock: systemClock })
    health.beginShutdown()
    expect((await answer(health.handle, '/livez'))!.status).toBe(200)
    expect((await answer(health.handle, '/healthz'))!.status).toBe(200)
    const reply = await answer(health.handle, '/readyz')
    expect([reply!.status, String(reply!.body)]).toEqual([
      500,
      '[+]ping ok\n[-]shutdown failed: reason withheld\nreadyz check failed\n',
    ])
    expect(String((await answer(health.handle, '/readyz/shutdown'))!.body)).toBe(
      'internal server error: process is shutting down\n',
    )
  })

  it('passes every check of livez within the grace period', async () => {
    let now = 0
    const clock: Clock = { ...systemClock, monotonic: () => now }
    const health = createHealthEndpoints({ clock, checks: [broken], livezGracePeriodMs: 1000 })
    expect((await answer(health.handle, '/livez'))!.status).toBe(200)
    expect((await answer(health.handle, '/readyz'))!.status).toBe(500)
    now = 1000
    expect((await answer(health.handle, '/livez'))!.status).toBe(500)
  })

  it('passes the signal of the request to checks', async () => {
    const controller = new AbortController()
    const seen: AbortSignal[] = []
    const health = createHealthEndpoints({
      clock: systemClock,
      checks: [{ name: 'x', check: (signal) => void seen.push(signal) }],
    })
    await health.handle({ signal: controller.signal }, { path: '/livez', query: new URLSearchParams() })
    expect(seen).toEqual([controller.signal])
  })

  it('rejects checks without a name or with the same name', () => {
    expect(() => createHealthEndpoints({ clock: systemClock, checks: [well, well] })).toThrow(
      '"store" is specified more than once',
    )
    expect(() => createHealthEndpoints({ clock: systemClock, checks: [{ ...well, name: 'ping' }] })).toThrow(TypeError)
    expect(() => createHealthEndpoints({ clock: systemClock, checks: [{ ...well, name: '' }] })).toThrow(TypeError)
  })
})
