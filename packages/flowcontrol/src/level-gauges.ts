import type { Metrics } from '@pinnace/meta'
import type { PriorityLevel } from './priority-level.ts'

/** Gauges of the seats of priority levels. */
export interface LevelGauges {
  /** The configured seats of a level. */
  limits(level: PriorityLevel): void
  /** Seats were moved between levels. */
  borrowed(level: PriorityLevel, fraction: number): void
}

/** Creates the gauges. */
export function createLevelGauges(metrics: Metrics): LevelGauges {
  const level = (suffix: string, help: string, stability?: 'BETA'): ReturnType<Metrics['gauge']> =>
    metrics.gauge({
      name: `apiserver_flowcontrol_${suffix}`,
      help,
      labelNames: ['priority_level'],
      ...(stability && { stability }),
    })
  const nominal = level(
    'nominal_limit_seats',
    'Nominal number of execution seats configured for each priority level',
    'BETA',
  )
  // upstream: the name of nominal_limit_seats before 1.26.
  const oldNominal = level(
    'request_concurrency_limit',
    'Nominal number of execution seats configured for each priority level',
  )
  const lower = level(
    'lower_limit_seats',
    'Configured lower bound on number of execution seats available to each priority level',
  )
  const upper = level(
    'upper_limit_seats',
    'Configured upper bound on number of execution seats available to each priority level',
  )
  const current = level(
    'current_limit_seats',
    'current derived number of execution seats available to each priority level',
  )
  const average = level('demand_seats_average', 'Time-weighted average, over last adjustment period, of demand_seats')
  const deviation = level(
    'demand_seats_stdev',
    'Time-weighted standard deviation, over last adjustment period, of demand_seats',
  )
  const highWatermark = level(
    'demand_seats_high_watermark',
    'High watermark, over last adjustment period, of demand_seats',
  )
  const smoothed = level('demand_seats_smoothed', 'Smoothed seat demands')
  const target = level('target_seats', 'Seat allocation targets')
  const fairFraction = metrics.gauge({
    name: 'apiserver_flowcontrol_seat_fair_frac',
    help: "Fair fraction of server's concurrency to allocate to each priority level that can use it",
  })
  return {
    limits({ name: label, limits, currentLimit }) {
      nominal.set([label], limits.nominal)
      oldNominal.set([label], limits.nominal)
      // Nothing has been demanded until the end of the first adjustment period.
      for (const gauge of [average, deviation, highWatermark, smoothed]) gauge.add([label], 0)
      target.add([label], 0)
      lower.set([label], limits.lower)
      upper.set([label], limits.upper)
      current.set([label], currentLimit)
    },
    borrowed({ name: label, summary, demand, target: seats, currentLimit }, fraction) {
      average.set([label], summary.average)
      deviation.set([label], summary.deviation)
      highWatermark.set([label], summary.highWatermark)
      smoothed.set([label], demand.smoothed)
      target.set([label], seats)
      current.set([label], currentLimit)
      fairFraction.set([], fraction)
    },
  }
}
