/** Runs a function once at a time: calls during a run share its result. */
export function createSingleFlight<T>(run: () => Promise<T>): (signal?: AbortSignal) => Promise<T> {
  let running: Promise<T> | undefined
  return (signal) => {
    running ??= run().finally(() => {
      running = undefined
    })
    return signal === undefined ? running : withSignal(running, signal)
  }
}

// An aborted caller does not end the run for the others.
function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
