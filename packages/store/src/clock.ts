/** The part of a clock that a store needs: monotonic milliseconds. The `Clock` of `@pinnace/meta` is one. */
export interface StoreClock {
  monotonic(): number
}

/** The system clock. */
export const machineClock: StoreClock = Object.freeze({ monotonic: () => performance.now() })
