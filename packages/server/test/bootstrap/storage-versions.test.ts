import { createMemoryStore } from '@pinnace/store/memory'
import type { ServerStorageVersion, StorageVersion } from '@pinnace/types/apiserverinternal-v1alpha1'
import { describe, expect, it } from 'vitest'
import { createServer, type Server, type ServerOptions } from '../../src/index.ts'
import { call } from '../support/call.ts'

const path = '/apis/internal.apiserver.k8s.io/v1alpha1/storageversions'

async function start(options: ServerOptions = {}): Promise<Server> {
  const server = await createServer({
    vocabulary: 'kubernetes',
    preset: 'testing',
    runtimeConfig: { 'internal.apiserver.k8s.io/v1alpha1': true },
    featureGates: { StorageVersionAPI: true },
    ...options,
  })
  await server.listen()
  return server
}

async function reportsOf(server: Server): Promise<readonly StorageVersion[]> {
  return (await call(server, 'GET', path)).json.items
}

const reportOf = (reports: readonly StorageVersion[], name: string): StorageVersion['status'] =>
  reports.find(({ metadata }) => metadata.name === name)?.status

// The answers of kube-apiserver 1.36.3.
describe('storage versions', () => {
  it('are reported for every built-in kind that is stored', async () => {
    await using server = await start()
    const reports = await reportsOf(server)
    const apiServerID = expect.stringMatching(/^apiserver-[a-z2-7]{26}$/)
    expect(reportOf(reports, 'core.pods')).toEqual({
      storageVersions: [{ apiServerID, encodingVersion: 'v1', decodableVersions: ['v1'], servedVersions: ['v1'] }],
      commonEncodingVersion: 'v1',
      conditions: [
        {
          type: 'AllEncodingVersionsEqual',
          status: 'True',
          lastTransitionTime: expect.any(String),
          reason: 'CommonEncodingVersionSet',
          message: 'Common encoding version set',
        },
      ],
    })
    const versionsOf = (name: string): Partial<ServerStorageVersion> | undefined =>
      reportOf(reports, name)?.storageVersions?.[0]
    expect(versionsOf('core.events')).toMatchObject({
      encodingVersion: 'v1',
      decodableVersions: ['v1', 'events.k8s.io/v1'],
      servedVersions: ['v1'],
    })
    expect(versionsOf('autoscaling.horizontalpodautoscalers')).toMatchObject({
      encodingVersion: 'autoscaling/v2',
      decodableVersions: ['autoscaling/v2', 'autoscaling/v1'],
      servedVersions: ['autoscaling/v2', 'autoscaling/v1'],
    })
    const names = reports.map(({ metadata }) => metadata.name)
    expect(names).toContain('internal.apiserver.k8s.io.storageversions')
    expect(names).not.toContain('events.k8s.io.events')
    expect(names.some((name) => name?.includes('review'))).toBe(false)
  })

  it('have an entry of each server over a store, and none of one that is gone', async () => {
    const store = createMemoryStore()
    await using first = await start({ store, hostname: 'one' })
    await using second = await start({ store, hostname: 'two' })
    const ids = async (): Promise<readonly unknown[]> =>
      reportOf(await reportsOf(first), 'core.pods')?.storageVersions?.map(({ apiServerID }) => apiServerID) ?? []
    const both = await ids()
    expect(new Set(both).size).toBe(2)
    const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases'
    await call(first, 'DELETE', `${leases}/${String(both[0])}`)
    await using third = await start({ store, hostname: 'three' })
    const [kept, added, ...others] = await ids()
    expect([kept, others]).toEqual([both[1], []])
    expect(both).not.toContain(added)
    expect([second, third]).toHaveLength(2)
  })

  it('are not reported without the feature gate', async () => {
    await using server = await start({ featureGates: {} })
    expect(await reportsOf(server)).toEqual([])
  })
})
