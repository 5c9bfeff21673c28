import { afterAll, beforeAll, describe, it } from 'vitest'
import { sharedStoreContract, storeContract } from '@pinnace/testing/store-contract'
import { createEtcdStore } from '../src/index.ts'
import { etcdBinary, startEtcd, withoutEtcd, type Etcd } from './start-etcd.ts'

describe.skipIf(etcdBinary === undefined)(etcdBinary === undefined ? withoutEtcd : 'the promises of stores', () => {
  let etcd: Etcd | undefined
  let count = 0
  const nextPrefix = (): string => `/contract-${String(count++).padStart(4, '0')}`
  beforeAll(async () => {
    etcd = await startEtcd()
  })
  afterAll(() => etcd?.[Symbol.asyncDispose]())

  storeContract(
    'the etcd store',
    () =>
      createEtcdStore({
        endpoints: etcd?.endpoints ?? [],
        prefix: nextPrefix(),
        root: '',
        compactionIntervalMs: 0,
      }),
    { describe, it },
    { bytesOnly: true },
  )

  sharedStoreContract(
    'two etcd stores',
    async () => {
      const options = { endpoints: etcd?.endpoints ?? [], prefix: nextPrefix(), root: '', compactionIntervalMs: 0 }
      return [await createEtcdStore(options), await createEtcdStore(options)]
    },
    { describe, it },
  )
})
