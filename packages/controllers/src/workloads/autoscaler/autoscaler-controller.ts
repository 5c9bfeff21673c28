import { objectKey, type Informer } from '@pinnace/client'
import { formatTime, fromLabelSelector, parseLabelSelector, toStatusError, type ApiObject } from '@pinnace/meta'
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerCondition,
  MetricStatus,
} from '@pinnace/types/autoscaling-v2'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import type { Requeue } from '../requeue.ts'
import { isSameStatus } from '../same-status.ts'
import { isTerminating, namespaceOf } from '../stored-object.ts'
import { normalEvent, warningEvent } from '../workload-event.ts'
import { startWorkloadController, type WorkloadTools } from '../workload-loop.ts'
import { evaluateMetric, type MetricResult } from './evaluate-metric.ts'
import { limitChange, recordChange, type LimitedChange, type ScalingHistory } from './limit-change.ts'

const kind = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' } as const

/** How often metrics are looked at. */
// upstream: --horizontal-pod-autoscaler-sync-period
const syncMs = 15_000

/** Scales workloads by metrics, which annotations of pods and autoscalers set. */
// upstream: pkg/controller/podautoscaler/horizontal.go
export const autoscalerController: Controller = {
  name: 'horizontal-pod-autoscaler-controller',
  isDefault: true,
  needs: () => [kind],
  start(context) {
    const pods = context.informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    // Bounded by the autoscalers.
    const histories = new Map<string, ScalingHistory>()
    return startWorkloadController<HorizontalPodAutoscaler>({
      name: 'horizontal-pod-autoscaler-controller',
      context,
      kind,
      watch: () => {},
      cleanUp: async (key) => void histories.delete(key),
      async reconcile(autoscaler, tools, signal) {
        if (isTerminating(autoscaler)) return undefined
        const key = objectKey(autoscaler)
        const history = histories.get(key) ?? { recommendations: [], changes: [] }
        histories.set(key, history)
        await sync(autoscaler, { tools, pods, history, signal })
        return { requeueAfterMs: syncMs } satisfies Requeue
      },
    })
  },
}

interface ScaleSync {
  readonly tools: WorkloadTools<HorizontalPodAutoscaler>
  readonly pods: Informer<Pod>
  readonly history: ScalingHistory
  readonly signal: AbortSignal
}

/** The scale of a workload, as its subresource has it. */
interface Scale extends ApiObject {
  readonly spec?: { readonly replicas?: number }
  readonly status?: { readonly replicas: number; readonly selector?: string }
}

async function sync(autoscaler: HorizontalPodAutoscaler, scaleSync: ScaleSync): Promise<void> {
  const { tools, signal } = scaleSync
  const { name, apiVersion = 'v1', kind: targetKind } = autoscaler.spec.scaleTargetRef
  const target = tools.context.client.resource({ apiVersion, kind: targetKind }).namespace(namespaceOf(autoscaler))
  const scales = target.subresource('scale')
  let scale: Scale
  try {
    scale = await scales.get(name, { signal })
  } catch (error) {
    const message = `the HPA controller was unable to get the target's current scale: ${toStatusError(error).message}`
    tools.recordEvent(autoscaler, warningEvent('FailedGetScale', toStatusError(error).message))
    await writeStatus(autoscaler, { conditions: [no('AbleToScale', 'FailedGetScale', message)] }, scaleSync)
    return
  }
  const current = scale.spec?.replicas ?? 0
  const plan = planScale(autoscaler, scale, scaleSync)
  const { change } = plan
  let lastScaleTime: string | undefined
  if (change !== undefined && change.replicas !== current) {
    await scales.update(name, { ...scale, spec: { ...scale.spec, replicas: change.replicas } }, { signal })
    const nowMs = tools.context.clock.now()
    lastScaleTime = formatTime(nowMs)
    recordChange(scaleSync.history, change.replicas - current, nowMs)
    const note = `New size: ${change.replicas}; reason: ${plan.cause}`
    tools.recordEvent(autoscaler, normalEvent('SuccessfulRescale', note))
  }
  await writeStatus(
    autoscaler,
    {
      conditions: plan.conditions,
      currentReplicas: scale.status?.replicas ?? 0,
      desiredReplicas: change?.replicas ?? current,
      currentMetrics: plan.metrics,
      ...(lastScaleTime === undefined ? {} : { lastScaleTime }),
    },
    scaleSync,
  )
}

interface ScalePlan {
  readonly change?: LimitedChange
  /** Why the number changes, for the Event. */
  readonly cause: string
  readonly conditions: readonly Condition[]
  readonly metrics: readonly MetricStatus[]
}

function planScale(autoscaler: HorizontalPodAutoscaler, scale: Scale, scaleSync: ScaleSync): ScalePlan {
  const { tools, pods, history } = scaleSync
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
  const facts = { autoscaler, pods: own, replicas: current }
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
  const nowMs = tools.context.clock.now()
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
type Condition = Omit<HorizontalPodAutoscalerCondition, 'lastTransitionTime'>

function fixed(replicas: number, cause: string, able: Condition): ScalePlan {
  return { change: { replicas, isLimited: false, reason: '', message: '' }, cause, metrics: [], conditions: [able] }
}

function yes(type: string, reason: string, message: string): Condition {
  return { type, status: 'True', reason, message }
}

function no(type: string, reason: string, message: string): Condition {
  return { type, status: 'False', reason, message }
}

type NextStatus = Omit<Partial<NonNullable<HorizontalPodAutoscaler['status']>>, 'conditions'> & {
  readonly conditions: readonly Condition[]
}

async function writeStatus(
  autoscaler: HorizontalPodAutoscaler,
  { conditions, ...next }: NextStatus,
  { tools, signal }: ScaleSync,
): Promise<void> {
  const { client, clock } = tools.context
  const stored = autoscaler.status?.conditions ?? []
  const own = conditions.map((condition): HorizontalPodAutoscalerCondition => {
    const known = stored.find(({ type, status }) => type === condition.type && status === condition.status)
    return { ...condition, lastTransitionTime: known?.lastTransitionTime ?? formatTime(clock.now()) }
  })
  const types = new Set(own.map(({ type }) => type))
  const status = {
    desiredReplicas: 0,
    ...autoscaler.status,
    ...next,
    observedGeneration: autoscaler.metadata.generation ?? 0,
    conditions: [...own, ...stored.filter(({ type }) => !types.has(type))],
  }
  if (isSameStatus(status, autoscaler.status)) return
  const autoscalers = client.resource<HorizontalPodAutoscaler>(kind).namespace(namespaceOf(autoscaler))
  await autoscalers.updateStatus({ ...autoscaler, status }, { signal })
}
