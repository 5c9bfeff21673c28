import type { PriorityLevelConfigurationSpec } from '@pinnace/types/flowcontrol-v1'

/** The seats of a priority level. */
export interface SeatLimits {
  /** Its share of all seats. */
  readonly nominal: number
  /** What it keeps when others borrow. */
  readonly lower: number
  /** What it has when it borrows as much as it may. */
  readonly upper: number
}

/** The shares of a priority level. */
export function sharesOf(spec: PriorityLevelConfigurationSpec): number {
  const { nominalConcurrencyShares = 0 } = (spec.type === 'Exempt' ? spec.exempt : spec.limited) ?? {}
  return nominalConcurrencyShares
}

/** The limits of a priority level whose shares are among `allShares`. */
// upstream: apiserver/pkg/util/flowcontrol/apf_controller.go, finishQueueSetReconfigsLocked
export function limitsOf(spec: PriorityLevelConfigurationSpec, allSeats: number, allShares: number): SeatLimits {
  const nominal = allShares === 0 ? 0 : Math.ceil((allSeats * sharesOf(spec)) / allShares)
  const { lendablePercent = 0 } = (spec.type === 'Exempt' ? spec.exempt : spec.limited) ?? {}
  const borrowingLimitPercent = spec.type === 'Exempt' ? undefined : spec.limited?.borrowingLimitPercent
  const borrowed = borrowingLimitPercent === undefined ? allSeats : Math.round((nominal * borrowingLimitPercent) / 100)
  return { nominal, lower: nominal - Math.round((nominal * lendablePercent) / 100), upper: nominal + borrowed }
}

/** What a priority level may get, and what it would like. */
export interface SeatRequest {
  readonly lower: number
  readonly upper: number
  readonly target: number
}

/**
 * Distributes seats in proportion to targets, within bounds: each level gets `fraction` of its target, where the fraction
 * is the one that uses all seats.
 */
// upstream: apiserver/pkg/util/flowcontrol/conc_alloc.go, computeConcurrencyAllocation
export function distributeSeats(
  seats: number,
  requests: readonly SeatRequest[],
): { readonly allocated: readonly number[]; readonly fraction: number } {
  const at = (fraction: number): readonly number[] =>
    requests.map(({ lower, upper, target }) => Math.min(upper, Math.max(lower, target * fraction)))
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
  const smallest = Math.min(...requests.map(({ target }) => target).filter((target) => target > 0))
  let low = 0
  let high = Number.isFinite(smallest) ? Math.max(...requests.map(({ upper }) => upper)) / smallest : 0
  for (let round = 0; round < 64; round++) {
    const middle = (low + high) / 2
    if (sum(at(middle)) < seats) low = middle
    else high = middle
  }
  return { allocated: at(high), fraction: high }
}
