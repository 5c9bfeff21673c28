// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Quantity, Time } from '../scalars.ts'
import type { LabelSelector } from './meta-v1.ts'

/**
 * autoscaling.v1.ContainerResourceMetricSource
 *
 * Scales by what one container in each pod uses of a resource.
 */
export interface ContainerResourceMetricSource {
  /** The resource, such as cpu or memory. */
  readonly name: string
  /** The average to aim for, as a percentage of what the containers request. */
  readonly targetAverageUtilization?: number
  /** The average to aim for, as an amount. */
  readonly targetAverageValue?: Quantity
  /** The container by its name in the pods. */
  readonly container: string
}

/**
 * autoscaling.v1.ContainerResourceMetricStatus
 *
 * What one container in each pod uses of a resource.
 */
export interface ContainerResourceMetricStatus {
  /** The resource, such as cpu or memory. */
  readonly name: string
  /** The average as a percentage of what the containers request. Absent if the target is an amount. */
  readonly currentAverageUtilization?: number
  /** The average as an amount, which is always given. */
  readonly currentAverageValue: Quantity
  /** The container by its name in the pods. */
  readonly container: string
}

/**
 * autoscaling.v1.CrossVersionObjectReference
 *
 * Names an object in the same namespace, in any version.
 */
export interface CrossVersionObjectReference {
  /** The kind of the object. */
  readonly kind: string
  /** The name of the object. */
  readonly name: string
  /** The group and version to read it in. */
  readonly apiVersion?: string
}

/**
 * autoscaling.v1.ExternalMetricSource
 *
 * Scales by a metric that has to do with no object of the cluster.
 */
export interface ExternalMetricSource {
  /** The metric by name. */
  readonly metricName: string
  /** Labels that narrow the metric down. Without it the name alone counts. */
  readonly metricSelector?: LabelSelector
  /** The value of the metric to aim for. Cannot be combined with targetAverageValue. */
  readonly targetValue?: Quantity
  /** The value for each pod to aim for. Cannot be combined with targetValue. */
  readonly targetAverageValue?: Quantity
}

/**
 * autoscaling.v1.ExternalMetricStatus
 *
 * A metric that has to do with no object of the cluster.
 */
export interface ExternalMetricStatus {
  /** The metric by name. */
  readonly metricName: string
  /** Labels that narrow the metric down. Without it the name alone counts. */
  readonly metricSelector?: LabelSelector
  /** The value last read. */
  readonly currentValue: Quantity
  /** The value last read, divided by the number of pods. */
  readonly currentAverageValue?: Quantity
}

/**
 * autoscaling.v1.HorizontalPodAutoscaler
 *
 * Changes the number of pods of a workload according to the CPU they use. Version 2 can use other metrics, which this
 * version keeps in annotations.
 */
export interface HorizontalPodAutoscaler extends ApiObject {
  /** What to scale and within which limits. */
  readonly spec: HorizontalPodAutoscalerSpec
  /** What was last observed and decided. */
  readonly status?: HorizontalPodAutoscalerStatus
}

/**
 * autoscaling.v1.HorizontalPodAutoscalerCondition
 *
 * One aspect of the state of an autoscaler.
 */
export interface HorizontalPodAutoscalerCondition {
  /** Which aspect is judged: AbleToScale, ScalingActive or ScalingLimited. */
  readonly type: string
  /** The judgment: True, False or Unknown. */
  readonly status: string
  /** When the status last changed from one value to another. */
  readonly lastTransitionTime?: Time
  /** A CamelCase word for programs that says why the status is as it is. */
  readonly reason?: string
  /** A sentence for people with the details. */
  readonly message?: string
}

/** autoscaling.v1.HorizontalPodAutoscalerList */
export type HorizontalPodAutoscalerList = ApiList<HorizontalPodAutoscaler>

/**
 * autoscaling.v1.HorizontalPodAutoscalerSpec
 *
 * What an autoscaler does.
 */
