import { eventually } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startCluster, type Cluster, type Loose } from './support.ts'

// The answers of kube-controller-manager 1.36.3.
describe('Endpoints of a service without a selector', () => {
  let cluster: Cluster
  beforeEach(async () => {
    cluster = await startCluster({
      controllers: ['endpointslice-mirroring-controller', 'endpoints-controller', 'endpointslice-controller'],
      nodes: 0,
    })
  })
  afterEach(async () => {
    expect(cluster.failures).toEqual([])
    await cluster[Symbol.asyncDispose]()
  })

  const slices = async (): Promise<Loose[]> => {
    const { items } = await cluster.of('EndpointSlice').list()
    return items
      .filter(({ metadata }: Loose) =>
        metadata.labels?.['endpointslice.kubernetes.io/managed-by']?.startsWith('endpointslicemirroring'),
      )
      .map(({ addressType, endpoints, ports, metadata }: Loose) => ({ addressType, endpoints, ports, metadata }))
      .sort((a: Loose, b: Loose) =>
        JSON.stringify([a.addressType, a.ports]) < JSON.stringify([b.addressType, b.ports]) ? -1 : 1,
      )
  }
  const create = (kind: string, name: string, more: object = {}): Promise<Loose> =>
    cluster.of(kind).create({ metadata: { name }, ...more })

  const http = { name: 'http', port: 8080, appProtocol: 'http', protocol: 'TCP' }

  it('are mirrored by address type and ports, with labels and annotations', async () => {
    await create('Service', 'ext', { spec: { ports: [{ name: 'http', port: 80 }] } })
    const { metadata } = await cluster.of('Endpoints').create({
      metadata: {
        name: 'ext',
        labels: { team: 'a', 'kubernetes.io/service-name': 'wrong' },
        annotations: {
          note: 'x',
          'endpoints.kubernetes.io/last-change-trigger-time': '2020-01-01T00:00:00Z',
          'kubectl.kubernetes.io/last-applied-configuration': '{}',
        },
      },
      subsets: [
        {
          addresses: [
            { ip: '203.0.113.1', hostname: 'h1', nodeName: 'n1' },
            { ip: '203.0.113.2', targetRef: { kind: 'Pod', name: 'p', namespace: 'default' } },
            { ip: '2001:db8::1' },
          ],
          notReadyAddresses: [{ ip: '203.0.113.3' }],
          ports: [http],
        },
        { addresses: [{ ip: '203.0.113.9' }], ports: [{ name: 'https', port: 8443 }] },
      ],
    })
    const found = await eventually(slices, (all) => all.length === 3)
    expect(found).toMatchObject([
      {
        addressType: 'IPv4',
        ports: [http],
        endpoints: [
          { addresses: ['203.0.113.1'], conditions: { ready: true }, hostname: 'h1', nodeName: 'n1' },
          { addresses: ['203.0.113.2'], conditions: { ready: true }, targetRef: { kind: 'Pod', name: 'p' } },
          { addresses: ['203.0.113.3'], conditions: { ready: false } },
        ],
      },
      {
        addressType: 'IPv4',
        ports: [{ name: 'https', port: 8443, protocol: 'TCP' }],
        endpoints: [{ addresses: ['203.0.113.9'] }],
      },
      { addressType: 'IPv6', ports: [http], endpoints: [{ addresses: ['2001:db8::1'], conditions: { ready: true } }] },
    ])
    expect(found[0].endpoints[0].conditions).toEqual({ ready: true })
    for (const slice of found) {
      expect(slice.metadata).toMatchObject({
        generateName: 'ext-',
        labels: {
          team: 'a',
          'kubernetes.io/service-name': 'ext',
          'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
        },
        ownerReferences: [
          {
            apiVersion: 'v1',
            kind: 'Endpoints',
            name: 'ext',
            uid: metadata.uid,
            controller: true,
            blockOwnerDeletion: true,
          },
        ],
      })
      expect(slice.metadata.annotations).toEqual({ note: 'x' })
    }

    await cluster.of('Endpoints').patch('ext', {
      metadata: { labels: { team: 'b' }, annotations: { note: null } },
      subsets: [{ addresses: [{ ip: '203.0.113.1' }], ports: [http] }],
    })
    await eventually(
      slices,
      (all) => all.length === 1 && all[0].metadata.labels.team === 'b' && all[0].metadata.annotations === undefined,
    )
    await cluster.of('Endpoints').delete('ext')
    await eventually(slices, [])
  })

  it.each<[what: string, service: object | undefined, metadata: object]>([
    [
      'with the label to skip them',
      { ports: [{ port: 80 }] },
      { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
    ],
    [
      'that are the lock of an election',
      { ports: [{ port: 80 }] },
      { annotations: { 'control-plane.alpha.kubernetes.io/leader': '{}' } },
    ],
    ['without a service', undefined, {}],
    ['of a service with a selector', { selector: { a: 'b' }, ports: [{ port: 80 }] }, {}],
  ])('%s are not mirrored', async (_, spec, metadata) => {
    if (spec !== undefined) await create('Service', 'other', { spec })
    const subsets = [{ addresses: [{ ip: '203.0.113.9' }], ports: [{ port: 80 }] }]
    await cluster
      .of('Endpoints')
      .create({ metadata: { name: 'other', ...metadata }, subsets })
      .catch(() => undefined)
    await create('Service', 'shown', { spec: { ports: [{ port: 80 }] } })
    await create('Endpoints', 'shown', { subsets })
    await eventually(slices, (all) => all.length === 1 && all[0].metadata.ownerReferences[0].name === 'shown')
  })

  it('lose their slices when the service gets a selector, and get them when it loses it', async () => {
    await create('Service', 'ext', { spec: { ports: [{ port: 80 }] } })
    await create('Endpoints', 'ext', { subsets: [{ addresses: [{ ip: '203.0.113.9' }], ports: [{ port: 80 }] }] })
    await eventually(slices, (all) => all.length === 1)
    await cluster.of('Service').delete('ext')
    await eventually(slices, [])
  })

  it('of an ExternalName service without ports are mirrored without ports', async () => {
    await create('Service', 'name', { spec: { type: 'ExternalName', externalName: 'a.example.dev' } })
    await create('Endpoints', 'name', { subsets: [{ addresses: [{ ip: '203.0.113.9' }] }] })
    const [slice] = await eventually(slices, (all) => all.length === 1)
    expect(slice.ports ?? []).toEqual([])
  })
})
