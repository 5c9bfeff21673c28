import { createTestServer, eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { simulateWorkloads } from '../../src/index.ts'
import { deployment, isRolledOut, type Loose } from './support.ts'

/** Three hundred pods are assigned one after the other, which takes several seconds on an idle machine. */
const patience = { timeoutMs: 50_000 }

describe('simulated workloads beside all other controllers', () => {
  it('are deleted with their namespace', async () => {
    await using server = await createTestServer({ controllers: { additional: simulateWorkloads() } })
    const namespaces = server.client<Loose>({ apiVersion: 'v1', kind: 'Namespace' })
    await namespaces.create({ metadata: { name: 'team' } })
    const deployments = server.client<Loose>({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('team')
    const jobs = server.client<Loose>({ apiVersion: 'batch/v1', kind: 'Job' }).namespace('team')
    await eventually(async () => {
      const accounts = server.client({ apiVersion: 'v1', kind: 'ServiceAccount' }).namespace('team')
      return (await accounts.list()).items.length
    }, 1)
    await deployments.create(deployment())
    const spec = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'i:1' }] }
    await jobs.create({ metadata: { name: 'once' }, spec: { template: { spec } } })
    await eventually(() => deployments.get('web'), isRolledOut)
    await eventually(async () => ((await jobs.get('once')).status as Loose)?.succeeded, 1)
    await namespaces.delete('team')
    await eventually(
      async () => (await namespaces.list()).items,
      (items) => items.every(({ metadata }) => metadata.name !== 'team'),
    )
    const pods = server.client({ apiVersion: 'v1', kind: 'Pod' })
    expect((await pods.list()).items).toEqual([])
  })

  it('start again when the server is reset', async () => {
    await using server = await createTestServer({ controllers: { additional: simulateWorkloads({ nodes: 2 }) } })
    const deployments = server.client<Loose>({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('default')
    for (let round = 0; round < 2; round++) {
      await deployments.create(deployment())
      await eventually(() => deployments.get('web'), isRolledOut)
      server.reset()
      expect((await deployments.list()).items).toEqual([])
    }
  })

  it('use the names of the vocabulary', async () => {
    await using server = await createTestServer({
      vocabulary: 'platform',
      controllers: { additional: simulateWorkloads() },
    })
    const deployments = server.client<Loose>({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('default')
    await deployments.create(deployment())
    await eventually(() => deployments.get('web'), isRolledOut)
    expect((await deployments.get('web')).metadata.annotations).toEqual({ 'deployment.platform.io/revision': '1' })
    const [node] = (await server.client<Loose>({ apiVersion: 'v1', kind: 'Node' }).list()).items as Loose[]
    expect(node.metadata.labels['platform.io/os']).toBe('linux')
  })

  it('create and delete three hundred pods', async () => {
    await using server = await createTestServer({ controllers: { additional: simulateWorkloads({ nodes: 5 }) } })
    const deployments = server.client<Loose>({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('default')
    await deployments.create(deployment({ replicas: 300 }))
    await eventually(() => deployments.get('web'), isRolledOut, patience)
    const pods = server.client<Loose>({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    const items = (await pods.list()).items as Loose[]
    expect(items).toHaveLength(300)
    expect(new Set(items.map(({ status }) => status.podIP)).size).toBe(300)
    await deployments.delete('web')
    await eventually(
      async () => (await pods.list()).items,
      (items) => items.length === 0,
      patience,
    )
  })
})
