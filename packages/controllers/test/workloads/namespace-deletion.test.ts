import { eventually } from '@pinnace/testing'
import { simulateWorkloads } from '../../src/index.ts'
import { expect, it } from 'vitest'
import { startCluster, template, type Loose } from './support.ts'

const selector = { matchLabels: { app: 'web' } }

/** Of each kind that a controller watches, one object. */
const workloads: readonly (readonly [apiVersion: string, kind: string, spec: Loose])[] = [
  ['apps/v1', 'Deployment', { replicas: 2, selector, template: template() }],
  ['apps/v1', 'DaemonSet', { selector, template: template() }],
  ['apps/v1', 'StatefulSet', { replicas: 2, selector, template: template(), serviceName: 'web' }],
  ['batch/v1', 'Job', { parallelism: 2, completions: 4, template: template({}, { restartPolicy: 'Never' }) }],
  ['policy/v1', 'PodDisruptionBudget', { maxUnavailable: 1, selector }],
  ['v1', 'Service', { selector: { app: 'web' }, ports: [{ port: 80 }] }],
]

it('the deletion of a namespace is no failure of the controllers of what is in it', async () => {
  const controllers = [
    'namespace-controller',
    'garbage-collector-controller',
    'endpoints-controller',
    'endpointslice-controller',
    'root-ca-certificate-publisher-controller',
    'serviceaccount-controller',
    ...simulateWorkloads().map(({ name }) => name),
  ]
  await using cluster = await startCluster({ nodes: 2, controllers })
  const { server, clock, failures } = cluster
  const namespaces = server.client({ apiVersion: 'v1', kind: 'Namespace' })
  await namespaces.create({ metadata: { name: 'work' } })
  for (const [apiVersion, kind, spec] of workloads) {
    await server
      .client<Loose>({ apiVersion, kind })
      .namespace('work')
      .create({ metadata: { name: 'web' }, spec })
  }
  const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('work')
  await eventually(
    async () => (await pods.list()).items.length,
    (count) => count >= 6,
  )
  await namespaces.delete('work')
  await clock.runUntil(async () => (await namespaces.list()).items.every(({ metadata }) => metadata.name !== 'work'))
  await clock.advance(60_000)
  expect(failures).toEqual([])
})
