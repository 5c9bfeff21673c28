import { isEqualJson, type ApiObject, type Mutable, type Vocabulary } from '@pinnace/meta'
import type {
  HorizontalPodAutoscaler as OldAutoscaler,
  MetricSpec as OldMetricSpec,
  MetricStatus as OldMetricStatus,
} from '@pinnace/types/autoscaling-v1'
import type { HorizontalPodAutoscaler, HPAScalingPolicy, MetricSpec, MetricStatus } from '@pinnace/types/autoscaling-v2'
import type { KindBehavior } from '../kind-behavior.ts'
import { autoscalerColumns } from '../columns/autoscaling.ts'
import { formatBehavior, parseBehavior } from './behavior-text.ts'
import { fromOldMetric, fromOldStatus, toOldMetric, toOldStatus } from './old-metrics.ts'

/** The behavior of HorizontalPodAutoscaler v2, the stored version. */
export function horizontalPodAutoscaler(vocabulary: Vocabulary): KindBehavior<HorizontalPodAutoscaler> {
  const keys = roundTripKeys(vocabulary)
  return {
    strategy: {
      // upstream: apis/autoscaling/v2/defaults.go
      defaults(next: Mutable<HorizontalPodAutoscaler>) {
        const { spec, metadata } = next
        // upstream: apis/autoscaling/v2/conversion.go – here these fields have a place, and the annotations would be stale.
        if (metadata.annotations !== undefined) setAnnotations(next, withoutKeys(metadata.annotations, keys))
        if (spec === undefined) return
        spec.minReplicas ??= 1
        if ((spec.metrics ?? []).length === 0)
          spec.metrics = [processorUse(defaultUtilization)] as NonNullable<typeof spec.metrics>
        if (spec.behavior === undefined) return
        const policy = (type: string, value: number): HPAScalingPolicy => ({ type, value, periodSeconds: 15 })
        const up = {
          stabilizationWindowSeconds: 0,
          selectPolicy: 'Max',
          policies: [policy('Pods', 4), policy('Percent', 100)],
        }
        const down = { selectPolicy: 'Max', policies: [policy('Percent', 100)] }
        spec.behavior.scaleUp = { ...up, ...spec.behavior.scaleUp }
        spec.behavior.scaleDown = { ...down, ...spec.behavior.scaleDown }
      },
    },
    columns: autoscalerColumns,
  }
}

/** Default target: percent of the CPU that a pod requests. */
const defaultUtilization = 80

/**
 * The behavior of HorizontalPodAutoscaler v1, which has fields for one metric only: CPU utilization. Everything else is
 * kept in annotations, so that a round trip through v1 loses nothing.
 */
// upstream: apis/autoscaling/v1/conversion.go
export function oldHorizontalPodAutoscaler(vocabulary: Vocabulary): KindBehavior<OldAutoscaler> {
  const keys = roundTripKeys(vocabulary)
  const toHub = (object: Mutable<ApiObject>): void => fromOldVersion(object as Mutable<OldAutoscaler>, keys)
  return {
    storage: { group: 'autoscaling', resource: 'horizontalpodautoscalers' },
    conversion: {
      fromHub: (object) => toOldVersion(object as Mutable<HorizontalPodAutoscaler>, keys),
      toHub,
    },
    strategy: {
      // upstream: apis/autoscaling/v1/defaults.go, and the end of the conversion – the metric where there is no other
      defaults({ spec, metadata }: Mutable<OldAutoscaler>) {
        if (spec === undefined) return
        spec.minReplicas ??= 1
        const others = readList<OldMetricSpec>(metadata.annotations?.[keys.metrics]) ?? []
        if (others.length === 0) spec.targetCPUUtilizationPercentage ??= defaultUtilization
      },
    },
    columns: autoscalerColumns.map((column) => ({
      ...column,
      value: (object, nowMs) => {
        const copy = structuredClone(object) as unknown as Mutable<ApiObject>
        toHub(copy)
        return column.value(copy as unknown as HorizontalPodAutoscaler, nowMs)
      },
    })),
  }
}

