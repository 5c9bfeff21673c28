import { createTestServer, type TestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'

const networking = 'networking.k8s.io/v1'
const ports = [{ port: 80 }]

/** A server whose own range has six addresses, one of which is that of the server. */
async function start(serviceCidr = '10.0.0.0/29'): Promise<TestServer> {
  return createTestServer({ serviceCidr })
}

function kindsOf(server: TestServer) {
  return {
    ranges: server.client({ apiVersion: networking, kind: 'ServiceCIDR' }),
    addresses: server.client({ apiVersion: networking, kind: 'IPAddress' }),
    services: server.client({ apiVersion: 'v1', kind: 'Service' }).namespace('default'),
  }
}

const ready = (status: string) => ({
  status: {
    conditions: [{ type: 'Ready', status, reason: '', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' }],
  },
})

// The answers of kube-apiserver 1.36.3.
describe('the addresses of services', () => {
  it('come from every range that is ready, whichever has a free one', async () => {
    await using server = await start()
    const { ranges, services } = kindsOf(server)
    await ranges.create({ metadata: { name: 'more' }, spec: { cidrs: ['192.168.7.0/30'] } })
    const given: string[] = []
    for (let count = 0; count < 7; count++) {
      const { spec } = await services.create({ metadata: { name: `web-${count}` }, spec: { ports } })
      given.push(spec?.clusterIP ?? '')
    }
    expect(given.filter((address) => address.startsWith('192.168.7.')).sort()).toEqual(['192.168.7.1', '192.168.7.2'])
    expect(given.filter((address) => address.startsWith('10.0.0.'))).toHaveLength(5)
    await expect(services.create({ metadata: { name: 'late' }, spec: { ports } })).rejects.toMatchObject({
      code: 500,
      message: 'Internal error occurred: failed to allocate a serviceIP for Service "late": range is full',
    })
    // Another range helps, as soon as it is there.
    await ranges.create({ metadata: { name: 'most' }, spec: { cidrs: ['192.168.8.0/29'] } })
    expect((await services.create({ metadata: { name: 'late' }, spec: { ports } })).spec?.clusterIP).toMatch(
      /^192.168.8/,
    )
  })

  it('do not come from ranges that are not ready, or are being deleted', async () => {
    await using server = await start()
    const { ranges, services } = kindsOf(server)
    const ask = (clusterIP: string, dryRun = false) =>
      services.create({ metadata: { name: 'web' }, spec: { clusterIP, ports } }, { dryRun })
    const refusal = (clusterIP: string, why: string) => ({
      code: 422,
      message: `Service "web" is invalid: spec.clusterIPs: Invalid value: ["${clusterIP}"]: failed to allocate IP ${clusterIP}: ${why}`,
    })
    const outside = 'the provided network does not match the current range'
    await expect(ask('192.168.7.5')).rejects.toMatchObject(refusal('192.168.7.5', outside))
    await ranges.create({
      metadata: { name: 'more', finalizers: ['example.dev/keep'] },
      spec: { cidrs: ['192.168.7.0/29'] },
    })
    expect((await ask('192.168.7.5', true)).spec?.clusterIP).toBe('192.168.7.5')
    await expect(ask('192.168.7.0')).rejects.toMatchObject(refusal('192.168.7.0', outside))
    await expect(ask('192.168.7.7')).rejects.toMatchObject(refusal('192.168.7.7', outside))
    await ranges.patchStatus('more', ready('False'))
    await expect(ask('192.168.7.5')).rejects.toMatchObject(refusal('192.168.7.5', outside))
    await ranges.patchStatus('more', ready('True'))
    expect((await ask('192.168.7.5')).spec?.clusterIP).toBe('192.168.7.5')
    await services.delete('web')
    await ranges.delete('more')
    await expect(ask('192.168.7.5')).rejects.toMatchObject(refusal('192.168.7.5', outside))
    await ranges.patchStatus('kubernetes', ready('False'))
    await expect(ask('10.0.0.2', true)).rejects.toMatchObject(refusal('10.0.0.2', 'allocator not ready'))
    await expect(
      services.create({ metadata: { name: 'web' }, spec: { ports } }, { dryRun: true }),
    ).rejects.toMatchObject({
      code: 422,
      message:
        'Service "web" is invalid: spec.clusterIPs: Invalid value: [""]: failed to allocate IP: allocator not ready',
    })
  })

  it('are written as IPAddress objects with the service, and removed with it', async () => {
    await using server = await start()
    const { addresses, services } = kindsOf(server)
    const names = async () => (await addresses.list()).items.map(({ metadata }) => metadata.name)
    const { spec } = await services.create({ metadata: { name: 'web' }, spec: { ports } })
    const address = spec?.clusterIP ?? ''
    expect(await addresses.get(address)).toMatchObject({
      metadata: {
        labels: {
          'ipaddress.kubernetes.io/ip-family': 'IPv4',
          'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
        },
        managedFields: [{ manager: 'kube-apiserver', operation: 'Update' }],
      },
      spec: { parentRef: { resource: 'services', namespace: 'default', name: 'web' } },
    })
    await services.create({ metadata: { name: 'dry' }, spec: { ports } }, { dryRun: true })
    await services.create({ metadata: { name: 'headless' }, spec: { clusterIP: 'None', ports } })
    expect(await names()).toEqual(['10.0.0.1', address].sort())
    // A service that needs no address gives its own back.
    await services.patch('web', { spec: { type: 'ExternalName', externalName: 'example.dev', clusterIP: null } })
    expect(await names()).toEqual(['10.0.0.1'])
    await services.patch('web', { spec: { type: 'ClusterIP', externalName: null } })
    expect(await names()).toHaveLength(2)
    await services.delete('web')
    expect(await names()).toEqual(['10.0.0.1'])
  })

  it('are removed with a service that was held by a finalizer, and left where the write fails', async () => {
    await using server = await start()
    const { addresses, services } = kindsOf(server)
    const names = async () => (await addresses.list()).items.map(({ metadata }) => metadata.name)
    await services.create({ metadata: { name: 'web', finalizers: ['example.dev/keep'] }, spec: { ports } })
    await services.delete('web')
    expect(await names()).toHaveLength(2)
    await services.patch('web', { metadata: { finalizers: null } })
    expect(await names()).toEqual(['10.0.0.1'])
    await services.create({ metadata: { name: 'web' }, spec: { ports } })
    await expect(services.create({ metadata: { name: 'web' }, spec: { ports } })).rejects.toMatchObject({ code: 409 })
    const invalid = { type: 'Nothing', ports } as never
    await expect(services.create({ metadata: { name: 'bad' }, spec: invalid })).rejects.toMatchObject({ code: 422 })
    expect(await names()).toHaveLength(2)
    // With the service of the server itself.
    await services.deleteCollection()
    expect(await names()).toEqual([])
  })

  it('are not those of IPAddress objects that belong to others', async () => {
    await using server = await start()
    const { addresses, services } = kindsOf(server)
    const parentRef = { resource: 'pods', namespace: 'default', name: 'x' }
    for (const name of ['10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5']) {
      await addresses.create({ metadata: { name }, spec: { parentRef } })
    }
    await expect(
      services.create({ metadata: { name: 'web' }, spec: { clusterIP: '10.0.0.2', ports } }),
    ).rejects.toMatchObject({
      message:
        'Service "web" is invalid: spec.clusterIPs: Invalid value: ["10.0.0.2"]: failed to allocate IP 10.0.0.2: provided IP is already allocated',
    })
    expect((await services.create({ metadata: { name: 'web' }, spec: { ports } })).spec?.clusterIP).toBe('10.0.0.6')
    await services.delete('web')
    expect((await addresses.list()).items).toHaveLength(5)
  })

  it('of two families come from ranges of each', async () => {
    await using server = await start('10.0.0.0/29,fd00::/125')
    const { ranges, addresses, services } = kindsOf(server)
    await ranges.create({ metadata: { name: 'six' }, spec: { cidrs: ['fd01::/125'] } })
    const clusterIPs = ['10.0.0.3', 'fd01::5']
    const spec = { ipFamilyPolicy: 'RequireDualStack' as const, clusterIPs, clusterIP: '10.0.0.3', ports }
    await services.create({ metadata: { name: 'web' }, spec })
    expect(await addresses.get('fd01::5')).toMatchObject({
      metadata: { labels: { 'ipaddress.kubernetes.io/ip-family': 'IPv6' } },
    })
  })
})
