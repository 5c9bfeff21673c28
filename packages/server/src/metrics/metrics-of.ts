import { noMetrics, type Metrics } from '@pinnace/meta'
import { createMetrics } from './create-metrics.ts'

/** The metrics of an option: a host's own, new ones, or none. */
export async function metricsOf(option: boolean | Metrics | undefined): Promise<Metrics> {
  if (option === undefined || option === false) return noMetrics
  return option === true ? createMetrics() : option
}
