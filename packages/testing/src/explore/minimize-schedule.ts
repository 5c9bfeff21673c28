import type { Deviation } from './choices.ts'

/** What a run of a schedule has found: the deviations that it has made, undefined if it did not fail. */
export type TrySchedule = (schedule: ReadonlyMap<number, number>) => Promise<readonly Deviation[] | undefined>

/**
 * Leaves out deviations of a failing schedule as long as it fails without them, with at most so many runs. Returns the
 * smallest one that has failed.
 */
export async function minimizeSchedule(
  found: readonly Deviation[],
  fails: TrySchedule,
  maxRuns: number,
): Promise<readonly Deviation[]> {
  let least = found
  let runs = 0
  let size = least.length
  while (least.length > 0 && runs < maxRuns) {
    let isSmaller = false
    for (let start = 0; start < least.length && runs < maxRuns;) {
      const without = [...least.slice(0, start), ...least.slice(start + size)]
      runs++
      const made = await fails(new Map(without.map(({ step, choice }) => [step, choice])))
      // A run that ends earlier makes fewer deviations than it was given.
      if (made !== undefined && made.length < least.length) {
        least = made
        isSmaller = true
      } else start += size
    }
    if (size === 1 && !isSmaller) break
    size = Math.max(1, Math.min(Math.floor(size / 2), least.length))
  }
  return least
}
