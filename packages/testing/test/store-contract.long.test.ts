import { describe, it } from 'vitest'
import { createMemoryStore } from '@pinnace/store/memory'
import { createFaultyStore } from '../src/faulty-store.ts'
import { createSeededRandom } from '../src/seeded-random.ts'
import { storeContract } from '../src/store-contract.ts'
import { bytesOnlyStore } from './fixtures/bytes-only-store.ts'

// Times to live are waited for by all stores at once.
const runner = { describe, it: it.concurrent }

storeContract('the memory store', () => createMemoryStore(), runner)

storeContract('a store of bytes only', () => bytesOnlyStore(createMemoryStore()), runner, { bytesOnly: true })

storeContract(
  'a fork of the memory store',
  () => {
    const store = createMemoryStore()
    for (let index = 0; index < 300; index++) store.put(`/${index}`, { before: '', after: '' })
    for (let index = 0; index < 300; index++) store.delete(`/${index}`, { before: '', after: '' })
    return store.fork()
  },
  runner,
)

storeContract(
  'a faulty store without faults',
  () => createFaultyStore({ store: createMemoryStore(), random: createSeededRandom(1), maxWatchDelayMs: 1 }).store,
  runner,
)
