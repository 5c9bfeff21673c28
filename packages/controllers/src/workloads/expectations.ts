import type { ApiObject, Clock } from '@pinnace/meta'
import { isTerminating, nameOf } from './stored-object.ts'

/**
 * Creations and deletions that a controller has requested and its informers have not yet observed, so that nothing is
 * done twice. Bounded by the requests in flight for each key; an expectation expires after five minutes.
 */
export interface Expectations {
  /** Whether everything requested for a key has been observed or has expired. */
  isMet(key: string): boolean
  expectCreation(key: string, child: string): void
  expectDeletion(key: string, child: string): void
  /** Withdraws an expectation, because the request failed. */
  cancel(key: string, child: string): void
  /** Records an informer event about a child. A deletion is met once the child is deleted or terminating. */
  observe(key: string, child: ApiObject, event: { readonly isDeleted: boolean }): void
  /** Drops all expectations of a key. */
  forget(key: string): void
}

interface Expectation {
  readonly sinceMs: number
  readonly isDeletion: boolean
}

/** How long an expectation blocks its key. */
// upstream: pkg/controller/controller_utils.go, ExpectationsTimeout
export const expectationTimeoutMs: number = 5 * 60_000

/** Expectations of one controller. */
export function createExpectations(clock: Clock): Expectations {
  const keys = new Map<string, Map<string, Expectation>>()
  const expect = (key: string, child: string, isDeletion: boolean): void => {
    const expected = keys.get(key) ?? new Map<string, Expectation>()
    keys.set(key, expected.set(child, { sinceMs: clock.monotonic(), isDeletion }))
  }
  const remove = (key: string, child: string): void => {
    const expected = keys.get(key)
    expected?.delete(child)
    if (expected?.size === 0) keys.delete(key)
  }
  return {
    isMet(key) {
      const oldest = clock.monotonic() - expectationTimeoutMs
      for (const [child, { sinceMs }] of keys.get(key) ?? []) if (sinceMs < oldest) remove(key, child)
      return !keys.has(key)
    },
    expectCreation: (key, child) => expect(key, child, false),
    expectDeletion: (key, child) => expect(key, child, true),
    cancel: remove,
    observe(key, child, { isDeleted }) {
      const name = nameOf(child)
      const expected = keys.get(key)?.get(name)
      if (expected === undefined) return
      if (!expected.isDeletion || isDeleted || isTerminating(child)) remove(key, name)
    },
    forget: (key) => void keys.delete(key),
  }
}
