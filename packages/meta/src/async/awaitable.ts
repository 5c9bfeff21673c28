/** A value, or a promise of one: reads from memory return a value. */
export type Awaitable<T> = T | Promise<T>

/**
 * Calls `use` with a value: synchronously, or when its promise is fulfilled. Reads from memory stay synchronous.
 */
export function thenMaybe<A, B>(value: Awaitable<A>, use: (value: A) => Awaitable<B>): Awaitable<B> {
  return value instanceof Promise ? value.then(use) : use(value)
}

/** Runs `run`; if it throws, or its promise is rejected, the result is that of `recover`, which may throw the error again. */
export function catchMaybe<A>(run: () => Awaitable<A>, recover: (error: unknown) => Awaitable<A>): Awaitable<A> {
  try {
    const value = run()
    return value instanceof Promise ? value.catch(recover) : value
  } catch (error) {
    return recover(error)
  }
}

/** Waits for two pieces of work; undefined where there is nothing to wait for. */
export function bothOf(a: Promise<void> | undefined, b: Promise<void> | undefined): Promise<void> | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Promise.all([a, b]).then(() => undefined)
}
