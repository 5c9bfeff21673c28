import type { ApiObject, Mutable, Vocabulary } from '@pinnace/meta'

import type { HorizontalPodAutoscaler as OldAutoscaler } from '../../types/autoscaling-v1.ts'
import type { HorizontalPodAutoscaler, HPAScalingPolicy, MetricSpec, MetricStatus } from '../../types/autoscaling-v2.ts'
import type { KindBehaviour } from '../behaviour.ts'
import { autoscalerColumns } from '../columns/autoscaling.ts'

/** Autoscalers in their present version, which is the one stored. */
export const horizontalPodAutoscaler: KindBehaviour<HorizontalPodAutoscaler> = {
  strategy: {
    // upstream: apis/autoscaling/v2/defaults.go
    defaults({ spec }: Mutable<HorizontalPodAutoscaler>) {
      if (spec === undefined) return
      spec.minReplicas ??= 1
      if ((spec.metrics ?? []).length === 0) {
        const target = { type: 'Utilization', averageUtilization: defaultUtilization }
        spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }]
      }
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

/** Percent of the processor a pod asks for that is aimed at where nothing is said. */
const defaultUtilization = 80

/**
 * Autoscalers in the version that knows one metric, the use of the processor. What it has no fields for travels in
 * annotations, so that a client of this version loses nothing.
 */
// upstream: apis/autoscaling/v1/conversion.go
export function oldHorizontalPodAutoscaler({ labelDomain }: Vocabulary): KindBehaviour<OldAutoscaler> {
  const annotation = (word: string): string => `autoscaling.alpha.${labelDomain}/${word}`
  const metricsKey = annotation('metrics')
  const currentKey = annotation('current-metrics')
  const behaviorKey = annotation('behavior')
  const conditionsKey = annotation('conditions')

  function fromHub(object: Mutable<ApiObject>): void {
    const next = object as Mutable<HorizontalPodAutoscaler>
    const { metrics = [], behavior, ...spec } = next.spec ?? ({} as NonNullable<typeof next.spec>)
    const { currentMetrics, conditions, currentReplicas = 0, ...status } = next.status ?? { desiredReplicas: 0 }
    const target = metrics.find(isProcessorUse)?.resource?.target.averageUtilization
    const current = (currentMetrics ?? []).find(isProcessorStatus)?.resource?.current.averageUtilization
    const otherMetrics = metrics.filter((metric) => !isProcessorUse(metric))
    const otherCurrent = (currentMetrics ?? []).filter((metric) => !isProcessorStatus(metric))
    const annotations = new Map(Object.entries(next.metadata.annotations ?? {}))
    if (otherMetrics.length > 0) annotations.set(metricsKey, JSON.stringify(otherMetrics))
    if (otherCurrent.length > 0) annotations.set(currentKey, JSON.stringify(otherCurrent))
    if (behavior !== undefined) annotations.set(behaviorKey, JSON.stringify(behavior))
    if ((conditions ?? []).length > 0) annotations.set(conditionsKey, JSON.stringify(conditions))
    if (annotations.size > 0) next.metadata.annotations = Object.fromEntries(annotations)
    Object.assign(next, {
      spec: { ...spec, ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }) },
      status: {
        ...status,
        currentReplicas,
        ...(current === undefined ? {} : { currentCPUUtilizationPercentage: current }),
      },
    })
  }

  function toHub(object: Mutable<ApiObject>): void {
    const next = object as Mutable<OldAutoscaler>
    const { targetCPUUtilizationPercentage: target, ...spec } = next.spec ?? ({} as NonNullable<typeof next.spec>)
    const { currentCPUUtilizationPercentage: current, ...status } =
      next.status ?? ({ currentReplicas: 0, desiredReplicas: 0 } as NonNullable<typeof next.status>)
    const annotations = new Map(Object.entries(next.metadata.annotations ?? {}))
    const take = <T>(key: string): T | undefined => {
      const text = annotations.get(key)
      annotations.delete(key)
      return text === undefined ? undefined : readJson<T>(text)
    }
    const metrics = take<MetricSpec[]>(metricsKey) ?? []
    const currentMetrics = take<MetricStatus[]>(currentKey) ?? []
    const behavior = take<object>(behaviorKey)
    const conditions = take<object[]>(conditionsKey)
    if (target !== undefined) {
      metrics.unshift({
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: target } },
      })
    }
    if (current !== undefined) {
      currentMetrics.unshift({ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: current } } })
    }
    if (annotations.size > 0) next.metadata.annotations = Object.fromEntries(annotations)
    else delete next.metadata.annotations
    Object.assign(next, {
      spec: { ...spec, ...(metrics.length === 0 ? {} : { metrics }), ...(behavior === undefined ? {} : { behavior }) },
      status: {
        ...status,
        currentMetrics: currentMetrics.length === 0 ? null : currentMetrics,
        ...(conditions === undefined ? {} : { conditions }),
      },
    })
  }

  return {
    storage: { group: 'autoscaling', resource: 'horizontalpodautoscalers' },
    conversion: { fromHub, toHub },
    strategy: {
      // upstream: apis/autoscaling/v1/defaults.go; the metric where the annotation says of no others
      defaults({ spec, metadata }: Mutable<OldAutoscaler>) {
        if (spec === undefined) return
        spec.minReplicas ??= 1
        if (metadata.annotations?.[metricsKey] === undefined) spec.targetCPUUtilizationPercentage ??= defaultUtilization
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

function isProcessorUse({ type, resource }: MetricSpec): boolean {
  return type === 'Resource' && resource?.name === 'cpu' && resource.target.averageUtilization !== undefined
}

function isProcessorStatus({ type, resource }: MetricStatus): boolean {
  return type === 'Resource' && resource?.name === 'cpu' && resource.current.averageUtilization !== undefined
}

// An annotation a client spoiled is passed over, as the original does.
function readJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}
