import type { Awaitable } from '@pinnace/meta'

/**
 * The result of a plugin of a host, with a thenable of another library turned into a Promise. Without that, its refusal
 * would be missed: only a native Promise is waited for.
 */
export function asNativePromise<T>(result: Awaitable<T>): Awaitable<T> {
  if (result instanceof Promise || typeof result !== 'object' || result === null) return result
  return typeof (result as { readonly then?: unknown }).then === 'function' ? Promise.resolve(result) : result
}
