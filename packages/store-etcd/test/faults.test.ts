import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDisks } from './faults/disks.ts'
import { faults, fullDisks, type Fault } from './faults/faults.ts'
import { runRound } from './faults/run-round.ts'
import { etcdBinary, startEtcd, withoutEtcd, type Etcd } from './start-etcd.ts'

describe.skipIf(etcdBinary === undefined)(etcdBinary === undefined ? withoutEtcd : 'three members', () => {
  let etcd: Etcd | undefined
  beforeAll(async () => {
    etcd = await startEtcd({ members: 3 })
  })
  afterAll(() => etcd?.[Symbol.asyncDispose]())

  it.each(faults)(
    'lose no acknowledged write, answer no stale read, and deliver each change once when $name',
    async (fault) => {
      if (etcd === undefined) throw new Error('etcd has not started')
      await expectNoError(etcd, fault)
    },
    60_000,
  )

  it('do so when their disks are full, where file systems can be mounted', async () => {
    using mounted = createDisks(3)
    if (mounted === undefined) return
    await using own = await startEtcd({ members: 3, disks: mounted.disks })
    for (const fault of fullDisks) await expectNoError(own, fault)
  }, 120_000)
})

async function expectNoError(etcd: Etcd, fault: Fault): Promise<void> {
  const report = await runRound({ etcd, fault, id: fault.name, seed: 1, faultMs: 1_500 })
  expect(report.errors).toEqual([])
  // How many there are depends on how long the election takes.
  expect(report.acknowledged).toBeGreaterThan(10)
  expect(report.events).toBeGreaterThan(report.acknowledged)
}
