/** What a store needs of a clock: milliseconds that only go forward. Every clock of the other packages is one. */
export interface StoreClock {
  monotonic(): number
}

/** The machine's own clock. */
export const machineClock: StoreClock = Object.freeze({ monotonic: () => performance.now() })
