/**
 * Goes on with a value: at once where it is there, later where it is promised. What is answered from memory is answered
 * in the same turn, without a promise.
 */
export function chain<A, B>(value: Promise<A> | A, use: (value: A) => Promise<B> | B): Promise<B> | B {
  return value instanceof Promise ? value.then(use) : use(value)
}
