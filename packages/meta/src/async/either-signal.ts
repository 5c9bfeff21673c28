/** A signal with listeners, which are removed when it is disposed of. */
export interface HeldSignal extends Disposable {
  readonly signal: AbortSignal
}

/**
 * Creates a signal that is aborted when either of two is. Unlike AbortSignal.any, it does not leak memory in a long-lived
 * signal.
 */
export function eitherSignal(one: AbortSignal | undefined, other: AbortSignal): HeldSignal {
  if (one === undefined) return { signal: other, [Symbol.dispose]: () => {} }
  const both = new AbortController()
  const onAbort = ({ target }: { readonly target: unknown }): void => both.abort((target as AbortSignal).reason)
  for (const signal of [one, other]) {
    if (signal.aborted) onAbort({ target: signal })
    else signal.addEventListener('abort', onAbort, { once: true })
  }
  return {
    signal: both.signal,
    [Symbol.dispose]() {
      for (const signal of [one, other]) signal.removeEventListener('abort', onAbort)
    },
  }
}
