/** One run at a time for all who ask: whoever comes while it is under way gets its outcome. */
export function createSingleFlight<T>(run: () => Promise<T>): (signal?: AbortSignal) => Promise<T> {
  let running: Promise<T> | undefined
  return (signal) => {
    running ??= run().finally(() => {
      running = undefined
    })
    return signal === undefined ? running : withSignal(running, signal)
  }
}

// One who gives up waiting does not end it for the others.
function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
