import { createFakeClock, createTestServer, eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { containsAddress, containsBlock } from '../src/service-cidr/address-block.ts'
import { startControllers } from '../src/index.ts'

const networking = 'networking.k8s.io/v1'

async function start() {
  const clock = createFakeClock()
  const server = await createTestServer({ clock, eventTtlSeconds: 0 })
  const failures: string[] = []
  const controllers = startControllers({
    client: server.connect(),
    clock,
    controllers: ['service-address-controller', 'service-cidr-controller'],
    onError: (error) => void failures.push(String(error)),
  })
  await controllers.started
  return {
    clock,
    failures,
    ranges: server.client({ apiVersion: networking, kind: 'ServiceCIDR' }),
    addresses: server.client({ apiVersion: networking, kind: 'IPAddress' }),
    services: server.client({ apiVersion: 'v1', kind: 'Service' }).namespace('default'),
    async [Symbol.asyncDispose]() {
      await controllers.stop()
      await server.close()
    },
  }
}

// The answers of kube-apiserver and kube-controller-manager 1.36.3.
describe('addresses of services', () => {
  it('have an object that is deleted with the service, and one that a client deletes returns', async () => {
    await using cluster = await start()
    const { services, addresses } = cluster
    const web = await services.create({ metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } })
    const name = web.spec?.clusterIP ?? ''
    await services.create({ metadata: { name: 'headless' }, spec: { clusterIP: 'None', ports: [{ port: 80 }] } })
    const found = await eventually(
      () => addresses.get(name),
      () => true,
    )
    expect(found).toMatchObject({
      metadata: {
        labels: {
          'ipaddress.kubernetes.io/ip-family': 'IPv4',
          'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
        },
      },
      spec: { parentRef: { resource: 'services', namespace: 'default', name: 'web' } },
    })
    await addresses.delete(name)
    await eventually(
      () => addresses.get(name),
      ({ metadata }) => metadata.uid !== found.metadata.uid,
    )
    await services.delete('web')
    await eventually(async () => (await addresses.list()).items.map(({ metadata }) => metadata.name), ['10.96.0.1'])
    expect(cluster.failures).toEqual([])
  })

  it('that clients create are left alone', async () => {
    await using cluster = await start()
    const parentRef = { resource: 'widgets', group: 'example.dev', name: 'one' }
    await cluster.addresses.create({ metadata: { name: '192.0.2.7' }, spec: { parentRef } })
    await cluster.services.create({ metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } })
    await eventually(async () => (await cluster.addresses.list()).items.length, 3)
    expect(await cluster.addresses.get('192.0.2.7')).toMatchObject({ spec: { parentRef } })
  })
})

describe('ranges of service addresses', () => {
  const finalizer = 'networking.k8s.io/service-cidr-finalizer'

  it('are ready and have a finalizer', async () => {
    await using cluster = await start()
    const kept = await eventually(
      () => cluster.ranges.get('kubernetes'),
      ({ metadata }) => metadata.finalizers?.includes(finalizer) === true,
    )
    expect(kept.status?.conditions?.map(({ status }) => status)).toEqual(['True'])
    await cluster.ranges.create({ metadata: { name: 'extra' }, spec: { cidrs: ['10.200.0.0/24'] } })
    const extra = await eventually(
      () => cluster.ranges.get('extra'),
      ({ status }) => status?.conditions?.length === 1,
    )
    expect(extra.metadata.finalizers).toEqual([finalizer])
    expect(extra.status?.conditions).toMatchObject([
      { type: 'Ready', status: 'True', reason: '', message: 'Kubernetes Service CIDR is ready' },
    ])
  })

  it('stay after their deletion while addresses of them are in use, and 10 seconds longer', async () => {
    await using cluster = await start()
    const { ranges, addresses, clock } = cluster
    await ranges.create({ metadata: { name: 'extra' }, spec: { cidrs: ['10.200.0.0/24'] } })
    await eventually(
      () => ranges.get('extra'),
      ({ metadata }) => metadata.finalizers?.length === 1,
    )
    const parentRef = { resource: 'widgets', group: 'example.dev', name: 'one' }
    await addresses.create({ metadata: { name: '10.200.0.77' }, spec: { parentRef } })
    await ranges.delete('extra')
    const held = await eventually(
      () => ranges.get('extra'),
      ({ status }) => status?.conditions?.[0]?.status === 'False',
    )
    expect(held.status?.conditions).toMatchObject([
      {
        reason: 'Terminating',
        message:
          'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR',
      },
    ])
    await clock.advance(60_000)
    expect(await ranges.get('extra')).toBeDefined()
    await addresses.delete('10.200.0.77')
    await eventually(async () => (await ranges.list()).items.length, 1)
    expect(cluster.failures).toEqual([])
  })

  it('go at once after 10 seconds where another range has their addresses', async () => {
    await using cluster = await start()
    const { ranges, addresses, clock } = cluster
    for (const [name, cidr] of [
      ['inner', '10.200.0.0/24'],
      ['outer', '10.200.0.0/16'],
    ] as const) {
      await ranges.create({ metadata: { name }, spec: { cidrs: [cidr] } })
      await eventually(
        () => ranges.get(name),
        ({ status }) => status?.conditions?.length === 1,
      )
    }
    const parentRef = { resource: 'widgets', group: 'example.dev', name: 'one' }
    await addresses.create({ metadata: { name: '10.200.0.77' }, spec: { parentRef } })
    await ranges.delete('inner')
    await clock.advance(9000)
    expect((await ranges.list()).items.length).toBe(3)
    await clock.advance(1000)
    await eventually(
      async () => (await ranges.list()).items.map(({ metadata }) => metadata.name),
      ['kubernetes', 'outer'],
    )
  })
})

it.each([
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['2001:db8::/32', '2001:db8:1::1', true],
  ['2001:db8::/32', '32.1.13.184', false],
  ['10.0.0.0/8', 'none', false],
])('%s contains %s: %s', (cidr, address, expected) => {
  expect(containsAddress(cidr, address)).toBe(expected)
})

it.each([
  ['10.0.0.0/8', '10.1.0.0/16', true],
  ['10.0.0.0/8', '10.0.0.0/8', true],
  ['10.1.0.0/16', '10.0.0.0/8', false],
  ['::/0', '10.0.0.0/8', false],
])('%s contains the block %s: %s', (outer, inner, expected) => {
  expect(containsBlock(outer, inner)).toBe(expected)
})
