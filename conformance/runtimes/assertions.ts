/** Throws unless both are the same. */
export function equal(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${String(actual)} is not ${String(expected)}`)
}

/** Throws unless a call fails with the reason. */
export async function rejects(call: Promise<unknown>, reason: string): Promise<void> {
  const error: unknown = await call.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  const actual = typeof error === 'object' && error !== null && 'reason' in error ? error.reason : error
  equal(actual, reason)
}
