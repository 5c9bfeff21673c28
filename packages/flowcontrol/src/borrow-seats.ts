import type { PriorityLevel } from './priority-level.ts'
import { distributeSeats } from './seat-limits.ts'

/** Moves seats from levels that do not need theirs to those that do. Returns the fraction of targets that is met. */
// upstream: apiserver/pkg/util/flowcontrol/apf_controller.go, updateBorrowingLocked
export function borrowSeats(levels: readonly PriorityLevel[], allSeats: number, nowMs: number): number {
  const requests = levels.map((level) => {
    const { highWatermark } = level.summarize(nowMs)
    const { nominal, lower, upper } = level.limits
    const least = Math.max(lower, Math.min(nominal, highWatermark))
    level.target = Math.max(least, level.demand.smoothed)
    return { level, lower: least, upper, target: level.target }
  })
  // Exempt levels take what they use; it is not available to others.
  const exempt = requests.filter(({ level }) => level.isExempt)
  const limited = requests.filter(({ level }) => !level.isExempt)
  for (const { level, lower } of exempt) level.setCurrent(Math.round(lower))
  const left = allSeats - exempt.reduce((sum, { lower }) => sum + lower, 0)
  const { allocated, fraction } = distributeSeats(left, limited)
  for (const [index, { level }] of limited.entries()) level.setCurrent(Math.round(allocated[index] ?? 0))
  return fraction
}
