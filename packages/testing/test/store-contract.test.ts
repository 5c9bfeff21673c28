import { describe, it } from 'vitest'
import { createMemoryStore } from '@pinnace/store/memory'
import { storeContract } from '../src/store-contract.ts'

storeContract('the memory store', () => createMemoryStore(), { describe, it })

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
