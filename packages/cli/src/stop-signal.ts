/** The first SIGTERM or SIGINT of this process. Disposing stops the listening. */
export interface StopSignal extends Disposable {
  readonly received: Promise<void>
}

/**
 * Listens for SIGTERM and SIGINT, or other signals, from now on: one that arrives while a server starts stops it as soon as it has started.
 * A second signal ends the process.
 */
export function listenForStop(signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT']): StopSignal {
  let received = (): void => {}
  const promise = new Promise<void>((resolve) => (received = resolve))
  for (const signal of signals) process.once(signal, received)
  return {
    received: promise,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, received)
    },
  }
}

/** Resolves at the first SIGTERM or SIGINT of this process. */
export function stopSignal(): Promise<void> {
  return listenForStop().received
}
