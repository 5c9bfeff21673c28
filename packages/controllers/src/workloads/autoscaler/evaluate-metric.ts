import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '@pinnace/types/autoscaling-v2'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { isFinished, isReady } from '../pod-state.ts'
import { isTerminating, nameOf } from '../stored-object.ts'
import { milliOf } from '../volumes/find-volume.ts'
import { annotatedMetric, formatMilli, resourceRequest, resourceUse } from './pod-metrics.ts'

/** What metrics are evaluated with. */
export interface MetricFacts {
  readonly autoscaler: HorizontalPodAutoscaler
  readonly pods: readonly Pod[]
  /** Replicas of the target now. */
  readonly replicas: number
}

/** The replicas that a metric asks for, or why it cannot be evaluated. */
export type MetricResult =
  | { readonly replicas: number; readonly status: MetricStatus; readonly name: string }
  | { readonly reason: string; readonly problem: string }

/** A deviation from the target that is ignored. */
// upstream: pkg/controller/podautoscaler/config, HorizontalPodAutoscalerTolerance
const tolerance = 0.1

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
  const use = useOf(facts.pods, (pod) => resourceUse(pod, name, container))
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
  const use = useOf(facts.pods, ({ metadata }) => annotatedMetric(metadata.annotations, metric.name))
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
  const value = annotatedMetric(facts.autoscaler.metadata.annotations, metric.name)
  if (value === undefined) {
    const problem = `unable to get metric ${metric.name}: no metrics returned from ${type === 'Object' ? 'custom' : 'external'} metrics API`
    return { reason: `FailedGet${type}Metric`, problem }
  }
  const isAverage = target.averageValue !== undefined
  const ready = facts.pods.filter(isReady).length
  const count = isAverage ? facts.replicas : ready
  const wanted = milliOf(isAverage ? target.averageValue : target.value)
  const ratio = Number(value) / (Number(wanted) * (isAverage ? Math.max(1, facts.replicas) : 1))
  const replicas = isWithinTolerance(ratio)
    ? facts.replicas
    : Math.ceil(round(ratio * (isAverage ? count : Math.max(1, ready))))
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

/** What pods use, by what is known about them. */
interface PodUse {
  readonly known: ReadonlyMap<Pod, bigint>
  readonly missing: readonly Pod[]
  readonly unready: readonly Pod[]
}

/** Pods without a metric, and pods that are not ready yet, are left out at first. Finished ones do not count. */
// upstream: replica_calculator.go, groupPods
function useOf(pods: readonly Pod[], read: (pod: Pod) => bigint | undefined): PodUse {
  const known = new Map<Pod, bigint>()
  const missing: Pod[] = []
  const unready: Pod[] = []
  for (const pod of pods) {
    if (isTerminating(pod) || isFinished(pod)) continue
    const value = read(pod)
    if (pod.status?.phase === 'Pending' || !isReady(pod)) unready.push(pod)
    else if (value === undefined) missing.push(pod)
    else known.set(pod, value)
  }
  return { known, missing, unready }
}

/** The replicas that bring the use of pods to what is wanted. What is not known is assumed so that less is changed. */
function replicasFor({ known, missing, unready }: PodUse, wantedOf: (pod: Pod) => bigint, facts: MetricFacts): number {
  const ratioOf = (use: ReadonlyMap<Pod, bigint>): number => {
    let [used, wanted] = [0n, 0n]
    for (const [pod, value] of use) {
      used += value
      wanted += wantedOf(pod)
    }
    return wanted === 0n ? 1 : Number(used) / Number(wanted)
  }
  const ratio = ratioOf(known)
  if (missing.length === 0 && (unready.length === 0 || ratio <= 1)) {
    return isWithinTolerance(ratio) ? facts.replicas : Math.ceil(round(ratio * known.size))
  }
  const all = new Map(known)
  // Scaling down assumes that pods without a metric use what is wanted; scaling up, that they use nothing.
  for (const pod of missing) all.set(pod, ratio < 1 ? wantedOf(pod) : 0n)
  if (ratio > 1) for (const pod of unready) all.set(pod, 0n)
  const next = ratioOf(all)
  const isTurned = (ratio < 1 && next > 1) || (ratio > 1 && next < 1)
  if (isWithinTolerance(next) || isTurned) return facts.replicas
  const replicas = Math.ceil(round(next * all.size))
  return (next < 1 && replicas > facts.replicas) || (next > 1 && replicas < facts.replicas) ? facts.replicas : replicas
}

function isWithinTolerance(ratio: number): boolean {
  return Math.abs(1 - ratio) <= tolerance
}

/** Without the error of the last binary digits, which would be rounded up to one more replica. */
function round(value: number): number {
  return Math.round(value * 1e9) / 1e9
}

function averageOf(use: ReadonlyMap<Pod, bigint>): bigint {
  return [...use.values()].reduce((sum, value) => sum + value, 0n) / BigInt(Math.max(1, use.size))
}
