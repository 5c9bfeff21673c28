/** The part of a clock that a store needs. The `Clock` of `@pinnace/meta` is one. */
export interface StoreClock {
  /** Monotonic milliseconds. */
  monotonic(): number
  /** Calls `callback` once after `delayMs`, without keeping the process alive. */
  after(delayMs: number, callback: () => void): { cancel(): void }
}

/** The clock of a {@link RevisionedTree}: for a store in memory monotonic time, for one that lasts wall time. */
export interface HistoryClock extends Pick<StoreClock, 'after'> {
  /** Milliseconds. */
  nowMs(): number
}

/** The longest delay of a timer of Node. */
const longestMs = 2_147_483_647

/** The system clock. */
export const machineClock: StoreClock = Object.freeze({
  monotonic: () => performance.now(),
  after(delayMs: number, callback: () => void) {
    const handle = setTimeout(callback, Math.min(delayMs, longestMs))
    // In workerd a timer is a number, as in browsers.
    if (typeof handle === 'object') handle.unref()
    return { cancel: () => clearTimeout(handle) }
  },
})
