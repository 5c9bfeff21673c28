import { createFakeClock } from '@pinnace/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { Server, ServerOptions } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { createFront, makeService, register, registrations, settled, startRaw, type Reached } from './support.ts'

const open: Server[] = []

afterEach(async () => {
  for (const server of open.splice(0)) await server.close({ graceMs: 0 })
})

async function front(reached: ReadonlyMap<number, Reached>, options: Partial<ServerOptions> = {}): Promise<Server> {
  const server = await createFront(reached, options)
  open.push(server)
  return server
}

const nobody: Reached = { port: 1, ca: '' }
const insecure = { caBundle: '', insecureSkipTLSVerify: true }

describe('whether a registered server is there', () => {
  it('is so once it has answered what it serves', async () => {
    await using raw = await startRaw(() => {})
    const server = await front(new Map([[443, raw]]))
    expect(await settled(server, await register(server, raw))).toMatchObject({
      status: 'True',
      reason: 'Passed',
      message: 'all checks passed',
    })
  })

  it('is not while it has no service', async () => {
    const server = await front(new Map())
    const name = await register(server, nobody, { withoutService: true, spec: insecure })
    expect(await settled(server, name, 'ServiceNotFound')).toMatchObject({
      status: 'False',
      message: 'service/widgets in "outside" is not present',
    })
  })

  it('is found out as soon as its service is there, and as soon as that is gone', async () => {
    await using raw = await startRaw(() => {})
    const server = await front(new Map([[443, raw]]))
    const name = await register(server, raw, { withoutService: true })
    await settled(server, name, 'ServiceNotFound')
    await makeService(server, 443)
    await settled(server, name)
    await server.client({ apiVersion: 'v1', kind: 'Service' }).namespace('outside').delete('widgets')
    await settled(server, name, 'ServiceNotFound')
  })

  it('is not where the service has no such port', async () => {
    const server = await front(new Map())
    await makeService(server, 80)
    const name = await register(server, nobody, { withoutService: true, spec: insecure })
    expect(await settled(server, name, 'ServicePortError')).toMatchObject({
      status: 'False',
      message: 'service/widgets in "outside" is not listening on port 443',
    })
  })

  it('is not known where the host cannot say where the service is', async () => {
    const server = await front(new Map())
    expect(
      await settled(server, await register(server, nobody, { spec: insecure }), 'ServiceAccessError'),
    ).toMatchObject({
      status: 'Unknown',
      message: 'service/widgets in "outside" cannot be checked due to: nobody is at 443',
    })
  })

  it('is looked up at the endpoints of the service where no host says more', async () => {
    const server = await front(new Map(), { aggregation: {} })
    const name = await register(server, nobody, { spec: insecure })
    expect(await settled(server, name, 'EndpointsNotFound')).toMatchObject({
      status: 'False',
      message: 'cannot find endpointslices for service/widgets in "outside"',
    })
    const slices = server.client({ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice' }).namespace('outside')
    await slices.create({
      metadata: { name: 'widgets-1', labels: { 'kubernetes.io/service-name': 'widgets' } },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['192.0.2.1'], conditions: { ready: false } }],
      ports: [{ port: 8443 }],
    } as never)
    expect(await settled(server, name, 'MissingEndpoints')).toMatchObject({
      status: 'False',
      message: 'endpointslices for service/widgets in "outside" have no addresses with port name ""',
    })
  })

  it('is looked up at the name an external service has', async () => {
    await using raw = await startRaw(() => {})
    const server = await front(new Map(), { aggregation: {} })
    await makeService(server, raw.port, { type: 'ExternalName', externalName: 'localhost' })
    const name = await register(server, raw, { withoutService: true, port: raw.port })
    await settled(server, name)
    expect((await call(server, 'GET', '/apis/widgets.example.dev/v1')).json.resources).toHaveLength(2)
  })

  it('is not where nobody answers, in the words of the original', async () => {
    const server = await front(new Map([[443, nobody]]))
    const url = 'https://127.0.0.1:1/apis/widgets.example.dev/v1'
    expect(
      await settled(server, await register(server, nobody, { spec: insecure }), 'FailedDiscoveryCheck'),
    ).toMatchObject({
      status: 'False',
      message: `failing or missing response from ${url}: Get "${url}": dial tcp 127.0.0.1:1: connect: connection refused`,
    })
  })

  it('is not where it does not serve what it is registered for', async () => {
    await using raw = await startRaw(() => {})
    const server = await front(new Map([[443, raw]]))
    const url = `https://127.0.0.1:${raw.port}/apis/other.example.dev/v1`
    const name = await register(server, raw, { group: 'other.example.dev' })
    expect((await settled(server, name, 'FailedDiscoveryCheck')).message).toBe(
      `failing or missing response from ${url}: bad status from ${url}: 404`,
    )
  })

  it('is looked at again after half a minute, by the clock of the server', async () => {
    const clock = createFakeClock(new Date().toISOString())
    const reached = new Map<number, Reached>()
    const server = await front(reached, { clock })
    await using raw = await startRaw(() => {})
    reached.set(443, raw)
    const name = await register(server, raw)
    await settled(server, name)
    reached.delete(443)
    // A status that says the same is not written again: the look has to come from the clock.
    await advanceUntil(clock, settled(server, name, 'ServiceAccessError'))
    expect((await call(server, 'GET', '/apis/widgets.example.dev/v1')).status).toBe(503)
    reached.set(443, raw)
    await advanceUntil(clock, settled(server, name))
    expect((await call(server, 'GET', '/apis/widgets.example.dev/v1')).status).toBe(200)
  })

  it('is counted', async () => {
    const reached = new Map<number, Reached>()
    const server = await front(reached, { metrics: true })
    await using raw = await startRaw(() => {})
    const name = await register(server, raw)
    await settled(server, name, 'ServiceAccessError')
    const lines = async (): Promise<readonly string[]> =>
      (await call(server, 'GET', '/metrics')).text.split('\n').filter((line) => line.startsWith('aggregator_'))
    expect(await lines()).toEqual([
      'aggregator_unavailable_apiservice{name="v1.widgets.example.dev"} 1',
      'aggregator_unavailable_apiservice_total{name="v1.widgets.example.dev",reason="ServiceAccessError"} 1',
    ])
    reached.set(443, raw)
    await settled(server, name)
    expect((await lines())[0]).toBe('aggregator_unavailable_apiservice{name="v1.widgets.example.dev"} 0')
  })

  it('keeps no timer once the server is closed', async () => {
    const clock = createFakeClock(new Date().toISOString())
    await using raw = await startRaw(() => {})
    const server = await createFront(new Map([[443, raw]]), { clock })
    await settled(server, await register(server, raw))
    await server.close({ graceMs: 0 })
    expect(clock.pending).toBe(0)
  })

  it('is written down once: a registration that has not changed is not written again', async () => {
    const clock = createFakeClock(new Date().toISOString())
    await using raw = await startRaw(() => {})
    const server = await front(new Map([[443, raw]]), { clock })
    const name = await register(server, raw)
    await settled(server, name)
    const before = (await registrations(server).get(name)).metadata.resourceVersion
    const seen = raw.requests.length
    await clock.advance(30_000)
    await settled(server, name)
    expect((await registrations(server).get(name)).metadata.resourceVersion).toBe(before)
    expect(raw.requests).toHaveLength(seen)
  })
})

/** Lets time go on, step by step, until something has come of it. */
async function advanceUntil<T>(clock: { advance(ms: number): Promise<void> }, work: Promise<T>): Promise<T> {
  const state = { isDone: false }
  const done = work.finally(() => {
    state.isDone = true
  })
  while (!state.isDone) await clock.advance(1000)
  return done
}
