/** What a reconciler returns: when to look at the key again, or `undefined` to wait for the next event. */
export type Requeue = { readonly requeueAfterMs: number } | undefined

/** Requeues after the shortest of several delays in milliseconds; `undefined` delays are ignored. */
export function requeueAfter(...delaysMs: readonly (number | undefined)[]): Requeue {
  let requeueAfterMs: number | undefined
  for (const delayMs of delaysMs) {
    if (delayMs !== undefined) requeueAfterMs = Math.min(requeueAfterMs ?? delayMs, delayMs)
  }
  return requeueAfterMs === undefined ? undefined : { requeueAfterMs: Math.max(0, requeueAfterMs) }
}
