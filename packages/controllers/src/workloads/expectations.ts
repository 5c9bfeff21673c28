import type { ApiObject, Clock } from '@pinnace/meta'

/**
 * What controllers have done and informers have not told yet, so that nothing is done twice. It holds what is under way
 * of each key; what is never told of is forgotten after five minutes.
 */
export interface Expectations {
  /** Whether everything that was done for a key is known. */
  isMet(key: string): boolean
  expectCreation(key: string, child: string): void
  expectDeletion(key: string, child: string): void
  /** What was to be done did not happen. */
  cancel(key: string, child: string): void
  /** A child has been told of; `isGone` when that was its end. */
  observe(key: string, child: ApiObject, told: { readonly isGone: boolean }): void
  forget(key: string): void
}

interface Expected {
  readonly sinceMs: number
  readonly isDeletion: boolean
}

/** How long what was done is waited for. */
// upstream: pkg/controller/controller_utils.go, ExpectationsTimeout
export const expectationTimeoutMs: number = 5 * 60_000

/** Expectations of one controller. */
export function createExpectations(clock: Clock): Expectations {
  const keys = new Map<string, Map<string, Expected>>()
  const expect = (key: string, child: string, isDeletion: boolean): void => {
    const expected = keys.get(key) ?? new Map<string, Expected>()
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
    observe(key, { metadata }, { isGone }) {
      const expected = keys.get(key)?.get(metadata.name!)
      if (expected === undefined) return
      if (!expected.isDeletion || isGone || metadata.deletionTimestamp !== undefined) remove(key, metadata.name!)
    },
    forget: (key) => void keys.delete(key),
  }
}
