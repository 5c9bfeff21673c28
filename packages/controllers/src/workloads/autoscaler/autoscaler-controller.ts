import { objectKey, type Informer } from '@pinnace/client'
import { formatTime, toStatusError } from '@pinnace/meta'
import type { HorizontalPodAutoscaler, HorizontalPodAutoscalerCondition } from '@pinnace/types/autoscaling-v2'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import type { Requeue } from '../requeue.ts'
import { isSameStatus } from '../same-status.ts'
import { isTerminating, namespaceOf } from '../stored-object.ts'
import { normalEvent, warningEvent } from '../workload-event.ts'
import { startWorkloadController, type WorkloadTools } from '../workload-loop.ts'
import { readServedUsage, type ServedUsage } from './served-usage.ts'
import { recordChange, type ScalingHistory } from './limit-change.ts'
import { no, planScale, type Condition, type Scale } from './plan-scale.ts'

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
  const plan = planScale(autoscaler, scale, { ...scaleSync, served: await readUsage(autoscaler, scale, scaleSync) })
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

/** What pods use, if a metric of the autoscaler asks for it. */
async function readUsage(
  autoscaler: HorizontalPodAutoscaler,
  scale: Scale,
  { tools, signal }: ScaleSync,
): Promise<ServedUsage | undefined> {
  const { client, vocabulary } = tools.context
  const { metrics = [] } = autoscaler.spec
  const selector = scale.status?.selector
  if (selector === undefined || !metrics.some((one) => one.resource ?? one.containerResource)) return undefined
  return readServedUsage(client, vocabulary, { namespace: namespaceOf(autoscaler), selector, signal })
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
