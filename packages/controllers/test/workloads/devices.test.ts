import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { startCluster, template, type Cluster, type Loose } from './support.ts'

const controllers = [
  'garbage-collector-controller',
  'replicaset-controller',
  'resourceclaim-controller',
  'simulated-scheduler',
  'simulated-node-agent',
]
const nodes = [{ name: 'a' }, { name: 'b' }]

const device = (name: string, model: string, more: Loose = {}): Loose => ({
  name,
  attributes: {
    model: { string: model },
    index: { int: Number(name.replace(/\D/g, '')) },
    driver: { version: '1.2.0' },
  },
  capacity: { memory: { value: '8Gi' } },
  ...more,
})
const slice = (node: string, devices: readonly Loose[], more: Loose = {}): Loose => ({
  metadata: { name: `${node}-gpus` },
  spec: {
    driver: 'gpu.example.com',
    pool: { name: node, generation: 1, resourceSliceCount: 1 },
    nodeName: node,
    devices,
    ...more,
  },
})
const deviceClass = (name = 'gpu', spec: Loose = {}): Loose => ({
  metadata: { name },
  spec: { selectors: [{ cel: { expression: "device.driver == 'gpu.example.com'" } }], ...spec },
})
const exactly = (more: Loose = {}, name = 'gpu'): Loose => ({ name, exactly: { deviceClassName: 'gpu', ...more } })
const selecting = (expression: string): Loose => ({ selectors: [{ cel: { expression } }] })
const claim = (name: string, ...requests: readonly Loose[]): Loose => ({
  metadata: { name },
  spec: { devices: { requests: requests.length === 0 ? [exactly()] : requests } },
})
const pod = (name: string, resourceClaims: readonly Loose[], spec: Loose = {}): Loose => ({
  metadata: { name },
  spec: {
    containers: [
      {
        name: 'main',
        image: 'i:1',
        resources: { claims: resourceClaims.map((entry: Loose) => ({ name: entry.name })) },
      },
    ],
    resourceClaims,
    ...spec,
  },
})
const using = (resourceClaimName: string): Loose => ({ name: 'gpu', resourceClaimName })
const from = (resourceClaimTemplateName: string): Loose => ({ name: 'gpu', resourceClaimTemplateName })

const isRunning = ({ status }: Loose): boolean => status?.phase === 'Running'
const scheduled = ({ status }: Loose): Loose => status?.conditions?.find(({ type }: Loose) => type === 'PodScheduled')
const devicesOf = ({ status }: Loose): string[] =>
  (status?.allocation?.devices?.results ?? []).map(({ pool, device: name }: Loose) => `${pool}/${name}`)

async function start(...slices: readonly Loose[]): Promise<Cluster> {
  const cluster = await startCluster({ nodes, controllers })
  await cluster.of('DeviceClass').create(deviceClass())
  for (const one of slices) await cluster.of('ResourceSlice').create(one)
  return cluster
}

