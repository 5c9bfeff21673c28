import type { Availability } from '@pinnace/kinds'
import type { Metrics } from '@pinnace/meta'

/** Counts registered servers that are not there. */
export interface AvailabilityMetrics {
  /** What a look has found; `isNews` where it is not what was known. */
  found(name: string, availability: Availability, isNews: boolean): void
  /** It is registered no more. */
  forget(name: string): void
}

// upstream: controllers/status/metrics/metrics.go
/** The series of registrations. */
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
    found(name, { status, reason = 'UnknownReason' }, isNews) {
      unavailable.set([name], status === 'True' ? 0 : 1)
      if (isNews && status !== 'True') total.add([name, reason])
    },
    // A series cannot be taken back.
    forget: (name) => unavailable.set([name], 0),
  }
}
