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

const noServer: Reached = { port: 1, ca: '' }
const insecure = { caBundle: '', insecureSkipTLSVerify: true }

describe('the availability of an APIService', () => {
  it('is True once its server has answered discovery', async () => {
    await using raw = await startRaw(() => {})
    const server = await front(new Map([[443, raw]]))
    expect(await settled(server, await register(server, raw))).toMatchObject({
      status: 'True',
      reason: 'Passed',
      message: 'all checks passed',
    })
  })

  it('is False while the service does not exist', async () => {
    const server = await front(new Map())
    const name = await register(server, noServer, { withoutService: true, spec: insecure })
    expect(await settled(server, name, 'ServiceNotFound')).toMatchObject({
      status: 'False',
      message: 'service/widgets in "outside" is not present',
    })
  })

  it('is checked as soon as its service is created or deleted', async () => {
    await using raw = await startRaw(() => {})
    const server = await front(new Map([[443, raw]]))
    const name = await register(server, raw, { withoutService: true })
    await settled(server, name, 'ServiceNotFound')
    await makeService(server, 443)
    await settled(server, name)
    await server.client({ apiVersion: 'v1', kind: 'Service' }).namespace('outside').delete('widgets')
    await settled(server, name, 'ServiceNotFound')
  })

  it('is False when the service does not have the port', async () => {
    const server = await front(new Map())
    await makeService(server, 80)
    const name = await register(server, noServer, { withoutService: true, spec: insecure })
    expect(await settled(server, name, 'ServicePortError')).toMatchObject({
      status: 'False',
      message: 'service/widgets in "outside" is not listening on port 443',
    })
  })

  it('is Unknown when the host cannot resolve the service', async () => {
    const server = await front(new Map())
    expect(
      await settled(server, await register(server, noServer, { spec: insecure }), 'ServiceAccessError'),
    ).toMatchObject({
      status: 'Unknown',
      message: 'service/widgets in "outside" cannot be checked due to: no server is at 443',
    })
  })

  it('is checked at the endpoints of the service by default', async () => {
    const server = await front(new Map(), { aggregation: {} })
    const name = await register(server, noServer, { spec: insecure })
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

  it('is checked at the external name of a service', async () => {
    await using raw = await startRaw(() => {})
    const server = await front(new Map(), { aggregation: {} })
    await makeService(server, raw.port, { type: 'ExternalName', externalName: 'localhost' })
    const name = await register(server, raw, { withoutService: true, port: raw.port })
    await settled(server, name)
    expect((await call(server, 'GET', '/apis/widgets.example.dev/v1')).json.resources).toHaveLength(2)
  })

  it('is False when no server answers, with the message of kube-apiserver', async () => {
    const server = await front(new Map([[443, noServer]]))
    const url = 'https://127.0.0.1:1/apis/widgets.example.dev/v1'
    expect(
      await settled(server, await register(server, noServer, { spec: insecure }), 'FailedDiscoveryCheck'),
    ).toMatchObject({
      status: 'False',
      message: `failing or missing response from ${url}: Get "${url}": dial tcp 127.0.0.1:1: connect: connection refused`,
    })
  })

  it('is False when the server does not serve the group version', async () => {
    await using raw = await startRaw(() => {})
    const server = await front(new Map([[443, raw]]))
    const url = `https://127.0.0.1:${raw.port}/apis/other.example.dev/v1`
    const name = await register(server, raw, { group: 'other.example.dev' })
    expect((await settled(server, name, 'FailedDiscoveryCheck')).message).toBe(
      `failing or missing response from ${url}: bad status from ${url}: 404`,
    )
  })

  it('is checked again after 30 seconds of the clock of the server', async () => {
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

  it('is counted in metrics', async () => {
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

  it('leaves no timer once the server is closed', async () => {
    const clock = createFakeClock(new Date().toISOString())
    await using raw = await startRaw(() => {})
    const server = await createFront(new Map([[443, raw]]), { clock })
    await settled(server, await register(server, raw))
    await server.close({ graceMs: 0 })
    expect(clock.pending).toBe(0)
  })

  it('is not written again when it has not changed', async () => {
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
