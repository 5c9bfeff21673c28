import type { MetricSpec as OldMetricSpec, MetricStatus as OldMetricStatus } from '@pinnace/types/autoscaling-v1'
import type { MetricSpec, MetricStatus, MetricTarget, MetricValueStatus } from '@pinnace/types/autoscaling-v2'

// Metrics as annotations of v1 hold them: one flat struct a source, the type of the target derived from what is there.
// upstream: apis/autoscaling/v1/conversion.go

/** A metric to aim at, as v1 writes it. */
export function toOldMetric({ type, object, pods, resource, containerResource, external }: MetricSpec): OldMetricSpec {
  return omitAbsent<OldMetricSpec>({
    type,
    object: object && {
      target: object.describedObject,
      metricName: object.metric.name,
      targetValue: object.target.value,
      selector: object.metric.selector,
      averageValue: object.target.averageValue,
    },
    pods: pods && {
      metricName: pods.metric.name,
      targetAverageValue: pods.target.averageValue,
      selector: pods.metric.selector,
    },
    resource: resource && { name: resource.name, ...oldTarget(resource.target) },
    containerResource: containerResource && {
      name: containerResource.name,
      ...oldTarget(containerResource.target),
      container: containerResource.container,
    },
    external: external && {
      metricName: external.metric.name,
      metricSelector: external.metric.selector,
      targetValue: external.target.value,
      targetAverageValue: external.target.averageValue,
    },
  })
}

/** A metric to aim at, from how v1 writes it. */
export function fromOldMetric(metric: OldMetricSpec): MetricSpec {
  const { type, object, pods, resource, containerResource, external } = metric
  return omitAbsent<MetricSpec>({
    type,
    object: object && {
      describedObject: object.target,
      // What an average value is aimed at has no other: a zero is only how v1 writes that there is none.
      target:
        object.averageValue === undefined
          ? { type: 'Value', value: object.targetValue }
          : {
              type: 'AverageValue',
              value: isZero(object.targetValue) ? undefined : object.targetValue,
              averageValue: object.averageValue,
            },
      metric: { name: object.metricName, selector: object.selector },
    },
    pods: pods && {
      metric: { name: pods.metricName, selector: pods.selector },
      target: { type: 'AverageValue', averageValue: pods.targetAverageValue },
    },
    resource: resource && { name: resource.name, target: newTarget(resource) },
    containerResource: containerResource && {
      name: containerResource.name,
      target: newTarget(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metric: { name: external.metricName, selector: external.metricSelector },
      target: {
        type: external.targetValue === undefined ? 'AverageValue' : 'Value',
        value: external.targetValue,
        averageValue: external.targetAverageValue,
      },
    },
  })
}

/** A metric as it was last seen, as v1 writes it. */
export function toOldStatus({
  type,
  object,
  pods,
  resource,
  containerResource,
  external,
}: MetricStatus): OldMetricStatus {
  return omitAbsent<OldMetricStatus>({
    type,
    object: object && {
      target: object.describedObject,
      metricName: object.metric.name,
      currentValue: object.current.value,
      selector: object.metric.selector,
      averageValue: object.current.averageValue,
    },
    pods: pods && {
      metricName: pods.metric.name,
      currentAverageValue: pods.current.averageValue,
      selector: pods.metric.selector,
    },
    resource: resource && { name: resource.name, ...oldCurrent(resource.current) },
    containerResource: containerResource && {
      name: containerResource.name,
      ...oldCurrent(containerResource.current),
      container: containerResource.container,
    },
    external: external && {
      metricName: external.metric.name,
      metricSelector: external.metric.selector,
      currentValue: external.current.value,
      currentAverageValue: external.current.averageValue,
    },
  })
}

/** A metric as it was last seen, from how v1 writes it. */
export function fromOldStatus(status: OldMetricStatus): MetricStatus {
  const { type, object, pods, resource, containerResource, external } = status
  return omitAbsent<MetricStatus>({
    type,
    object: object && {
      metric: { name: object.metricName, selector: object.selector },
      current: { value: object.currentValue, averageValue: object.averageValue },
      describedObject: object.target,
    },
    pods: pods && {
      metric: { name: pods.metricName, selector: pods.selector },
      current: { averageValue: pods.currentAverageValue },
    },
    resource: resource && { name: resource.name, current: newCurrent(resource) },
    containerResource: containerResource && {
      name: containerResource.name,
      current: newCurrent(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metric: { name: external.metricName, selector: external.metricSelector },
      current: { value: external.currentValue, averageValue: external.currentAverageValue },
    },
  })
}

function oldTarget({ averageUtilization, averageValue }: MetricTarget): object {
  return { targetAverageUtilization: averageUtilization, targetAverageValue: averageValue }
}

function newTarget(target: {
  readonly targetAverageUtilization?: number
  readonly targetAverageValue?: string
}): object {
  const { targetAverageUtilization: averageUtilization, targetAverageValue: averageValue } = target
  return { type: averageUtilization === undefined ? 'AverageValue' : 'Utilization', averageValue, averageUtilization }
}

function oldCurrent({ averageUtilization, averageValue }: MetricValueStatus): object {
  return { currentAverageUtilization: averageUtilization, currentAverageValue: averageValue }
}

function newCurrent(current: {
  readonly currentAverageUtilization?: number
  readonly currentAverageValue?: string
}): object {
  return { averageValue: current.currentAverageValue, averageUtilization: current.currentAverageUtilization }
}

function isZero(quantity: string | undefined): boolean {
  return quantity === undefined || quantity === '0'
}

/** The value without members that are undefined: JSON has no word for them. */
function omitAbsent<T>(value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value as T
  const present = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(present.map(([key, member]) => [key, omitAbsent(member)])) as T
}
