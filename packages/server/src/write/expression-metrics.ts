import { noMetrics, type Clock, type Metrics } from '@pinnace/meta'
import type { ExpressionObserver } from '@pinnace/resources'

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Creates the metrics of the rules of CRDs and of a host's kinds; undefined without metrics. */
// upstream: apiserver/pkg/cel/metrics – policies, match conditions and device selectors are not counted.
export function createExpressionObserver(
  metrics: Metrics,
  clock: Pick<Clock, 'monotonic'>,
): ExpressionObserver | undefined {
  if (metrics === noMetrics) return undefined
  const histogram = (name: string, help: string): { observe(value: number): void } =>
    metrics.histogram({ name, help, stability: 'BETA', buckets }).of([])
  const compilations = histogram('apiserver_cel_compilation_duration_seconds', 'CEL compilation time in seconds.')
  const evaluations = histogram('apiserver_cel_evaluation_duration_seconds', 'CEL evaluation time in seconds.')
  return {
    now: () => clock.monotonic(),
    compiled: (durationMs) => compilations.observe(durationMs / 1000),
    evaluated: (durationMs) => evaluations.observe(durationMs / 1000),
  }
}
