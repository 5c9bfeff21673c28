import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import { StatusError } from '@pinnace/meta'
import { createFakeClock, createTestServer, eventually } from '@pinnace/testing'
import type { Pod, ResourceQuota } from '@pinnace/types/core-v1'
import { describe, expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'

const controllers = ['resourcequota-controller']
const quotaKind = { apiVersion: 'v1', kind: 'ResourceQuota' } as const
const configMapKind = { apiVersion: 'v1', kind: 'ConfigMap' } as const

describe('a quota', () => {
  it('counts existing, created and deleted objects', async () => {
    await using server = await createTestServer()
    await using running = startControllers({ client: server.connect(), controllers })
    await running.started
    const quotas = server.client<ResourceQuota>(quotaKind).namespace('default')
    const configMaps = server.client(configMapKind).namespace('default')
    const pods = server.client<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    const podOf = (cpu: string): NonNullable<Pod['spec']> => ({
      containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }],
    })
    await configMaps.create({ metadata: { name: 'before' } })
    await pods.create({ metadata: { name: 'before' }, spec: podOf('250m') })
    const hard = { configmaps: '10', pods: '5', 'requests.cpu': '2', 'count/deployments.apps': '3', services: '4' }
    await quotas.create({ metadata: { name: 'q' }, spec: { hard } })
    const usedIs = (used: Record<string, string>): Promise<unknown> =>
      eventually(async () => (await quotas.get('q')).status?.used ?? {}, used)
    const used = { configmaps: '1', pods: '1', 'requests.cpu': '250m', 'count/deployments.apps': '0', services: '1' }
    await usedIs(used)
    expect((await quotas.get('q')).status?.hard).toEqual(hard)
    await configMaps.create({ metadata: { name: 'after' } })
    await pods.create({ metadata: { name: 'after' }, spec: podOf('1') })
    await usedIs({ ...used, configmaps: '2', pods: '2', 'requests.cpu': '1250m' })
    await configMaps.delete('before')
    await pods.patchStatus('before', { status: { phase: 'Succeeded' } })
    await usedIs({ ...used, 'requests.cpu': '1' })
    await pods.delete('after', { gracePeriodSeconds: 0 })
    await usedIs({ ...used, pods: '0', 'requests.cpu': '0' })
    await quotas.patch('q', { spec: { hard: { pods: null, secrets: '7' } } })
    const { pods: _, ...rest } = used
    await usedIs({ ...rest, 'requests.cpu': '0', secrets: '0' })
  })

  it('counts only objects in its scopes, and custom resources by number', async () => {
    await using server = await createTestServer()
    await using running = startControllers({ client: server.connect(), controllers })
    await running.started
    const definitions = server.client<CustomResourceDefinition>({
      apiVersion: `${server.vocabulary.group('apiextensions')}/v1`,
      kind: 'CustomResourceDefinition',
    })
    const schema = { openAPIV3Schema: { type: 'object' } }
    const spec = {
      group: 'example.dev',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    }
    await definitions.create({ metadata: { name: 'widgets.example.dev' }, spec })
    const client = server.connect()
    await eventually(
      () => client.discover(),
      (found) => found.some(({ resource }) => resource === 'widgets'),
    )
    const widget = (await client.discover()).find(({ resource }) => resource === 'widgets')!
    const widgets = client.resource(widget).namespace('default')
    await widgets.create({ metadata: { name: 'one' } })
    await widgets.create({ metadata: { name: 'two' } })
    const quotas = server.client<ResourceQuota>(quotaKind).namespace('default')
    await quotas.create({ metadata: { name: 'custom' }, spec: { hard: { 'count/widgets.example.dev': '5' } } })
    await quotas.create({
      metadata: { name: 'best-effort' },
      spec: { hard: { pods: '5' }, scopes: ['BestEffort'] },
    })
    const pods = server.client<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    const container = { name: 'c', image: 'i' }
    await pods.create({ metadata: { name: 'best' }, spec: { containers: [container] } })
    const resources = { requests: { cpu: '1' } }
    await pods.create({ metadata: { name: 'better' }, spec: { containers: [{ ...container, resources }] } })
    const usedOf = async (name: string): Promise<string> => JSON.stringify((await quotas.get(name)).status?.used)
    await eventually(() => usedOf('custom'), '{"count/widgets.example.dev":"2"}')
    await eventually(() => usedOf('best-effort'), '{"pods":"1"}')
    await widgets.delete('one')
    await eventually(() => usedOf('custom'), '{"count/widgets.example.dev":"1"}')
  })

  it('is never exceeded under concurrent writes and deletions, and is exact afterwards', async () => {
    // A write that has been charged takes a while to be stored.
    const slow = {
      name: 'Slow',
      handles: (operation: string) => operation === 'CREATE',
      async validate(): Promise<void> {
        for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => void setImmediate(resolve))
      },
    }
    await using server = await createTestServer({ admission: [slow] })
    await using running = startControllers({ client: server.connect(), controllers })
    await running.started
    const quotas = server.client<ResourceQuota>(quotaKind).namespace('default')
    const configMaps = server.client(configMapKind).namespace('default')
    const most = 12
    await quotas.create({ metadata: { name: 'q' }, spec: { hard: { configmaps: String(most) } } })
    await eventually(
      () => quotas.get('q'),
      (found) => found.status?.used !== undefined,
    )
    let refused = 0
    const write = async (writer: number): Promise<void> => {
      for (let number = 0; number < 40; number++) {
        const name = `map-${writer}-${number}`
        try {
          await configMaps.create({ metadata: { name } })
          expect((await configMaps.list()).items.length).toBeLessThanOrEqual(most)
          if (number % 8 !== 0) await configMaps.delete(name)
        } catch (error) {
          if (!(error instanceof StatusError)) throw error
          expect(error.message).toContain('exceeded quota: q, requested: configmaps=1')
          refused++
        }
        await new Promise((resolve) => void setImmediate(resolve))
      }
    }
    await Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)))
    expect(refused).toBeGreaterThan(0)
    const left = (await configMaps.list()).items.length
    await eventually(async () => (await quotas.get('q')).status?.used?.['configmaps'], String(left))
  })

  it('is counted again every five minutes, whatever its status says', async () => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock })
    const running = startControllers({ client: server.connect(), controllers, clock })
    await running.started
    const quotas = server.client<ResourceQuota>(quotaKind).namespace('default')
    await quotas.create({ metadata: { name: 'q' }, spec: { hard: { configmaps: '10' } } })
    await eventually(async () => (await quotas.get('q')).status?.used?.['configmaps'], '0')
    await clock.advance(2_000)
    await quotas.patchStatus('q', { status: { used: { configmaps: '9' } } })
    await clock.advance(290_000)
    expect((await quotas.get('q')).status?.used).toEqual({ configmaps: '9' })
    await clock.advance(20_000)
    await eventually(async () => (await quotas.get('q')).status?.used?.['configmaps'], '0')
    await running.stop()
    await server.close()
    expect(clock.pending).toBe(0)
  })
})
