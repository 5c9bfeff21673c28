import type { Awaitable, Store } from '@pinnace/store'
import { closePromises } from './store-promises/close.ts'
import { compactionPromises } from './store-promises/compaction.ts'
import { concurrentWritePromises } from './store-promises/concurrent-writes.ts'
import { expiryPromises } from './store-promises/expiry.ts'
import { olderRevisionPromises } from './store-promises/older-revisions.ts'
import { pagePromises } from './store-promises/pages.ts'
import { strictEqual, type StorePromise } from './store-promises/promise.ts'
import { readPromises } from './store-promises/reads.ts'
import { sharedPromises, type SharedStorePromise } from './store-promises/shared.ts'
import { valuePromises } from './store-promises/values.ts'
import { deliveryPromises } from './store-promises/watch-delivery.ts'
import { historyPromises } from './store-promises/watch-history.ts'
import { lifetimePromises } from './store-promises/watch-lifetime.ts'
import { writePromises } from './store-promises/writes.ts'

export type { SharedStorePromise, StorePromise }
export { sharedPromises as sharedStorePromises }

/** Every promise that {@link storeContract} tests, for other ways to run them. */
export const storePromises: readonly StorePromise[] = [
  ...writePromises,
  ...concurrentWritePromises,
  ...valuePromises,
  ...closePromises,
  ...readPromises,
  ...pagePromises,
  ...olderRevisionPromises,
  ...compactionPromises,
  ...deliveryPromises,
  ...historyPromises,
  ...lifetimePromises,
  ...expiryPromises,
]

/** The functions of a test runner that contracts need: vitest, jest and node:test have them. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown
  it(name: string, body: () => Promise<void>): unknown
}

/** Options for {@link storeContract}. */
export interface StoreContractOptions {
  /** Whether the store declares `bytesOnly`; checked. @default false */
  readonly bytesOnly?: boolean
}

/**
 * Defines a test for every promise of the store interface. `createStore` creates an empty store for each test, which is
 * closed after it.
 *
 * @example
 * import { describe, it } from 'vitest'
 * storeContract('my store', () => createMyStore(), { describe, it })
 */
export function storeContract(
  name: string,
  createStore: () => Awaitable<Store>,
  { describe, it }: TestRunner,
  { bytesOnly = false }: StoreContractOptions = {},
): void {
  const kind = bytesOnly ? 'bytesOnly' : 'stamping'
  describe(name, () => {
    for (const promise of storePromises) {
      if (promise.by !== undefined && promise.by !== kind) continue
      it(promise.name, async () => {
        const store = await createStore()
        try {
          strictEqual(store.bytesOnly ?? false, bytesOnly, 'the value of bytesOnly')
          await promise.run(store)
        } finally {
          await store.close()
        }
      })
    }
  })
}

/**
 * Defines a test for every promise of stores that several processes open over the same data. `openStores` opens two of
 * them, which are empty; both are closed after the test.
 *
 * @example
 * sharedStoreContract('my stores', async () => [await createMyStore(url), await createMyStore(url)], { describe, it })
 */
export function sharedStoreContract(
  name: string,
  openStores: () => Awaitable<readonly [Store, Store]>,
  { describe, it }: TestRunner,
): void {
  describe(name, () => {
    for (const promise of sharedPromises) {
      it(promise.name, async () => {
        const [first, second] = await openStores()
        try {
          await promise.run(first, second)
        } finally {
          await first.close()
          await second.close()
        }
      })
    }
  })
}