/** Converts an autoscaler of v2 to v1, in place. */
function toOldVersion(next: Mutable<HorizontalPodAutoscaler>, keys: RoundTripKeys): void {
  const { metrics = [], behavior, ...spec } = next.spec ?? ({} as NonNullable<typeof next.spec>)
  const { currentMetrics, conditions, currentReplicas = 0, ...status } = next.status ?? { desiredReplicas: 0 }
  const use = metrics.find(isProcessorUse)
  const target = use?.resource?.target.averageUtilization
  const current = currentMetrics?.findLast(isProcessor)?.resource?.current.averageUtilization
  // All but the one that has a field: upstream drops a second one like it.
  const otherMetrics = metrics.filter((metric) => metric !== use).map(toOldMetric)
  const annotations = withoutKeys(next.metadata.annotations, keys)
  if (otherMetrics.length > 0) annotations.set(keys.metrics, JSON.stringify(otherMetrics))
  // All of them, where the one field does not say it all: beside the use of the processor they may say its amount.
  const shown = currentMetrics ?? []
  const isSaid = current !== undefined && isEqualJson(shown, [processorStatus(current)])
  if (shown.length > 0 && !isSaid) annotations.set(keys.currentMetrics, JSON.stringify(shown.map(toOldStatus)))
  if (behavior !== undefined) annotations.set(keys.behavior, formatBehavior(behavior))
  if ((conditions ?? []).length > 0) annotations.set(keys.conditions, JSON.stringify(conditions))
  setAnnotations(next, annotations)
  Object.assign(next, {
    spec: { ...spec, ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }) },
    status: {
      ...status,
      currentReplicas,
      ...(current === undefined ? {} : { currentCPUUtilizationPercentage: current }),
    },
  })
}

/** Converts an autoscaler of v1 to v2, in place. */
function fromOldVersion(next: Mutable<OldAutoscaler>, keys: RoundTripKeys): void {
  const { targetCPUUtilizationPercentage: target, ...spec } = next.spec ?? ({} as NonNullable<typeof next.spec>)
  const {
    currentCPUUtilizationPercentage: current,
    currentReplicas = 0,
    ...status
  } = next.status ?? ({ currentReplicas: 0, desiredReplicas: 0 } as NonNullable<typeof next.status>)
  const said = new Map(Object.entries(next.metadata.annotations ?? {}))
  const metrics = (readList<OldMetricSpec>(said.get(keys.metrics)) ?? []).map(fromOldMetric)
  const currentMetrics = readList<OldMetricStatus>(said.get(keys.currentMetrics))?.map(fromOldStatus)
  const behaviorText = said.get(keys.behavior)
  const behavior = behaviorText === undefined ? undefined : parseBehavior(behaviorText)
  const conditions = readList<object>(said.get(keys.conditions))
  if (target !== undefined) metrics.push(processorUse(target))
  const shown = currentMetrics ?? (current === undefined ? [] : [processorStatus(current)])
  setAnnotations(next, withoutKeys(next.metadata.annotations, keys))
  Object.assign(next, {
    spec: { ...spec, ...(metrics.length === 0 ? {} : { metrics }), ...(behavior === undefined ? {} : { behavior }) },
    status: {
      ...status,
      // Here none is left out; the older version writes it.
      ...(currentReplicas === 0 ? {} : { currentReplicas }),
      currentMetrics: shown.length === 0 ? null : shown,
      ...(conditions === undefined ? {} : { conditions }),
    },
  })
}

interface RoundTripKeys {
  readonly metrics: string
  readonly currentMetrics: string
  readonly behavior: string
  readonly conditions: string
}

/** Annotations that hold, in v1, what it has no fields for. */
// upstream: apis/autoscaling/annotations.go
function roundTripKeys({ labelDomain }: Vocabulary): RoundTripKeys {
  const annotation = (word: string): string => `autoscaling.alpha.${labelDomain}/${word}`
  return {
    metrics: annotation('metrics'),
    currentMetrics: annotation('current-metrics'),
    behavior: annotation('behavior'),
    conditions: annotation('conditions'),
  }
}

type Annotations = NonNullable<ApiObject['metadata']['annotations']>

// upstream: apis/autoscaling/helpers.go, DropRoundTripHorizontalPodAutoscalerAnnotations
function withoutKeys(annotations: Annotations | undefined, keys: RoundTripKeys): Map<string, string> {
  const left = new Map(Object.entries(annotations ?? {}))
  for (const key of Object.values(keys) as string[]) left.delete(key)
  return left
}

function setAnnotations({ metadata }: Pick<Mutable<ApiObject>, 'metadata'>, annotations: Map<string, string>): void {
  if (annotations.size > 0) metadata.annotations = Object.fromEntries(annotations)
  else delete metadata.annotations
}

function processorUse(averageUtilization: number): MetricSpec {
  return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } }
}

function processorStatus(averageUtilization: number): MetricStatus {
  return { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization } } }
}

function isProcessor({ type, resource }: MetricSpec | MetricStatus): boolean {
  return type === 'Resource' && resource?.name === 'cpu'
}

function isProcessorUse(metric: MetricSpec): boolean {
  return isProcessor(metric) && metric.resource?.target.averageUtilization !== undefined
}

// upstream: an annotation that cannot be parsed is ignored.
function readList<T>(text: string | undefined): readonly T[] | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)
      ? (value as readonly T[])
      : undefined
  } catch {
    return undefined
  }
}