export interface HorizontalPodAutoscalerSpec {
  /** The workload to scale. It has to have the subresource scale. */
  readonly scaleTargetRef: CrossVersionObjectReference
  /** The smallest number of pods. The default is 1. */
  readonly minReplicas?: number
  /** The largest number of pods. It cannot be below minReplicas. */
  readonly maxReplicas: number
  /**
   * The CPU use to aim for, as an average over the pods in percent of what they request. The default is that of the
   * cluster, usually 80.
   */
  readonly targetCPUUtilizationPercentage?: number
}

/**
 * autoscaling.v1.HorizontalPodAutoscalerStatus
 *
 * What an autoscaler observed and decided.
 */
export interface HorizontalPodAutoscalerStatus {
  /** The generation that the autoscaler last acted on. */
  readonly observedGeneration?: number
  /** When the number of pods was last changed. */
  readonly lastScaleTime?: Time
  /** Pods that existed when the autoscaler last looked. */
  readonly currentReplicas: number
  /** Pods that should exist, as last computed. */
  readonly desiredReplicas: number
  /** The CPU use last read, as an average over the pods in percent of what they request. */
  readonly currentCPUUtilizationPercentage?: number
}

/**
 * autoscaling.v1.MetricSpec
 *
 * A metric to scale by, as annotations keep it. Of its members, the one that the type names is set.
 */
export interface MetricSpec {
  /**
   * Where the metric comes from: Resource, ContainerResource, Pods, Object or External. One of Object, Pods, Resource,
   * ContainerResource, External.
   */
  readonly type: string
  /** A metric of one object in the namespace. */
  readonly object?: ObjectMetricSource
  /** A metric of each pod, averaged over all. */
  readonly pods?: PodsMetricSource
  /** The use of a resource by the pods. */
  readonly resource?: ResourceMetricSource
  /** The use of a resource by one container of each pod. */
  readonly containerResource?: ContainerResourceMetricSource
  /** A metric that has to do with no object of the cluster. */
  readonly external?: ExternalMetricSource
}

/**
 * autoscaling.v1.MetricStatus
 *
 * The value last read of a metric, as annotations keep it. Of its members, the one that the type names is set.
 */
export interface MetricStatus {
  /**
   * Where the metric comes from: Resource, ContainerResource, Pods, Object or External. One of Object, Pods, Resource,
   * ContainerResource, External.
   */
  readonly type: string
  /** The value of one object in the namespace. */
  readonly object?: ObjectMetricStatus
  /** The average over the pods. */
  readonly pods?: PodsMetricStatus
  /** The use of a resource by the pods. */
  readonly resource?: ResourceMetricStatus
  /** The use of a resource by one container of each pod. */
  readonly containerResource?: ContainerResourceMetricStatus
  /** The value of a metric that has to do with no object of the cluster. */
  readonly external?: ExternalMetricStatus
}

/**
 * autoscaling.v1.ObjectMetricSource
 *
 * Scales by a metric of one object in the namespace.
 */
export interface ObjectMetricSource {
  /** The object that has the metric. */
  readonly target: CrossVersionObjectReference
  /** The metric by name. */
  readonly metricName: string
  /** The value to aim for. */
  readonly targetValue: Quantity
  /** Labels that narrow the metric down. Without it the name alone counts. */
  readonly selector?: LabelSelector
  /** The value for each pod to aim for. */
  readonly averageValue?: Quantity
}

/**
 * autoscaling.v1.ObjectMetricStatus
 *
 * A metric of one object in the namespace.
 */
export interface ObjectMetricStatus {
  /** The object that has the metric. */
  readonly target: CrossVersionObjectReference
  /** The metric by name. */
  readonly metricName: string
  /** The value last read. */
  readonly currentValue: Quantity
  /** Labels that narrow the metric down. Without it the name alone counts. */
  readonly selector?: LabelSelector
  /** The value last read, divided by the number of pods. */
  readonly averageValue?: Quantity
}

