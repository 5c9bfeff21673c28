import { createFakeClock, createTestServer, eventually } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'
import { twentyKinds } from './support/twenty-kinds.ts'

it('all controllers together settle, create and delete namespaces repeatedly, and leave no timer', async () => {
  const clock = createFakeClock('2030-01-01T00:00:00Z')
  await using server = await createTestServer({ clock })
  const client = server.connect()
  const failures: unknown[] = []
  const onError = (error: unknown): void => void failures.push(error)
  const running = startControllers({ client, clock, rootCa: 'PEM', onError })
  await running.started
  const namespaces = client.resource({ apiVersion: 'v1', kind: 'Namespace' })
  const kinds = twentyKinds(server.vocabulary)
  for (let round = 0; round < 3; round++) {
    await namespaces.create({ metadata: { name: 'short-lived' } })
    const configMaps = client.resource({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('short-lived')
    await eventually(
      async () => (await configMaps.list()).items,
      (items) => items.length === 1,
    )
    const owner = (await configMaps.list()).items[0]!
    const { name, uid } = owner.metadata
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: name!, uid: uid! }]
    for (const { content, ...kind } of kinds) {
      const mine = client.resource(kind).namespace('short-lived')
      await mine.create({ metadata: { name: 'mine', ownerReferences }, ...content })
    }
    const quota = { metadata: { name: 'q' }, spec: { hard: { pods: '5', configmaps: '5' } } }
    await client.resource({ apiVersion: 'v1', kind: 'ResourceQuota' }).namespace('short-lived').create(quota)
    await namespaces.delete('short-lived')
    await eventually(
      async () => {
        await clock.advance(10)
        return (await namespaces.list()).items
      },
      (items) => items.every(({ metadata }) => metadata.name !== 'short-lived'),
    )
    for (const { apiVersion, kind } of kinds) {
      const left = (await client.resource({ apiVersion, kind }).list()).items
      expect(left.filter(({ metadata }) => metadata.namespace === 'short-lived')).toEqual([])
    }
  }
  await clock.advance(600_000)
  expect(Object.entries(running.health()).filter(([, isHealthy]) => !isHealthy)).toEqual([])
  expect(failures).toEqual([])
  await running.stop()
  await server.close()
  expect(clock.pending).toBe(0)
})
