import type { ResourceQuota } from '@pinnace/types/core-v1'
import { createClient } from '@pinnace/client'
import type { OwnerReference } from '@pinnace/meta'
import { createTestServer, eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'

const controllers = ['namespace-controller', 'garbage-collector-controller', 'resourcequota-controller']
const configMapKind = { apiVersion: 'v1', kind: 'ConfigMap' } as const

describe('controllers over a client of createClient', () => {
  it('work over TLS', async () => {
    await using server = await createTestServer()
    const client = await createClient({ kubeconfig: await server.kubeconfig(), vocabulary: 'kubernetes' })
    const failures: unknown[] = []
    const running = startControllers({ client, controllers, onError: (error) => void failures.push(error) })
    await running.started
    const namespaces = server.client({ apiVersion: 'v1', kind: 'Namespace' })
    await namespaces.create({ metadata: { name: 'far' } })
    const configMaps = server.client(configMapKind).namespace('far')
    const quotas = server.client<ResourceQuota>({ apiVersion: 'v1', kind: 'ResourceQuota' }).namespace('far')
    await quotas.create({ metadata: { name: 'q' }, spec: { hard: { configmaps: '9' } } })
    const { metadata } = await configMaps.create({ metadata: { name: 'owner' } })
    const owner: OwnerReference = { ...configMapKind, name: 'owner', uid: metadata.uid!, blockOwnerDeletion: true }
    for (const name of ['a', 'b']) await configMaps.create({ metadata: { name, ownerReferences: [owner] } })
    await configMaps.create({ metadata: { name: 'c' } })
    const usedIs = (used: string): Promise<unknown> =>
      eventually(
        () => quotas.get('q'),
        (found) => JSON.stringify((found as { status?: object }).status ?? {}).includes(used),
      )
    await usedIs('"used":{"configmaps":"4"}')
    await configMaps.delete('owner', { propagationPolicy: 'Foreground' })
    await usedIs('"used":{"configmaps":"1"}')
    expect((await configMaps.list()).items.map(({ metadata: { name } }) => name)).toEqual(['c'])
    await namespaces.delete('far')
    await eventually(
      async () => (await namespaces.list()).items,
      (items) => items.every(({ metadata: { name } }) => name !== 'far'),
    )
    expect(failures).toEqual([])
    await running.stop()
    await client.close()
  })
})
