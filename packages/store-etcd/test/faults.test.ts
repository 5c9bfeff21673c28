import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from './faults/faults.ts'
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
      const report = await runRound({ etcd, fault, seed: 1, faultMs: 1_500 })
      expect(report.errors).toEqual([])
      expect(report.acknowledged).toBeGreaterThan(50)
      expect(report.events).toBeGreaterThan(report.acknowledged)
    },
    60_000,
  )
})
