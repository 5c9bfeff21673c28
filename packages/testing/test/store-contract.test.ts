import { describe, it } from 'vitest'
import { createMemoryStore } from '@pinnace/store/memory'
import { createFaultyStore } from '../src/faulty-store.ts'
import { createSeededRandom } from '../src/seeded-random.ts'
import { storeContract } from '../src/store-contract.ts'
import { bytesOnlyStore } from './fixtures/bytes-only-store.ts'

storeContract('the memory store', () => createMemoryStore(), { describe, it })

storeContract('a store of bytes only', () => bytesOnlyStore(createMemoryStore()), { describe, it }, { bytesOnly: true })

storeContract(
  'a fork of the memory store',
  () => {
    const store = createMemoryStore()
    for (let index = 0; index < 300; index++) store.put(`/${index}`, { before: '', after: '' })
    for (let index = 0; index < 300; index++) store.delete(`/${index}`, { before: '', after: '' })
    return store.fork()
  },
  { describe, it },
)

storeContract(
  'a faulty store without faults',
  () => createFaultyStore({ store: createMemoryStore(), random: createSeededRandom(1), maxWatchDelayMs: 1 }).store,
  { describe, it },
)
