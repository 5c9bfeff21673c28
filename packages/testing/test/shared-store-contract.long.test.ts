import { describe, expect, it } from 'vitest'
import type { Store } from '@pinnace/store'
import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'
import { sharedStoreContract, sharedStorePromises } from '../src/store-contract.ts'

/** A store over the data of another, which stays open when this one is closed. */
function handleOf(store: MemoryStore): Store {
  return {
    revision: () => store.revision(),
    get: (...rest) => store.get(...rest),
    list: (...rest) => store.list(...rest),
    put: (...rest) => store.put(...rest),
    delete: (...rest) => store.delete(...rest),
    watch: (...rest) => store.watch(...rest),
    compact: (revision) => store.compact(revision),
    compactedRevision: () => store.compactedRevision(),
    close: () => undefined,
  }
}

sharedStoreContract(
  'two handles of one memory store',
  () => {
    const store = createMemoryStore()
    return [handleOf(store), handleOf(store)]
  },
  { describe, it: it.concurrent },
)

describe('the contract of shared stores', () => {
  for (const { name, run } of sharedStorePromises) {
    it.concurrent(`detects stores with data of their own: ${name}`, async () => {
      await expect(run(createMemoryStore(), createMemoryStore())).rejects.toThrow()
    })
  }
})
