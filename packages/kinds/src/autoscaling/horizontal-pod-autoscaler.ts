import { type ApiObject, type Mutable, type Vocabulary } from '@pinnace/meta'
import type {
  HorizontalPodAutoscaler as OldAutoscaler,
  MetricSpec as OldMetricSpec,
  MetricStatus as OldMetricStatus,
} from '@pinnace/types/autoscaling-v1'
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
  HPAScalingPolicy,
  HPAScalingRules,
  MetricSpec,
  MetricStatus,
} from '@pinnace/types/autoscaling-v2'
import { loadType } from '@pinnace/types'
import type { SpokeConversion, Strategy } from '@pinnace/resources'
import type { KindBehavior } from '../kind-behavior.ts'
import { autoscalerColumns } from '../columns/autoscaling.ts'
import { createPodRules } from '../core/pod-spec/pod-rules.ts'
import { keepAllButStatus, keepStatus, resetStatus, statusSubresource } from '../status-subresource.ts'
import { throughHub } from '../through-hub.ts'
import { formatBehavior, formatList, parseBehavior, parseList } from './round-trip-text.ts'
import { fromOldMetric, fromOldStatus, toOldMetric, toOldStatus } from './old-metrics.ts'
import { validateAutoscaler, validateAutoscalerStatus } from './validate-autoscaler.ts'
import { withEmptied } from '@pinnace/schema'

/** The behavior of HorizontalPodAutoscaler v2, the stored version. */
export function horizontalPodAutoscaler(vocabulary: Vocabulary): KindBehavior<HorizontalPodAutoscaler> {
  const keys = roundTripKeys(vocabulary)
  const rules = createPodRules(vocabulary)
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
        if (spec.behavior !== undefined) Object.assign(spec.behavior, fillBehavior(spec.behavior))
      },
      prepareForCreate: (next) => resetStatus(next, () => loadType('autoscaling.v2.HorizontalPodAutoscaler')),
      prepareForUpdate: keepStatus,
      validate: (next, errors) => validateAutoscaler(next, undefined, errors, rules),
      validateUpdate: (next, live, errors) => validateAutoscaler(next, live, errors, rules),
    },
    subresources: { status: { ...statusSubresource, strategy: statusStrategy } },
    columns: autoscalerColumns,
  }
}

// upstream: registry/autoscaling/horizontalpodautoscaler/strategy.go, autoscalerStatusStrategy
const statusStrategy: Strategy<HorizontalPodAutoscaler> = {
  resetFields: [['spec']],
  prepareForUpdate: keepAllButStatus,
  validateUpdate: (next, _, errors) => validateAutoscalerStatus(next, errors),
}