/**
 * autoscaling.v1.PodsMetricSource
 *
 * Scales by the average of a metric over the pods.
 */
export interface PodsMetricSource {
  /** The metric by name. */
  readonly metricName: string
  /** The average to aim for. */
  readonly targetAverageValue: Quantity
  /** Labels that narrow the metric down. Without it the name alone counts. */
  readonly selector?: LabelSelector
}

/**
 * autoscaling.v1.PodsMetricStatus
 *
 * The average of a metric over the pods.
 */
export interface PodsMetricStatus {
  /** The metric by name. */
  readonly metricName: string
  /** The average last read. */
  readonly currentAverageValue: Quantity
  /** Labels that narrow the metric down. Without it the name alone counts. */
  readonly selector?: LabelSelector
}

/**
 * autoscaling.v1.ResourceMetricSource
 *
 * Scales by what all containers of the pods use of a resource.
 */
export interface ResourceMetricSource {
  /** The resource, such as cpu or memory. */
  readonly name: string
  /** The average to aim for, as a percentage of what the pods request. */
  readonly targetAverageUtilization?: number
  /** The average to aim for, as an amount. */
  readonly targetAverageValue?: Quantity
}

/**
 * autoscaling.v1.ResourceMetricStatus
 *
 * What all containers of the pods use of a resource.
 */
export interface ResourceMetricStatus {
  /** The resource, such as cpu or memory. */
  readonly name: string
  /** The average as a percentage of what the pods request. Absent if the target is an amount. */
  readonly currentAverageUtilization?: number
  /** The average as an amount, which is always given. */
  readonly currentAverageValue: Quantity
}

/**
 * autoscaling.v1.Scale
 *
 * The number of pods of a workload, of whatever kind it is. Read and written through the subresource scale.
 */
export interface Scale extends ApiObject {
  /** The number asked for. */
  readonly spec?: ScaleSpec
  /** The number there is. */
  readonly status?: ScaleStatus
}

/**
 * autoscaling.v1.ScaleSpec
 *
 * The number of pods that is asked for.
 */
export interface ScaleSpec {
  /** How many pods should run. 0 or more. */
  readonly replicas?: number
}

/**
 * autoscaling.v1.ScaleStatus
 *
 * The number of pods that there is.
 */
export interface ScaleStatus {
  /** How many pods exist. */
  readonly replicas: number
  /** The selector of the pods as text, in the form of a query parameter. */
  readonly selector?: string
}

