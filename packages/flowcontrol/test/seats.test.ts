import { describe, expect, it } from 'vitest'
import { SeatDemand } from '../src/seat-demand.ts'
import { distributeSeats, limitsOf } from '../src/seat-limits.ts'
import { exempt, level } from './support.ts'

describe('limits', () => {
  // The figures are those of kube-apiserver 1.36 with its default levels, of 245 shares and 600 seats.
  it.each([
    [level('global-default', 20, undefined, { lendablePercent: 50 }), { nominal: 49, lower: 24, upper: 649 }],
    [exempt, { nominal: 0, lower: 0, upper: 600 }],
    [level('b', 20, undefined, { borrowingLimitPercent: 10 }), { nominal: 49, lower: 49, upper: 54 }],
  ])('of $metadata.name', ({ spec }, expected) => {
    expect(spec && limitsOf(spec, 600, 245)).toEqual(expected)
  })
})

describe('seats are distributed', () => {
  it('in proportion to targets, within bounds', () => {
    const { allocated } = distributeSeats(100, [
      { lower: 0, upper: 1000, target: 10 },
      { lower: 0, upper: 1000, target: 30 },
    ])
    expect(allocated.map(Math.round)).toEqual([25, 75])
    const bounded = distributeSeats(100, [
      { lower: 40, upper: 1000, target: 1 },
      { lower: 0, upper: 20, target: 30 },
      { lower: 0, upper: 1000, target: 10 },
    ])
    expect(bounded.allocated.map(Math.round)).toEqual([40, 20, 40])
  })

  it('by the lower bounds where nothing is wanted', () => {
    expect(distributeSeats(100, [{ lower: 5, upper: 600, target: 0 }]).allocated).toEqual([5])
  })
})

it('demand is averaged over time, rises at once and falls slowly', () => {
  const demand = new SeatDemand(0)
  demand.add(10, 0)
  demand.add(-10, 5000)
  expect(demand.summarize(10_000)).toEqual({ average: 5, deviation: 5, highWatermark: 10 })
  expect(demand.smoothed).toBe(10)
  expect(demand.summarize(20_000)).toEqual({ average: 0, deviation: 0, highWatermark: 0 })
  expect(demand.smoothed).toBeCloseTo(9.77)
})