// upstream: apis/autoscaling/v2/defaults.go, SetDefaults_HorizontalPodAutoscalerBehavior
function fillBehavior({ scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior): {
  scaleUp: HPAScalingRules
  scaleDown: HPAScalingRules
} {
  const policy = (type: string, value: number): HPAScalingPolicy => ({ type, value, periodSeconds: 15 })
  const up = {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [policy('Pods', 4), policy('Percent', 100)],
  }
  const down = { selectPolicy: 'Max', policies: [policy('Percent', 100)] }
  // A list without policies is refused, where an absent one has defaults.
  return {
    scaleUp: { ...up, ...(scaleUp && withEmptied(scaleUp)) },
    scaleDown: { ...down, ...(scaleDown && withEmptied(scaleDown)) },
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
  const conversion: SpokeConversion = {
    fromHub: (object) => toOldVersion(object as Mutable<HorizontalPodAutoscaler>, keys),
    toHub: (object) => fromOldVersion(object as Mutable<OldAutoscaler>, keys),
  }
  const completed: SpokeConversion = {
    ...conversion,
    toHub(object) {
      conversion.toHub(object)
      fillAbsentRules(object as Mutable<HorizontalPodAutoscaler>)
    },
  }
  const hub = horizontalPodAutoscaler(vocabulary).strategy
  return {
    storage: { group: 'autoscaling', resource: 'horizontalpodautoscalers' },
    conversion,
    strategy: {
      ...(hub === undefined ? {} : throughHub<OldAutoscaler, HorizontalPodAutoscaler>(hub, completed)),
      // upstream: apis/autoscaling/v1/defaults.go, and the end of the conversion – the metric where there is no other
      defaults(next: Mutable<OldAutoscaler>) {
        const { spec, metadata } = next
        if (spec === undefined) return
        spec.minReplicas ??= 1
        const others = parseList<OldMetricSpec>(metadata.annotations?.[keys.metrics], 'MetricSpec') ?? []
        if (others.length === 0) spec.targetCPUUtilizationPercentage ??= defaultUtilization
        // The writer also owns the annotations that the conversion makes of the status.
        // upstream: managedfields/internal/structuredmerge.go, toVersioned
        conversion.toHub(next as Mutable<ApiObject>)
        conversion.fromHub(next as Mutable<ApiObject>)
      },
    },
    subresources: { status: { ...statusSubresource, strategy: throughHub(statusStrategy, completed) } },
    columns: autoscalerColumns.map((column) => ({
      ...column,
      value: (object, nowMs) => {
        const copy = structuredClone(object) as unknown as Mutable<ApiObject>
        conversion.toHub(copy)
        return column.value(copy as unknown as HorizontalPodAutoscaler, nowMs)
      },
    })),
  }
}

/** Converts an autoscaler of v2 to v1, in place. */
function toOldVersion(next: Mutable<HorizontalPodAutoscaler>, keys: RoundTripKeys): void {
  const { metrics, behavior, ...spec } = next.spec ?? ({} as NonNullable<typeof next.spec>)
  const { currentMetrics, conditions, currentReplicas = 0, ...status } = next.status ?? { desiredReplicas: 0 }
  const listed = metrics ?? []
  const target = listed.find(isProcessorUse)?.resource?.target.averageUtilization
  const current = currentMetrics?.findLast(isProcessor)?.resource?.current.averageUtilization
  // upstream: a second use of the processor is lost.
  const others = listed.filter((metric) => !isProcessorUse(metric))
  const annotations = withoutKeys(next.metadata.annotations, keys)
  const note = (key: string, items: readonly unknown[], type: string): void => {
    if (items.length > 0) annotations.set(key, formatList(items, type))
  }
  note(keys.metrics, others.map(toOldMetric), 'MetricSpec')
  note(keys.currentMetrics, (currentMetrics ?? []).map(toOldStatus), 'MetricStatus')
  if (behavior !== undefined) annotations.set(keys.behavior, formatBehavior(behavior))
  note(keys.conditions, conditions ?? [], 'HorizontalPodAutoscalerCondition')
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
  const metrics = (parseList<OldMetricSpec>(said.get(keys.metrics), 'MetricSpec') ?? []).map(fromOldMetric)
  const currentMetrics = parseList<OldMetricStatus>(said.get(keys.currentMetrics), 'MetricStatus')?.map(fromOldStatus)
  const behavior = parseBehavior(said.get(keys.behavior))
  const conditions = parseList<object>(said.get(keys.conditions), 'HorizontalPodAutoscalerCondition')
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
      ...(conditions === undefined || conditions.length === 0 ? {} : { conditions }),
    },
  })
}

/** Fills in a behavior that an annotation held, but not an empty one; rules without policies are refused as they are. */
function fillAbsentRules({ spec }: Mutable<HorizontalPodAutoscaler>): void {
  const behavior = spec?.behavior
  if (behavior === undefined) return
  if (behavior.scaleUp === undefined && behavior.scaleDown === undefined) {
    delete spec?.behavior
    return
  }
  const filled = fillBehavior(behavior)
  const keep = (rules: HPAScalingRules | undefined, full: HPAScalingRules): HPAScalingRules =>
    rules !== undefined && rules.policies === undefined ? rules : full
  Object.assign(behavior, {
    scaleUp: keep(behavior.scaleUp, filled.scaleUp),
    scaleDown: keep(behavior.scaleDown, filled.scaleDown),
  })
}

interface RoundTripKeys {
  readonly metrics: string
  readonly currentMetrics: string
  readonly behavior: string
  readonly conditions: string
  readonly scaleUpTolerance: string
  readonly scaleDownTolerance: string
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
    scaleUpTolerance: annotation('scale-up-tolerance'),
    scaleDownTolerance: annotation('scale-down-tolerance'),
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
