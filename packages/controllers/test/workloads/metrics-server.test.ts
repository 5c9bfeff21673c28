import { eventually } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { deployment, isRolledOut, startCluster, template, type Cluster, type Loose } from './support.ts'

const prefix = 'simulate.pinnace.dev/'
const podMetrics = { apiVersion: 'metrics.k8s.io/v1beta1', kind: 'PodMetrics' }
const nodeMetrics = { apiVersion: 'metrics.k8s.io/v1beta1', kind: 'NodeMetrics' }

async function usesOf({ server }: Cluster): Promise<Loose> {
  const pods = await server.client<Loose>(podMetrics).namespace('default').list({ labelSelector: 'app=web' })
  return Object.fromEntries(
    pods.items.map(({ metadata, containers }: Loose) => [
      metadata.name.split('-')[0],
      containers.map(({ name, usage }: Loose) => `${name} ${usage.cpu} ${usage.memory}`),
    ]),
  )
}

const containers = [
  { name: 'main', image: 'i:1' },
  { name: 'side', image: 'i:1' },
]

it('serves what annotations say that pods use, and what nodes use', async () => {
  await using cluster = await startCluster({ nodes: 2 })
  const annotations = { [`${prefix}cpu.main`]: '120m', [`${prefix}cpu.side`]: '5m', [`${prefix}memory`]: '64Mi' }
  await cluster
    .of('Deployment')
    .create(deployment({ replicas: 1, template: template({ app: 'web' }, { containers }, annotations) }))
  await cluster.waitFor('Deployment', 'web', isRolledOut)
  await eventually(() => usesOf(cluster), { web: ['main 120m 64Mi', 'side 5m 0'] })
  const [pod] = await cluster.pods('app=web')
  const metrics = await cluster.server.client<Loose>(podMetrics).namespace('default').get(pod.metadata.name)
  expect(metrics).toMatchObject({
    timestamp: '2030-01-01T00:00:00Z',
    window: '15s',
    metadata: { labels: pod.metadata.labels, ownerReferences: [{ kind: 'Pod', uid: pod.metadata.uid }] },
  })
  const nodes = async (): Promise<Loose> =>
    (await cluster.server.client<Loose>(nodeMetrics).list()).items.map(({ metadata, usage }: Loose) => [
      metadata.name === pod.spec.nodeName,
      usage,
    ])
  await eventually(nodes, (found: Loose) => found.length === 2)
  expect(await nodes()).toEqual(
    expect.arrayContaining([
      [true, { cpu: '125m', memory: '67108864' }],
      [false, { cpu: '0', memory: '0' }],
    ]),
  )

  await cluster.of('Pod').patch(pod.metadata.name, { metadata: { annotations: { [`${prefix}cpu.main`]: '1' } } })
  await eventually(() => usesOf(cluster), { web: ['main 1 64Mi', 'side 5m 0'] })
  await cluster.of('Deployment').patch('web', { spec: { replicas: 0 } })
  await eventually(() => usesOf(cluster), {})
  await eventually(async () => (await nodes()).every(([, { cpu }]: Loose) => cpu === '0'), true)
  expect(cluster.failures).toEqual([])
})

it('serves no metrics before a pod has an annotation', async () => {
  await using cluster = await startCluster()
  await cluster.of('Deployment').create(deployment({ replicas: 1 }))
  await cluster.waitFor('Deployment', 'web', isRolledOut)
  expect((await cluster.server.fetch(new Request('http://server/apis/metrics.k8s.io/v1beta1'))).status).toBe(404)
})

it('leaves the group to another server that has registered it', async () => {
  await using cluster = await startCluster()
  await cluster.server.client<Loose>({ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService' }).create({
    metadata: { name: 'v1beta1.metrics.k8s.io' },
    spec: {
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      groupPriorityMinimum: 100,
      versionPriority: 100,
      insecureSkipTLSVerify: true,
      service: { namespace: 'kube-system', name: 'metrics-server' },
    },
  })
  const annotated = template({ app: 'web' }, {}, { [`${prefix}cpu`]: '1' })
  await cluster.of('Deployment').create(deployment({ replicas: 1, template: annotated }))
  await cluster.waitFor('Deployment', 'web', isRolledOut)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const definitions = cluster.server.client<Loose>({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
  })
  expect((await definitions.list()).items).toEqual([])
  expect(cluster.failures).toEqual([])
})
