import { describe, expect, it } from 'vitest'
import { createPrimary, createReplica } from '@pinnace/cluster'
import { createMemoryStore } from '@pinnace/store/memory'
import { sharedStorePromises, storeContract } from '@pinnace/testing/store-contract'
import { contractRunner } from '../../store-lmdb/test/contract-runner.ts'
import { createLinkPair } from './link-pair.ts'

const createSharedStores = async (count: number): Promise<Awaited<ReturnType<typeof createReplica>>[]> => {
  const primary = createPrimary({ store: createMemoryStore() })
  return Promise.all(
    Array.from({ length: count }, async () => {
      const pair = createLinkPair({ maxDelayMs: 2 })
      primary.attach(pair.primary)
      return createReplica({ link: pair.replica })
    }),
  )
}

storeContract(
  'a copy of a store in memory',
  async () => {
    const [store] = await createSharedStores(1)
    if (store === undefined) throw new Error('no store')
    return store
  },
  contractRunner,
)

describe('copies of one store', () => {
  for (const { name, run } of sharedStorePromises) {
    it(name, async () => {
      const [first, second] = await createSharedStores(3)
      expect(first).toBeDefined()
      if (first !== undefined && second !== undefined) await run(first, second)
    })
  }
})
