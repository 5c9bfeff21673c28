/** A signal that is let go of when nobody needs it any more. */
export interface HeldSignal extends Disposable {
  readonly signal: AbortSignal
}

/**
 * Aborted when either is. Not AbortSignal.any: of a signal that lives long, that remembers every signal it was ever made
 * part of.
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
