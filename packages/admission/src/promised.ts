import type { Awaitable } from '@pinnace/meta'

/**
 * What somebody else's code answers: whatever can be waited for is a promise. Taken for an answer, the promise of another
 * library would let through what it is about to refuse.
 */
export function promised<T>(answer: Awaitable<T>): Awaitable<T> {
  if (answer instanceof Promise || typeof answer !== 'object' || answer === null) return answer
  return typeof (answer as { readonly then?: unknown }).then === 'function' ? Promise.resolve(answer) : answer
}