describe('a pod with a resource claim', () => {
  it('runs where the device is, and reserves it', async () => {
    await using cluster = await start(slice('b', [device('gpu-0', 'large')]))
    await cluster.of('ResourceClaim').create(claim('own'))
    await cluster.of('Pod').create(pod('p', [using('own')]))
    const { spec, metadata } = await cluster.waitFor('Pod', 'p', isRunning)
    expect(spec.nodeName).toBe('b')
    const stored = await cluster.of('ResourceClaim').get('own')
    expect(stored.metadata.finalizers).toEqual(['resource.kubernetes.io/delete-protection'])
    expect(stored.status).toEqual({
      allocation: {
        allocationTimestamp: '2030-01-01T00:00:00Z',
        devices: { results: [{ request: 'gpu', driver: 'gpu.example.com', pool: 'b', device: 'gpu-0' }] },
        nodeSelector: {
          nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['b'] }] }],
        },
      },
      reservedFor: [{ resource: 'pods', name: 'p', uid: metadata.uid }],
    })
    expect(cluster.failures).toEqual([])
  })

  it('waits for the claim, its class and a device, and says what is missing', async () => {
    await using cluster = await startCluster({ nodes, controllers })
    await cluster.of('Pod').create(pod('p', [using('own')]))
    await cluster.of('ResourceClaim').create(claim('own'))
    const { status } = await cluster.waitFor('Pod', 'p', (one) => scheduled(one)?.status === 'False')
    const messageOf = (one: Loose): string => scheduled(one)?.message
    expect(messageOf({ status })).toBe('0/2 nodes are available: request gpu: device class gpu does not exist.')
    await cluster.of('DeviceClass').create(deviceClass())
    const none = '0/2 nodes are available: 2 cannot allocate all claims.'
    await cluster.waitFor('Pod', 'p', (one) => messageOf(one) === none)
    await cluster.of('ResourceSlice').create(slice('a', [device('gpu-0', 'large')]))
    expect((await cluster.waitFor('Pod', 'p', isRunning)).spec.nodeName).toBe('a')
    expect(cluster.failures).toEqual([])
  })

  it('shares the claim with other pods, on the node of the device', async () => {
    await using cluster = await start(slice('a', [device('gpu-0', 'large')]))
    await cluster.of('ResourceClaim').create(claim('own'))
    for (const name of ['p', 'q']) await cluster.of('Pod').create(pod(name, [using('own')]))
    for (const name of ['p', 'q']) expect((await cluster.waitFor('Pod', name, isRunning)).spec.nodeName).toBe('a')
    const { status } = await cluster.of('ResourceClaim').get('own')
    expect(status.reservedFor.map(({ name }: Loose) => name).sort()).toEqual(['p', 'q'])
    await cluster
      .of('Pod')
      .create(pod('elsewhere', [using('own')], { nodeSelector: { 'kubernetes.io/hostname': 'b' } }))
    const refused = await cluster.waitFor('Pod', 'elsewhere', (one) => scheduled(one)?.status === 'False')
    expect(scheduled(refused).message).toBe(
      "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 resourceclaim not available on the node.",
    )
  })

  it('waits until another pod frees the device', async () => {
    await using cluster = await start(slice('a', [device('gpu-0', 'large')]))
    for (const name of ['one', 'two']) await cluster.of('ResourceClaim').create(claim(name))
    await cluster.of('Pod').create(pod('p', [using('one')]))
    await cluster.waitFor('Pod', 'p', isRunning)
    await cluster.of('Pod').create(pod('q', [using('two')]))
    await cluster.waitFor('Pod', 'q', (one) => scheduled(one)?.status === 'False')
    await cluster.of('Pod').delete('p')
    await cluster.waitFor('Pod', 'q', isRunning)
    const freed = await cluster.waitFor('ResourceClaim', 'one', ({ status }) => status?.allocation === undefined)
    expect([freed.status?.reservedFor, freed.metadata.finalizers]).toEqual([undefined, undefined])
  })

  it('gets other devices when those of its unused claim are on a node that does not suit it', async () => {
    await using cluster = await start(slice('a', [device('gpu-0', 'large')]), slice('b', [device('gpu-0', 'large')]))
    const made = await cluster.of('ResourceClaim').create(claim('own'))
    const results = [{ request: 'gpu', driver: 'gpu.example.com', pool: 'a', device: 'gpu-0' }]
    const term = { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] }
    const allocation = { devices: { results }, nodeSelector: { nodeSelectorTerms: [term] } }
    await cluster.of('ResourceClaim').updateStatus({ ...made, status: { allocation } })
    await cluster.of('Pod').create(pod('p', [using('own')], { nodeSelector: { 'kubernetes.io/hostname': 'b' } }))
    await cluster.waitFor('Pod', 'p', isRunning)
    expect(devicesOf(await cluster.of('ResourceClaim').get('own'))).toEqual(['b/gpu-0'])
  })

  it('has the reason in its condition if an expression has no value', async () => {
    await using cluster = await start(slice('a', [device('gpu-0', 'large')]))
    await cluster
      .of('ResourceClaim')
      .create(claim('own', exactly(selecting("device.attributes['gpu.example.com'].color == 'red'"))))
    await cluster.of('Pod').create(pod('p', [using('own')]))
    const refused = await cluster.waitFor('Pod', 'p', (one) => scheduled(one)?.reason === 'SchedulerError')
    expect(scheduled(refused).message).toBe(
      'running "DynamicResources" filter plugin: claim default/own: selector #0: CEL runtime error: no such key: color',
    )
  })

  it('that a client has assigned to a node reserves an allocated claim', async () => {
    await using cluster = await start(slice('a', [device('gpu-0', 'large')]))
    await cluster.of('ResourceClaim').create(claim('own'))
    await cluster.of('Pod').create(pod('p', [using('own')]))
    await cluster.waitFor('Pod', 'p', isRunning)
    await cluster.of('Pod').create(pod('q', [using('own')], { nodeName: 'a' }))
    await cluster.waitFor('ResourceClaim', 'own', ({ status }) => status.reservedFor?.length === 2)
    for (const name of ['p', 'q']) await cluster.of('Pod').delete(name, { gracePeriodSeconds: 0 })
    await cluster.waitFor('ResourceClaim', 'own', ({ status }) => status?.allocation === undefined)
  })
})

