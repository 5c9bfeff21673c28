import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { simulateWorkloads } from '../../src/index.ts'
import { startCluster, type Loose } from './support.ts'

const service = (name: string, spec: Loose = {}): Loose => ({
  metadata: { name },
  spec: { type: 'LoadBalancer', ports: [{ port: 80 }], ...spec },
})
const addressesOf = ({ status }: Loose): Loose => status.loadBalancer.ingress
const isBalanced = (one: Loose): boolean => addressesOf(one)?.length > 0

describe('simulated load balancers', () => {
  it('give services of type LoadBalancer an address of their own', async () => {
    await using cluster = await startCluster({ loadBalancerCidr: '203.0.113.0/29' })
    const { of } = cluster
    await of('Service').create(service('a'))
    await of('Service').create(service('b'))
    const [a, b] = [
      await cluster.waitFor('Service', 'a', isBalanced),
      await cluster.waitFor('Service', 'b', isBalanced),
    ]
    expect([addressesOf(a), addressesOf(b)]).toEqual([
      [{ ip: '203.0.113.2', ipMode: 'VIP' }],
      [{ ip: '203.0.113.3', ipMode: 'VIP' }],
    ])
    await eventually(
      () => cluster.events(),
      (events) => events.filter((event) => event === 'EnsuredLoadBalancer: Ensured load balancer').length === 2,
    )
    await of('Service').delete('a')
    await of('Service').create(service('wanted', { loadBalancerIP: '203.0.113.99' }))
    expect(addressesOf(await cluster.waitFor('Service', 'wanted', isBalanced))[0].ip).toBe('203.0.113.99')
    await of('Service').patch('b', { spec: { type: 'ClusterIP' } })
    await cluster.waitFor('Service', 'b', (one) => !isBalanced(one))
    expect(cluster.failures).toEqual([])
  })

  it('leave services of a class alone', async () => {
    await using cluster = await startCluster()
    await cluster.of('Service').create(service('other', { loadBalancerClass: 'example.dev/mine' }))
    await cluster.of('Service').create(service('ours'))
    await cluster.waitFor('Service', 'ours', isBalanced)
    expect(isBalanced(await cluster.of('Service').get('other'))).toBe(false)
  })

  it('give all ingresses the address of one ingress controller', async () => {
    await using cluster = await startCluster()
    const defaultBackend = { service: { name: 'web', port: { number: 80 } } }
    for (const name of ['a', 'b']) await cluster.of('Ingress').create({ metadata: { name }, spec: { defaultBackend } })
    for (const name of ['a', 'b']) {
      expect(addressesOf(await cluster.waitFor('Ingress', name, isBalanced))).toEqual([{ ip: '198.51.100.1' }])
    }
    expect(cluster.failures).toEqual([])
  })

  it('refuse a range that is none', () => {
    const message = 'loadBalancerCidr must be an IPv4 range of 8 to 30 bits, not "fd00::/64"'
    expect(() => simulateWorkloads({ loadBalancerCidr: 'fd00::/64' })).toThrow(new TypeError(message))
  })
})
