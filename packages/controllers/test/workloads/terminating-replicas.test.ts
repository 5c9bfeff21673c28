import { expect, it } from 'vitest'
import { deployment, eventuallyLater, isRolledOut, startCluster, template, type Loose } from './support.ts'

it('deployments and replica sets count the pods that are being deleted, replication controllers do not', async () => {
  await using cluster = await startCluster({ stages: { stopMs: 10_000 } })
  const { of, waitFor } = cluster
  await of('Deployment').create(deployment({ replicas: 2 }))
  const live = await waitFor('Deployment', 'web', isRolledOut)
  expect(live.status.terminatingReplicas).toBe(0)
  const controlled = { replicas: 1, selector: { app: 'old' }, template: template({ app: 'old' }) }
  await of('ReplicationController').create({ metadata: { name: 'old' }, spec: controlled })
  await waitFor('ReplicationController', 'old', ({ status }) => status?.readyReplicas === 1)
  for (const { metadata } of await cluster.pods()) await of('Pod').delete(metadata.name)
  const stopping = await waitFor('Deployment', 'web', ({ status }) => status?.terminatingReplicas === 2)
  expect(stopping.status.replicas ?? 0).toBeLessThanOrEqual(2)
  const [replicaSet] = (await of('ReplicaSet').list()).items
  expect(replicaSet.status.terminatingReplicas).toBe(2)
  expect((await of('ReplicationController').get('old')).status).not.toHaveProperty('terminatingReplicas')
  await eventuallyLater(
    cluster,
    () => of('Deployment').get('web'),
    ({ status }: Loose) => (status.terminatingReplicas ?? 0) === 0 && status.readyReplicas === 2,
  )
})
