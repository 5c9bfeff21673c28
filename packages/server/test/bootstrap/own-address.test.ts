import { createFakeClock } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const serve = (options: object = {}): Promise<Server> =>
  createServer({ vocabulary: 'kubernetes', preset: 'testing', ...options })

const endpoints = '/api/v1/namespaces/default/endpoints/kubernetes'
const slice = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes'
const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases'

describe('the address of the server', () => {
  it('is not published by a server that does not listen', async () => {
    const server = await serve()
    for (const path of [endpoints, slice]) expect((await call(server, 'GET', path)).status).toBe(404)
    expect((await call(server, 'GET', leases)).json.items).toEqual([])
  })

  it('is in Endpoints, an EndpointSlice and the service of a server that listens', async () => {
    const server = await serve()
    const { port } = await server.listen({ advertiseAddress: '192.0.2.7' })
    const ports = [{ name: 'https', port, protocol: 'TCP' }]
    expect((await call(server, 'GET', endpoints)).json).toMatchObject({
      metadata: {
        labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' },
        managedFields: [{ manager: 'kube-apiserver' }],
      },
      subsets: [{ addresses: [{ ip: '192.0.2.7' }], ports }],
    })
    expect((await call(server, 'GET', slice)).json).toMatchObject({
      metadata: { generation: 1, labels: { 'kubernetes.io/service-name': 'kubernetes' } },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['192.0.2.7'], conditions: { ready: true } }],
      ports,
    })
    const service = await call(server, 'GET', '/api/v1/namespaces/default/services/kubernetes')
    expect(service.json.spec.ports).toEqual([{ name: 'https', protocol: 'TCP', port: 443, targetPort: port }])
    await server.close()
  })

  it('is written again when it is deleted or changed, until the server is closed', async () => {
    const clock = createFakeClock()
    const server = await serve({ clock })
    await server.listen({ advertiseAddress: '192.0.2.7' })
    await call(server, 'DELETE', endpoints)
    const { json } = await call(server, 'GET', slice)
    await call(server, 'PUT', slice, { body: { ...json, endpoints: [] } })
    await clock.advance(10_000)
    expect((await call(server, 'GET', endpoints)).json.subsets[0].addresses).toEqual([{ ip: '192.0.2.7' }])
    expect((await call(server, 'GET', slice)).json.endpoints).toHaveLength(1)
    await server.close()
  })

  it('has a lease that is renewed every ten seconds', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    const server = await serve({ clock })
    const { port } = await server.listen({ advertiseAddress: '192.0.2.7' })
    const [lease] = (await call(server, 'GET', leases)).json.items
    expect(lease).toMatchObject({
      metadata: {
        name: expect.stringMatching(/^apiserver-[a-z2-7]{26}$/),
        labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver' },
        annotations: { 'kubernetes.io/peer-advertise-address': `192.0.2.7:${port}` },
        managedFields: [{ manager: 'kube-apiserver' }],
      },
      spec: { leaseDurationSeconds: 3600, renewTime: '2030-01-01T00:00:00.000000Z' },
    })
    expect(lease.spec.holderIdentity.startsWith(`${lease.metadata.name}_`)).toBe(true)
    await clock.advance(10_000)
    const [renewed] = (await call(server, 'GET', leases)).json.items
    expect(renewed.spec.renewTime).toBe('2030-01-01T00:00:10.000000Z')
    await server.close()
  })

  it('must be an IP address', async () => {
    const server = await serve()
    await expect(server.listen({ advertiseAddress: 'here' })).rejects.toThrow(
      'advertiseAddress must be an IP address, not "here"',
    )
  })

  it('is published only in kinds that the host serves', async () => {
    const server = await serve({ builtInKinds: [] })
    await server.listen({ advertiseAddress: '192.0.2.7' })
    expect((await call(server, 'GET', endpoints)).status).toBe(404)
    await server.close()
  })
})
