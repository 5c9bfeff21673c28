import type { Informer } from '@pinnace/client'
import { fromLabelSelector, parseLabelSelector, type ApiObject } from '@pinnace/meta'
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerCondition,
  MetricStatus,
} from '@pinnace/types/autoscaling-v2'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { namespaceOf } from '../stored-object.ts'
import { warningEvent } from '../workload-event.ts'
import type { WorkloadTools } from '../workload-loop.ts'
import { evaluateMetric, type MetricResult } from './evaluate-metric.ts'
import { limitChange, type LimitedChange, type ScalingHistory } from './limit-change.ts'
import type { ServedUsage } from './served-usage.ts'

/** The scale of a workload, as its subresource has it. */
export interface Scale extends ApiObject {
  readonly spec?: { readonly replicas?: number }
  readonly status?: { readonly replicas: number; readonly selector?: string }
}

/** What a plan is made from. */
export interface ScaleFacts {
  readonly tools: WorkloadTools<HorizontalPodAutoscaler>
  readonly pods: Informer<Pod>
  readonly history: ScalingHistory
  /** What the server of metrics says that pods use; undefined without one. */
  readonly served: ServedUsage | undefined
}

/** What an autoscaler does, and what its status says about it. */
export interface ScalePlan {
  readonly change?: LimitedChange
  /** Why the number changes, for the Event. */
  readonly cause: string
  readonly conditions: readonly Condition[]
  readonly metrics: readonly MetricStatus[]
}

/** Decides how many replicas a workload has. */
export function planScale(
  autoscaler: HorizontalPodAutoscaler,
  scale: Scale,
  { tools, pods, history, served }: ScaleFacts,
): ScalePlan {
  const current = scale.spec?.replicas ?? 0
  const { minReplicas = 1, maxReplicas, metrics = [] } = autoscaler.spec
  const able = yes('AbleToScale', 'SucceededGetScale', "the HPA controller was able to get the target's current scale")
  if (current === 0 && minReplicas !== 0) {
    const message = 'scaling is disabled since the replica count of the target is zero'
    return { cause: '', metrics: [], conditions: [able, no('ScalingActive', 'ScalingDisabled', message)] }
  }
  if (current > maxReplicas) return fixed(maxReplicas, 'Current number of replicas above Spec.MaxReplicas', able)
  if (current < minReplicas) return fixed(minReplicas, 'Current number of replicas below Spec.MinReplicas', able)
  const selector = fromLabelSelector(undefined)
  const selected = scale.status?.selector === undefined ? selector : parseLabelSelector(scale.status.selector)
  const own = pods.store.list(namespaceOf(autoscaler)).filter(({ metadata }) => selected.matches(metadata.labels))
  const nowMs = tools.context.clock.now()
  const facts = { autoscaler, pods: own, replicas: current, nowMs, served }
  const results = metrics.map((metric) => evaluateMetric(metric, facts))
  const valid = results.filter((result): result is Valid => 'replicas' in result)
  const failed = results.find((result): result is Invalid => 'problem' in result)
  const wanted = valid.length === 0 ? undefined : valid.reduce((a, b) => (b.replicas > a.replicas ? b : a))
  const statuses = valid.map(({ status }) => status)
  // A metric that is missing could ask for more: nothing is scaled down without it.
  if (wanted === undefined || (failed !== undefined && wanted.replicas < current)) {
    const { reason = 'InvalidSelector', problem = 'no metrics' } = failed ?? {}
    tools.recordEvent(autoscaler, warningEvent(reason, problem))
    const message = `the HPA was unable to compute the replica count: ${problem}`
    return { cause: '', metrics: statuses, conditions: [able, no('ScalingActive', reason, message)] }
  }
  const change = limitChange(wanted.replicas, autoscaler, { current, nowMs, history })
  const active = `the HPA was able to successfully calculate a replica count from ${wanted.name}`
  return {
    change,
    cause: change.replicas > current ? `${wanted.name} above target` : 'All metrics below target',
    metrics: statuses,
    conditions: [
      change.replicas === current
        ? yes('AbleToScale', 'ReadyForNewScale', 'recommended size matches current size')
        : yes(
            'AbleToScale',
            'SucceededRescale',
            `the HPA controller was able to update the target scale to ${change.replicas}`,
          ),
      yes('ScalingActive', 'ValidMetricFound', active),
      (change.isLimited ? yes : no)('ScalingLimited', change.reason, change.message),
    ],
  }
}

type Valid = Extract<MetricResult, { readonly replicas: number }>
type Invalid = Extract<MetricResult, { readonly problem: string }>
/** A condition without its time. */
export type Condition = Omit<HorizontalPodAutoscalerCondition, 'lastTransitionTime'>

function fixed(replicas: number, cause: string, able: Condition): ScalePlan {
  return { change: { replicas, isLimited: false, reason: '', message: '' }, cause, metrics: [], conditions: [able] }
}

/** A condition that holds. */
function yes(type: string, reason: string, message: string): Condition {
  return { type, status: 'True', reason, message }
}

/** A condition that does not hold. */
export function no(type: string, reason: string, message: string): Condition {
  return { type, status: 'False', reason, message }
}
