import type { Availability } from '@pinnace/kinds'
import type { Metrics } from '@pinnace/meta'

/** The metrics of unavailable APIServices. */
export interface AvailabilityMetrics {
  /** Records the result of a check; `isChange` is true if it differs from the stored condition. */
  checked(name: string, availability: Availability, isChange: boolean): void
  /** The APIService has been deleted. */
  deleted(name: string): void
}

/** Creates the metrics of unavailable APIServices. */
// upstream: controllers/status/metrics/metrics.go
export function createAvailabilityMetrics(metrics: Metrics): AvailabilityMetrics {
  const unavailable = metrics.gauge({
    name: 'aggregator_unavailable_apiservice',
    help: 'Gauge of APIServices which are marked as unavailable broken down by APIService name.',
    labelNames: ['name'],
  })
  const total = metrics.counter({
    name: 'aggregator_unavailable_apiservice_total',
    help: 'Counter of APIServices which are marked as unavailable broken down by APIService name and reason.',
    labelNames: ['name', 'reason'],
  })
  return {
    checked(name, { status, reason = 'UnknownReason' }, isChange) {
      unavailable.set([name], status === 'True' ? 0 : 1)
      if (isChange && status !== 'True') total.add([name, reason])
    },
    // A single series cannot be removed.
    deleted: (name) => unavailable.set([name], 0),
  }
}