/** Fields of the types of this file, one line each. */
export const autoscalingV1Types: TypeTable = {
  'autoscaling.v1.ContainerResourceMetricSource': `name 1 string required go=v1.ResourceName
targetAverageUtilization 2 int32 omitempty pointer
targetAverageValue 3 quantity omitempty pointer
container 5 string required`,
  'autoscaling.v1.ContainerResourceMetricStatus': `name 1 string required go=v1.ResourceName
currentAverageUtilization 2 int32 omitempty pointer
currentAverageValue 3 quantity required
container 4 string required`,
  'autoscaling.v1.CrossVersionObjectReference': `@atomic
kind 1 string required
name 2 string required
apiVersion 3 string omitempty`,
  'autoscaling.v1.ExternalMetricSource': `metricName 1 string required
metricSelector 2 meta.v1.LabelSelector omitempty pointer
targetValue 3 quantity omitempty pointer
targetAverageValue 4 quantity omitempty pointer`,
  'autoscaling.v1.ExternalMetricStatus': `metricName 1 string required
metricSelector 2 meta.v1.LabelSelector omitempty pointer
currentValue 3 quantity required
currentAverageValue 4 quantity omitempty pointer`,
  'autoscaling.v1.HorizontalPodAutoscaler': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 autoscaling.v1.HorizontalPodAutoscalerSpec required omitempty
status 3 autoscaling.v1.HorizontalPodAutoscalerStatus omitempty`,
  'autoscaling.v1.HorizontalPodAutoscalerCondition': `type 1 string required go=v1.HorizontalPodAutoscalerConditionType
status 2 string required go=v1.ConditionStatus
lastTransitionTime 3 time omitempty
reason 4 string omitempty
message 5 string omitempty`,
  'autoscaling.v1.HorizontalPodAutoscalerList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []autoscaling.v1.HorizontalPodAutoscaler required`,
  'autoscaling.v1.HorizontalPodAutoscalerSpec': `scaleTargetRef 1 autoscaling.v1.CrossVersionObjectReference required
minReplicas 2 int32 omitempty pointer
maxReplicas 3 int32 required
targetCPUUtilizationPercentage 4 int32 omitempty pointer`,
  'autoscaling.v1.HorizontalPodAutoscalerStatus': `observedGeneration 1 int64 omitempty pointer
lastScaleTime 2 time omitempty pointer
currentReplicas 3 int32 required
desiredReplicas 4 int32 required
currentCPUUtilizationPercentage 5 int32 omitempty pointer`,
  'autoscaling.v1.MetricSpec': `type 1 string required go=v1.MetricSourceType enum=Object|Pods|Resource|ContainerResource|External
object 2 autoscaling.v1.ObjectMetricSource omitempty pointer
pods 3 autoscaling.v1.PodsMetricSource omitempty pointer
resource 4 autoscaling.v1.ResourceMetricSource omitempty pointer
containerResource 7 autoscaling.v1.ContainerResourceMetricSource omitempty pointer
external 5 autoscaling.v1.ExternalMetricSource omitempty pointer`,
  'autoscaling.v1.MetricStatus': `type 1 string required go=v1.MetricSourceType enum=Object|Pods|Resource|ContainerResource|External
object 2 autoscaling.v1.ObjectMetricStatus omitempty pointer
pods 3 autoscaling.v1.PodsMetricStatus omitempty pointer
resource 4 autoscaling.v1.ResourceMetricStatus omitempty pointer
containerResource 7 autoscaling.v1.ContainerResourceMetricStatus omitempty pointer
external 5 autoscaling.v1.ExternalMetricStatus omitempty pointer`,
  'autoscaling.v1.ObjectMetricSource': `target 1 autoscaling.v1.CrossVersionObjectReference required
metricName 2 string required
targetValue 3 quantity required
selector 4 meta.v1.LabelSelector omitempty pointer
averageValue 5 quantity omitempty pointer`,
  'autoscaling.v1.ObjectMetricStatus': `target 1 autoscaling.v1.CrossVersionObjectReference required
metricName 2 string required
currentValue 3 quantity required
selector 4 meta.v1.LabelSelector omitempty pointer
averageValue 5 quantity omitempty pointer`,
  'autoscaling.v1.PodsMetricSource': `metricName 1 string required
targetAverageValue 2 quantity required
selector 3 meta.v1.LabelSelector omitempty pointer`,
  'autoscaling.v1.PodsMetricStatus': `metricName 1 string required
currentAverageValue 2 quantity required
selector 3 meta.v1.LabelSelector omitempty pointer`,
  'autoscaling.v1.ResourceMetricSource': `name 1 string required go=v1.ResourceName
targetAverageUtilization 2 int32 omitempty pointer
targetAverageValue 3 quantity omitempty pointer`,
  'autoscaling.v1.ResourceMetricStatus': `name 1 string required go=v1.ResourceName
currentAverageUtilization 2 int32 omitempty pointer
currentAverageValue 3 quantity required`,
  'autoscaling.v1.Scale': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 autoscaling.v1.ScaleSpec omitempty
status 3 autoscaling.v1.ScaleStatus omitempty`,
  'autoscaling.v1.ScaleSpec': `replicas 1 int32 omitempty default=0`,
  'autoscaling.v1.ScaleStatus': `replicas 1 int32 required
selector 2 string omitempty`,
}