describe('a claim of a template', () => {
  const claimTemplate = (spec: Loose = {}): Loose => ({
    metadata: { name: 'one-gpu' },
    spec: { metadata: { labels: { of: 'template' } }, spec: { devices: { requests: [exactly()] } }, ...spec },
  })

  it('is created for each pod, and deleted with it', async () => {
    await using cluster = await start(slice('a', [device('gpu-0', 'x')]), slice('b', [device('gpu-0', 'x')]))
    await cluster.of('ResourceClaimTemplate').create(claimTemplate())
    const spec = pod('', [from('one-gpu')]).spec
    const set = { replicas: 2, selector: { matchLabels: { app: 'web' } }, template: template({ app: 'web' }, spec) }
    await cluster.of('ReplicaSet').create({ metadata: { name: 'web' }, spec: set })
    const pods = await eventually(
      () => cluster.pods(),
      (all) => all.length === 2 && all.every(isRunning),
    )
    expect(pods.map(({ spec: { nodeName } }) => nodeName).sort()).toEqual(['a', 'b'])
    const [first] = pods
    const [status] = first.status.resourceClaimStatuses
    expect(status).toEqual({ name: 'gpu', resourceClaimName: expect.stringMatching(`^${first.metadata.name}-gpu-`) })
    const { metadata } = await cluster.of('ResourceClaim').get(status.resourceClaimName)
    const { name, uid } = first.metadata
    expect(metadata).toMatchObject({
      labels: { of: 'template' },
      annotations: { 'resource.kubernetes.io/pod-claim-name': 'gpu' },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name, uid, controller: true }],
    })
    expect((await cluster.of('ResourceClaim').list()).items.length).toBe(2)
    await cluster.of('ReplicaSet').delete('web')
    await eventually(
      async () => (await cluster.of('ResourceClaim').list()).items,
      (items) => items.length === 0,
    )
    expect(cluster.failures).toEqual([])
  })

  it('waits for the template, with an Event', async () => {
    await using cluster = await start(slice('a', [device('gpu-0', 'x')]))
    await cluster.of('Pod').create(pod('p', [from('one-gpu')]))
    const message =
      'FailedResourceClaimCreation: PodResourceClaim gpu: resource claim template "one-gpu": resourceclaimtemplate.resource.k8s.io "one-gpu" not found'
    await eventually(
      () => cluster.events(),
      (events) => events.includes(message),
    )
    await cluster.of('ResourceClaimTemplate').create(claimTemplate())
    await cluster.waitFor('Pod', 'p', isRunning)
  })

  it('is deleted, and its device free, when its pod has finished', async () => {
    await using cluster = await start(slice('a', [device('gpu-0', 'x')]))
    await cluster.of('ResourceClaimTemplate').create(claimTemplate())
    await cluster.of('Pod').create(pod('p', [from('one-gpu')], { restartPolicy: 'Never' }))
    await cluster.waitFor('Pod', 'p', ({ status }) => status?.phase === 'Succeeded')
    await eventually(
      async () => (await cluster.of('ResourceClaim').list()).items,
      (items) => items.length === 0,
    )
    expect((await cluster.of('Pod').get('p')).status.resourceClaimStatuses).toHaveLength(1)
  })

  it('is created again when it is deleted before the pod has a node', async () => {
    await using cluster = await start()
    await cluster.of('ResourceClaimTemplate').create(claimTemplate())
    await cluster.of('Pod').create(pod('p', [from('one-gpu')]))
    const nameOf = ({ status }: Loose): string => status?.resourceClaimStatuses?.[0]?.resourceClaimName
    const first = nameOf(await cluster.waitFor('Pod', 'p', (one) => nameOf(one) !== undefined))
    await cluster.of('ResourceClaim').delete(first)
    await cluster.waitFor('Pod', 'p', (one) => nameOf(one) !== first)
    await cluster.of('ResourceSlice').create(slice('a', [device('gpu-0', 'x')]))
    await cluster.waitFor('Pod', 'p', isRunning)
  })
})

