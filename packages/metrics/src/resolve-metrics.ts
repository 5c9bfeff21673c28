import { noMetrics, type Metrics } from '@pinnace/meta'
import { createMetrics } from './create-metrics.ts'

/** The metrics of an option: those that are given, new ones for `true`, else {@link noMetrics}. */
export async function resolveMetrics(option: boolean | Metrics | undefined): Promise<Metrics> {
  if (option === undefined || option === false) return noMetrics
  return option === true ? createMetrics() : option
}
