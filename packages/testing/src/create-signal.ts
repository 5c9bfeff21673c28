/** A promise that a test resolves itself. */
export interface Signal {
  readonly promise: Promise<void>
  resolve(): void
}

/** Creates a pending {@link Signal}. */
export function createSignal(): Signal {
  let resolve = (): void => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve: () => resolve() }
}
