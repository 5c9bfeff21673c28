import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '@pinnace/types/autoscaling-v2'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { isReady } from '../pod-state.ts'
import { nameOf } from '../stored-object.ts'
import { milliOf } from '../volumes/find-volume.ts'
import { annotatedMetric, annotatedSeries, formatMilli, resourceRequest, resourceUse } from './pod-metrics.ts'
import type { ServedUsage } from './served-usage.ts'
import { averageOf, isWithinTolerance, replicasFor, roundRatio, useOf } from './replica-count.ts'

/** What metrics are evaluated with. */
export interface MetricFacts {
  readonly autoscaler: HorizontalPodAutoscaler
  readonly pods: readonly Pod[]
  /** Replicas of the target now. */
  readonly replicas: number
  readonly nowMs: number
  /** What the server of metrics says that pods use; undefined without one. */
  readonly served: ServedUsage | undefined
}

/** The replicas that a metric asks for, or why it cannot be evaluated. */
export type MetricResult =
  | { readonly replicas: number; readonly status: MetricStatus; readonly name: string }
  | { readonly reason: string; readonly problem: string }

/** Evaluates one metric of an autoscaler. */
// upstream: pkg/controller/podautoscaler/horizontal.go, computeReplicasForMetric; replica_calculator.go
export function evaluateMetric(metric: MetricSpec, facts: MetricFacts): MetricResult {
  if (metric.resource !== undefined) return evaluateResource(metric.resource, facts)
  if (metric.containerResource !== undefined) return evaluateResource(metric.containerResource, facts)
  if (metric.pods !== undefined) return evaluatePods(metric.pods, facts)
  if (metric.object !== undefined) return evaluateValue(metric, metric.object, facts)
  if (metric.external !== undefined) return evaluateValue(metric, metric.external, facts)
  return { reason: 'InvalidMetricSourceType', problem: `unknown metric source type ${JSON.stringify(metric.type)}` }
}

type ResourceSource = { readonly name: string; readonly target: MetricTarget; readonly container?: string }

function evaluateResource({ name, target, container }: ResourceSource, facts: MetricFacts): MetricResult {
  const failed = (problem: string): MetricResult => ({
    reason: 'FailedGetResourceMetric',
    problem: `failed to get ${name} ${target.averageUtilization === undefined ? 'resource metric value' : 'utilization'}: ${problem}`,
  })
  const read = (pod: Pod): bigint | undefined =>
    facts.served?.of(pod, name, container) ?? resourceUse(pod, name, container)
  const use = useOf(facts, read, { isCpu: name === 'cpu' })
  if (use.known.size === 0)
    return failed(`unable to get metrics for resource ${name}: no metrics returned from resource metrics API`)
  const label = container === undefined ? `${name} resource` : `${name} container resource`
  const average = averageOf(use.known)
  const status = (current: MetricValueStatus): MetricStatus =>
    container === undefined
      ? { type: 'Resource', resource: { name, current } }
      : { type: 'ContainerResource', containerResource: { name, container, current } }
  if (target.averageUtilization === undefined) {
    const wanted = milliOf(target.averageValue)
    const replicas = replicasFor(use, () => wanted, facts)
    return { replicas, name: label, status: status({ averageValue: formatMilli(average) }) }
  }
  const requests = new Map<Pod, bigint>()
  for (const pod of [...use.known.keys(), ...use.missing, ...use.unready]) {
    const request = resourceRequest(pod, name, container)
    if (request === undefined) return failed(`missing request for ${name} in container of Pod ${nameOf(pod)}`)
    requests.set(pod, request)
  }
  const utilization = BigInt(target.averageUtilization)
  const wantedOf = (pod: Pod): bigint => ((requests.get(pod) ?? 0n) * utilization) / 100n
  const requested = [...use.known.keys()].reduce((sum, pod) => sum + (requests.get(pod) ?? 0n), 0n)
  const used = [...use.known.values()].reduce((sum, value) => sum + value, 0n)
  const averageUtilization = requested === 0n ? 0 : Number((used * 100n) / requested)
  const current = { averageUtilization, averageValue: formatMilli(average) }
  return {
    replicas: replicasFor(use, wantedOf, facts),
    name: `${label} utilization (percentage of request)`,
    status: status(current),
  }
}

function evaluatePods(source: NonNullable<MetricSpec['pods']>, facts: MetricFacts): MetricResult {
  const { metric, target } = source
  const use = useOf(facts, ({ metadata }) => annotatedMetric(metadata.annotations, metric.name), { isCpu: false })
  if (use.known.size === 0) {
    const problem = `unable to get metric ${metric.name}: no metrics returned from custom metrics API`
    return { reason: 'FailedGetPodsMetric', problem }
  }
  const wanted = milliOf(target.averageValue)
  return {
    replicas: replicasFor(use, () => wanted, facts),
    name: `pods metric ${metric.name}`,
    status: { type: 'Pods', pods: { metric, current: { averageValue: formatMilli(averageOf(use.known)) } } },
  }
}

type ValueSource = NonNullable<MetricSpec['object']> | NonNullable<MetricSpec['external']>

function evaluateValue({ type }: MetricSpec, source: ValueSource, facts: MetricFacts): MetricResult {
  const { metric, target } = source
  const series = annotatedSeries(facts.autoscaler.metadata.annotations, metric)
  // An external metric is the sum of its series, one of an object has one.
  const value = type === 'External' ? sumOf(series) : series[0]
  if (value === undefined) {
    const problem = `unable to get metric ${metric.name}: no metrics returned from ${type === 'Object' ? 'custom' : 'external'} metrics API`
    return { reason: `FailedGet${type}Metric`, problem }
  }
  const isAverage = target.averageValue !== undefined
  const ready = facts.pods.filter(isReady).length
  const count = isAverage ? facts.replicas : ready
  const wanted = milliOf(isAverage ? target.averageValue : target.value)
  const ratio = Number(value) / (Number(wanted) * (isAverage ? Math.max(1, facts.replicas) : 1))
  const replicas = isWithinTolerance(ratio, facts.autoscaler)
    ? facts.replicas
    : Math.ceil(roundRatio(ratio * (isAverage ? count : Math.max(1, ready))))
  const averageValue = formatMilli(value / BigInt(Math.max(1, facts.replicas)))
  const current = isAverage ? { averageValue } : { value: formatMilli(value) }
  return {
    replicas,
    name: `${type === 'Object' ? 'object' : 'external'} metric ${metric.name}`,
    status:
      'describedObject' in source
        ? { type: 'Object', object: { metric, describedObject: source.describedObject, current } }
        : { type: 'External', external: { metric, current } },
  }
}

function sumOf(values: readonly bigint[]): bigint | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0n)
}