describe('allocation', () => {
  it('counts, selects and takes all, one claim after the other', async () => {
    await using cluster = await start(
      slice('a', [
        device('gpu-0', 'small'),
        device('gpu-1', 'large'),
        device('gpu-2', 'large'),
        device('gpu-3', 'huge'),
      ]),
    )
    const large = selecting("device.attributes['gpu.example.com'].model == 'large'")
    const requests = [
      exactly({ count: 2, ...large }, 'two'),
      exactly(
        {
          allocationMode: 'All',
          ...selecting(
            "device.capacity['gpu.example.com'].memory.isGreaterThan(quantity('4Gi')) && device.attributes['gpu.example.com'].model == 'huge'",
          ),
        },
        'all',
      ),
    ]
    await cluster.of('ResourceClaim').create(claim('many', ...requests))
    await cluster.of('Pod').create(pod('p', [using('many')]))
    await cluster.waitFor('Pod', 'p', isRunning)
    expect(devicesOf(await cluster.of('ResourceClaim').get('many'))).toEqual(['a/gpu-1', 'a/gpu-2', 'a/gpu-3'])
    await cluster.of('ResourceClaim').create(claim('rest'))
    await cluster.of('Pod').create(pod('q', [using('rest')]))
    await cluster.waitFor('Pod', 'q', isRunning)
    expect(devicesOf(await cluster.of('ResourceClaim').get('rest'))).toEqual(['a/gpu-0'])
  })

  it('takes the first alternative that is available, and prefers nodes with a better one', async () => {
    await using cluster = await start(slice('a', [device('gpu-0', 'small')]), slice('b', [device('gpu-0', 'large')]))
    const alternative = (name: string): Loose => ({
      name,
      deviceClassName: 'gpu',
      ...selecting(`device.attributes['gpu.example.com'].model == '${name}'`),
    })
    const request = { name: 'gpu', firstAvailable: [alternative('large'), alternative('small')] }
    for (const name of ['one', 'two']) {
      await cluster.of('ResourceClaim').create(claim(name, request))
      await cluster.of('Pod').create(pod(`p-${name}`, [using(name)]))
      await cluster.waitFor('Pod', `p-${name}`, isRunning)
    }
    const requestsOf = async (name: string): Promise<string> =>
      (await cluster.of('ResourceClaim').get(name)).status.allocation.devices.results[0].request
    expect([await requestsOf('one'), await requestsOf('two')]).toEqual(['gpu/large', 'gpu/small'])
  })

  it('for administration gives devices that are in use, in namespaces that allow it', async () => {
    await using cluster = await start(slice('a', [device('gpu-0', 'x')]))
    await cluster.of('Namespace').patch('default', {
      metadata: { labels: { 'resource.kubernetes.io/admin-access': 'true' } },
    })
    await cluster.of('ResourceClaim').create(claim('own'))
    await cluster.of('Pod').create(pod('p', [using('own')]))
    await cluster.waitFor('Pod', 'p', isRunning)
    await cluster.of('ResourceClaim').create(claim('admin', exactly({ adminAccess: true, allocationMode: 'All' })))
    await cluster.of('Pod').create(pod('monitor', [using('admin')]))
    await cluster.waitFor('Pod', 'monitor', isRunning)
    const { status } = await cluster.of('ResourceClaim').get('admin')
    expect(status.allocation.devices.results).toEqual([
      { request: 'gpu', driver: 'gpu.example.com', pool: 'a', device: 'gpu-0', adminAccess: true },
    ])
  })
})
