import { eventually } from '@pinnace/testing'
import type { Client } from '@pinnace/client'
import { StatusError } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { simulateWorkloads } from '../../src/index.ts'
import { clientWith, startAgain, startCluster, template, type Cluster, type Loose } from './support.ts'

const stages = { runMs: 3_600_000 }

const job = (name: string): Loose => ({
  metadata: { name },
  spec: { template: template({ app: name }, { restartPolicy: 'Never' }) },
})

/** A cluster in which a job's pod runs, and whose controllers have been stopped. */
async function withRunningJob(): Promise<{ readonly cluster: Cluster; readonly pod: string }> {
  const cluster = await startCluster({ nodes: 1, stages })
  await cluster.of('Job').create(job('j'))
  await cluster.waitFor('Job', 'j', ({ status }) => status?.ready === 1)
  await cluster.controllers.stop()
  const [pod] = await cluster.pods()
  return { cluster, pod: pod.metadata.name }
}

const workloads = simulateWorkloads().map(({ name }) => name)

describe('the pod of a job', () => {
  it('that is deleted while no controller runs is counted once, even if jobs are listed after pods', async () => {
    const { cluster, pod } = await withRunningJob()
    await using _ = cluster
    await cluster.of('Pod').delete(pod, { gracePeriodSeconds: 0 })
    let havePodsArrived = false
    const client = clientWith(cluster, ({ watch }) => ({
      async *watch(target, options) {
        if (target.definition.kind === 'Job') await eventually(() => havePodsArrived, true)
        for await (const event of watch(target, options)) {
          yield event
          if (target.definition.kind === 'Pod' && event.type === 'BOOKMARK') havePodsArrived = true
        }
      },
    }))
    await using next = await startAgain(cluster, { client, controllers: workloads, stages })
    expect(next.names).toContain('job-controller')
    const counted = await cluster.waitFor('Job', 'j', ({ status }) => status.failed === 1 && !status.terminating)
    expect(counted.status.uncountedTerminatedPods ?? {}).toEqual({})
    await eventually(
      () => cluster.pods(),
      (items) => items.every(({ metadata }) => metadata.name !== pod),
    )
    await cluster.clock.advance(60_000)
    expect((await cluster.of('Job').get('j')).status.failed).toBe(1)
  })

  it('that was orphaned loses its finalizer, even if the first writes fail', async () => {
    const { cluster, pod } = await withRunningJob()
    await using _ = cluster
    await cluster.of('Job').delete('j', { propagationPolicy: 'Orphan' })
    await cluster.of('Job').patch('j', { metadata: { finalizers: [] } })
    await cluster.of('Pod').delete(pod, { gracePeriodSeconds: 0 })
    let fails = 0
    const client = clientWith(cluster, ({ patch }) => ({
      patch: (target, ...rest) =>
        target.definition.kind === 'Pod' && fails++ < 3
          ? Promise.reject(new StatusError('ServiceUnavailable', 'no'))
          : patch(target, ...rest),
    }))
    const next = await startAgain(cluster, { client, controllers: ['job-controller'], stages })
    await eventually(
      async () => {
        await cluster.clock.advance(1000)
        return cluster.pods()
      },
      (pods) => pods.length === 0,
    )
    expect(fails).toBeGreaterThan(3)
    await next.stop()
    expect(cluster.clock.pending).toBe(0)
  })
})

describe('the endpoints of a service', () => {
  const names = ['simulated-scheduler', 'simulated-node-agent']
  const service = (name: string): Loose => ({
    metadata: { name },
    spec: { selector: { app: 'a' }, ports: [{ port: 80 }] },
  })
  const failsOnce = (cluster: Cluster, kind: string, failed: () => void): Client => {
    let isDone = false
    return clientWith(cluster, ({ delete: remove }) => ({
      delete(target, options) {
        if (isDone || target.definition.kind !== kind) return remove(target, options)
        isDone = true
        failed()
        return Promise.reject(new StatusError('ServiceUnavailable', 'no'))
      },
    }))
  }

  it('lose a surplus slice after a failed deletion', async () => {
    await using cluster = await startCluster({ nodes: 1, controllers: names })
    let hasFailed = false
    const client = failsOnce(cluster, 'EndpointSlice', () => (hasFailed = true))
    await using next = await startAgain(cluster, { client, controllers: ['endpointslice-controller'], stages })
    expect(next.names).toEqual(['endpointslice-controller'])
    const slices = async (): Promise<Loose[]> => [...(await cluster.of('EndpointSlice').list()).items]
    await cluster.of('Service').create(service('s'))
    await cluster.of('Pod').create({ metadata: { name: 'p', labels: { app: 'a' } }, spec: template().spec })
    await eventually(slices, (found) => found.some(({ endpoints }) => endpoints?.length === 1))
    const [{ metadata, ...content }] = (await slices()) as [Loose]
    const { labels, ownerReferences } = metadata
    const ports = [{ port: 81, name: '', protocol: 'TCP' }]
    await cluster.of('EndpointSlice').create({ ...content, metadata: { name: 'many', labels, ownerReferences }, ports })
    await eventually(() => hasFailed, true)
    await eventually(
      async () => {
        await cluster.clock.advance(10)
        return slices()
      },
      (found) => found.length === 1,
    )
  })

  it('in an Endpoints object are deleted with the service after a failed deletion', async () => {
    await using cluster = await startCluster({ nodes: 1, controllers: names })
    let hasFailed = false
    const client = failsOnce(cluster, 'Endpoints', () => (hasFailed = true))
    await using next = await startAgain(cluster, { client, controllers: ['endpoints-controller'], stages })
    await cluster.of('Service').create(service('s'))
    await cluster.waitFor('Endpoints', 's', () => true)
    await cluster.of('Service').delete('s')
    await eventually(() => hasFailed, true)
    await eventually(
      async () => {
        await cluster.clock.advance(10)
        return (await cluster.of('Endpoints').list()).items
      },
      (items) => items.every(({ metadata }: Loose) => metadata.name !== 's'),
    )
    await next.stop()
  })

  it('in an Endpoints object are deleted when the service was deleted while no controller ran; unmanaged ones stay', async () => {
    await using cluster = await startCluster({ nodes: 1, controllers: names })
    const client = cluster.server.connect()
    const before = await startAgain(cluster, { client, controllers: ['endpoints-controller'], stages })
    await cluster.of('Service').create(service('s'))
    await cluster.waitFor('Endpoints', 's', () => true)
    await before.stop()
    await cluster.of('Endpoints').create({ metadata: { name: 'by-hand' } })
    await cluster.of('Service').delete('s')
    await using next = await startAgain(cluster, { client, controllers: ['endpoints-controller'], stages })
    await eventually(
      async () => (await cluster.of('Endpoints').list()).items,
      (items) => items.every(({ metadata }: Loose) => metadata.name !== 's'),
    )
    expect((await cluster.of('Endpoints').get('by-hand')).metadata.name).toBe('by-hand')
    await next.stop()
  })
})
