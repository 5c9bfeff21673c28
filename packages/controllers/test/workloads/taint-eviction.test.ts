import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { tolerationTimeMs } from '../../src/workloads/taint-eviction/toleration-time.ts'
import { node, pod } from './objects.ts'
import { eventuallyLater, startCluster, type Loose } from './support.ts'

const drain = { key: 'drain', value: 'now', effect: 'NoExecute' }
const create = (name: string, spec: Loose = {}): Loose => ({
  metadata: { name },
  spec: { nodeName: 'node-1', containers: [{ name: 'main', image: 'i:1' }], ...spec },
})

describe('the time that a pod tolerates taints', () => {
  const tolerations = (...all: readonly Loose[]): Loose => pod('p', { spec: { tolerations: all } })
  it.each<[what: string, of: Loose, taints: readonly Loose[], expected: number | undefined]>([
    ['is without end without taints', tolerations(), [], undefined],
    ['is without end for other effects', tolerations(), [{ ...drain, effect: 'NoSchedule' }], undefined],
    ['is none without a toleration', tolerations(), [drain], 0],
    ['is without end without seconds', tolerations({ key: 'drain', operator: 'Exists' }), [drain], undefined],
    ['is that of the toleration', tolerations({ operator: 'Exists', tolerationSeconds: 5 }), [drain], 5000],
    ['is none for negative seconds', tolerations({ operator: 'Exists', tolerationSeconds: -5 }), [drain], 0],
    [
      'is the shortest of several',
      tolerations({ key: 'a', operator: 'Exists', tolerationSeconds: 9 }, { operator: 'Exists', tolerationSeconds: 5 }),
      [{ key: 'a', effect: 'NoExecute' }, drain],
      5000,
    ],
  ])('%s', (_, of, taints, expected) => {
    expect(tolerationTimeMs(of, node('n', { taints: [...taints] }).spec?.taints ?? [])).toBe(expected)
  })
})

describe('a taint with effect NoExecute', () => {
  it('evicts the pods that do not tolerate it, at once or after the time that they tolerate', async () => {
    await using cluster = await startCluster({ stages: { stopMs: 60_000 } })
    const { of, clock } = cluster
    await of('Pod').create(create('bare'))
    await of('Pod').create(
      create('patient', {
        tolerations: [{ key: 'drain', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30 }],
      }),
    )
    await of('Pod').create(create('calm', { tolerations: [{ key: 'drain', operator: 'Exists' }] }))
    for (const name of ['bare', 'patient', 'calm'])
      await cluster.waitFor('Pod', name, ({ status }) => status.phase === 'Running')
    await of('Node').patch('node-1', { spec: { taints: [drain] } })
    const evicted = await cluster.waitFor('Pod', 'bare', ({ metadata }) => metadata.deletionTimestamp !== undefined)
    expect(evicted.status.conditions.find(({ type }: Loose) => type === 'DisruptionTarget')).toMatchObject({
      status: 'True',
      reason: 'DeletionByTaintManager',
      message: 'Taint manager: deleting due to NoExecute taint',
    })
    await clock.advance(29_000)
    expect((await of('Pod').get('patient')).metadata.deletionTimestamp).toBeUndefined()
    await clock.advance(1_000)
    await cluster.waitFor('Pod', 'patient', ({ metadata }) => metadata.deletionTimestamp !== undefined)
    expect((await of('Pod').get('calm')).metadata.deletionTimestamp).toBeUndefined()
    await eventually(
      () => cluster.events(),
      (events) => events.includes('TaintManagerEviction: Marking for deletion Pod default/patient'),
    )
    expect(cluster.failures).toEqual([])
  })

  it('does not evict when it is removed in time', async () => {
    await using cluster = await startCluster()
    const { of } = cluster
    await of('Pod').create(
      create('patient', {
        tolerations: [{ key: 'drain', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30 }],
      }),
    )
    await of('Node').patch('node-1', { spec: { taints: [drain] } })
    await cluster.clock.advance(10_000)
    await of('Node').patch('node-1', { spec: { taints: null } })
    await eventuallyLater(
      cluster,
      () => cluster.events(),
      (events) => events.includes('TaintManagerEviction: Cancelling deletion of Pod default/patient'),
    )
    await cluster.clock.advance(60_000)
    expect((await of('Pod').get('patient')).metadata.deletionTimestamp).toBeUndefined()
  })
})
