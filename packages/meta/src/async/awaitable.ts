/** A value, or a promise of one: reads from memory return a value. */
export type Awaitable<T> = T | Promise<T>

/**
 * Calls `use` with a value: synchronously, or when its promise is fulfilled. Reads from memory stay synchronous.
 */
export function thenMaybe<A, B>(value: Awaitable<A>, use: (value: A) => Awaitable<B>): Awaitable<B> {
  return value instanceof Promise ? value.then(use) : use(value)
}
