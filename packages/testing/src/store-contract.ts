import type { Awaitable, Store } from '@pinnace/store'
import type { StorePromise } from './store-promises/promise.ts'
import { readPromises } from './store-promises/reads.ts'
import { watchPromises } from './store-promises/watches.ts'
import { writePromises } from './store-promises/writes.ts'

export type { StorePromise }

/** Every promise that {@link storeContract} tests, for other ways to run them. */
export const storePromises: readonly StorePromise[] = [...writePromises, ...readPromises, ...watchPromises]

/** The functions of a test runner that contracts need: vitest, jest and node:test have them. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown
  it(name: string, body: () => Promise<void>): unknown
}

/**
 * Defines a test for every promise of the store interface. `createStore` creates an empty store for each test, which is
 * closed after it.
 *
 * @example
 * import { describe, it } from 'vitest'
 * storeContract('my store', () => createMyStore(), { describe, it })
 */
export function storeContract(name: string, createStore: () => Awaitable<Store>, { describe, it }: TestRunner): void {
  describe(name, () => {
    for (const promise of storePromises) {
      it(promise.name, async () => {
        const store = await createStore()
        try {
          await promise.run(store)
        } finally {
          await store.close()
        }
      })
    }
  })
}
