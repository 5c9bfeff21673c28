/** The first SIGTERM or SIGINT of this process. Disposing stops the listening. */
export interface StopSignal extends Disposable {
  readonly received: Promise<void>
}

/**
 * Listens for SIGTERM and SIGINT from now on: one that arrives while a server starts stops it as soon as it has started.
 * A second signal ends the process.
 */
export function listenForStop(): StopSignal {
  let received = (): void => {}
  const promise = new Promise<void>((resolve) => (received = resolve))
  process.once('SIGTERM', received)
  process.once('SIGINT', received)
  return {
    received: promise,
    [Symbol.dispose]() {
      process.off('SIGTERM', received)
      process.off('SIGINT', received)
    },
  }
}

/** Resolves at the first SIGTERM or SIGINT of this process. */
export function stopSignal(): Promise<void> {
  return listenForStop().received
}
