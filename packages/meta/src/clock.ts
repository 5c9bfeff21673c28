/** Something that can be cancelled. */
export interface Timer {
  cancel(): void
}

/** Time, injected: the only way code in this project learns or waits for it. */
export interface Clock {
  /** Wall time, milliseconds since 1970. May jump. */
  now(): number
  /** Milliseconds that only go forward. */
  monotonic(): number
  /** Calls `callback` once after `delayMs`. The timer does not keep the process alive. */
  after(delayMs: number, callback: () => void): Timer
  /** Calls `callback` after the current turn of the event loop, once what is waiting has run. */
  soon(callback: () => void): void
}

/** The machine's own clock. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs: number, callback: () => void): Timer {
    const handle = setTimeout(callback, Math.min(delayMs, 2_147_483_647))
    handle.unref()
    return { cancel: () => clearTimeout(handle) }
  },
  soon: (callback: () => void): void => void setImmediate(callback),
})

/** Resolves after `delayMs`, or rejects with the signal's reason when it is aborted first. */
export function delay(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const onAbort = (): void => {
      timer.cancel()
      reject(signal!.reason)
    }
    const timer = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
