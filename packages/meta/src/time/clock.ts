/** A timer that can be canceled. */
export interface Timer {
  cancel(): void
}

/** Options of {@link Clock.after}. */
export interface TimerOptions {
  /**
   * Whether the process stays alive until the timer fires. True for a wait that a caller awaits, false for
   * housekeeping. @default false
   */
  readonly keepAlive?: boolean
}

/** A clock, which is injected everywhere. */
export interface Clock {
  /** The wall time, in milliseconds since 1970. It may jump. */
  now(): number
  /** The monotonic time, in milliseconds. */
  monotonic(): number
  /** Calls `callback` once after `delayMs`. The timer does not keep the process alive unless `keepAlive` is set. */
  after(delayMs: number, callback: () => void, options?: TimerOptions): Timer
  /** Calls `callback` after the current turn of the event loop, after pending events. */
  soon(callback: () => void): void
}

/** The longest delay of a timer of Node. */
const longestMs = 2_147_483_647

class SystemTimer implements Timer {
  readonly #handle: ReturnType<typeof setTimeout>

  constructor(handle: ReturnType<typeof setTimeout>) {
    this.#handle = handle
  }

  cancel(): void {
    clearTimeout(this.#handle)
  }
}

/** The system clock. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs: number, callback: () => void, { keepAlive = false }: TimerOptions = {}): Timer {
    const handle = setTimeout(callback, Math.min(delayMs, longestMs))
    // In workerd a timer is a number, as in browsers.
    if (!keepAlive && typeof handle === 'object') handle.unref()
    return new SystemTimer(handle)
  },
  soon: (callback: () => void): void => void setImmediate(callback),
})

/**
 * Resolves after `delayMs`; rejects with the signal's reason if it is aborted first. The process stays alive until
 * then; background loops pass `keepAlive: false`.
 */
export function delay(
  clock: Clock,
  delayMs: number,
  signal?: AbortSignal,
  { keepAlive = true }: TimerOptions = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const onAbort = (): void => {
      timer.cancel()
      reject(signal?.reason)
    }
    const elapsed = (): void => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }
    const timer = clock.after(delayMs, elapsed, { keepAlive })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/**
 * Keeps the process alive until it is disposed, whichever clock is in use: for waits that end without a timer or a
 * socket, such as the next event of a watch in process.
 */
export function keepProcessAlive(): Disposable {
  const handle = setInterval(() => {}, longestMs)
  return { [Symbol.dispose]: () => clearInterval(handle) }
}

/** The same promise; the process stays alive until it settles. */
export function keepAliveUntil<T>(promise: Promise<T>): Promise<T> {
  const hold = keepProcessAlive()
  const release = (): void => hold[Symbol.dispose]()
  promise.then(release, release)
  return promise
}
