/** A value, or a promise of one: what is answered from memory is answered at once. */
export type Awaitable<T> = T | Promise<T>

/**
 * Goes on with a value: at once where it is there, later where it is promised. What is answered from memory is answered
 * in the same turn, without a promise.
 */
export function thenMaybe<A, B>(value: Awaitable<A>, use: (value: A) => Awaitable<B>): Awaitable<B> {
  return value instanceof Promise ? value.then(use) : use(value)
}
