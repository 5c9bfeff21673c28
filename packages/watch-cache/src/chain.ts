import type { Awaitable } from '@pinnace/store'

/** Goes on with a value: at once where it is there, later where it is promised. */
export function chain<A, B>(value: Awaitable<A>, use: (value: A) => Awaitable<B>): Awaitable<B> {
  return value instanceof Promise ? value.then(use) : use(value)
}
