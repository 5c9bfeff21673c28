import type { Counter, Histogram, Metrics } from '@pinnace/meta'

/** Metrics of match conditions, of webhooks and of policies. */
export interface ConditionMetrics {
  readonly errors: Counter
  readonly seconds: Histogram
}

/** Creates the metrics of match conditions; their labels are name, kind, type and operation. */
// upstream: apiserver/pkg/admission/metrics/metrics.go
export function conditionMetrics(metrics: Metrics): ConditionMetrics {
  const labelNames = ['name', 'kind', 'type', 'operation']
  return {
    errors: metrics.counter({
      name: 'apiserver_admission_match_condition_evaluation_errors_total',
      help: 'Admission match condition evaluation errors count, identified by name of resource containing the match condition and broken out for each kind containing matchConditions (webhook or policy), operation and admission type (validate or admit).',
      labelNames,
    }),
    seconds: metrics.histogram({
      name: 'apiserver_admission_match_condition_evaluation_seconds',
      help: 'Admission match condition evaluation time in seconds, identified by name and broken out for each kind containing matchConditions (webhook or policy), operation and type (validate or admit).',
      labelNames,
      buckets: [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25],
    }),
  }
}
