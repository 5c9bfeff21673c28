// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Quantity, Time } from '../scalars.ts'
import type { LabelSelector } from './meta-v1.ts'

/** autoscaling.v1.ContainerResourceMetricSource */
export interface ContainerResourceMetricSource {
  readonly name: string
  readonly targetAverageUtilization?: number
  readonly targetAverageValue?: Quantity
  readonly container: string
}

/** autoscaling.v1.ContainerResourceMetricStatus */
export interface ContainerResourceMetricStatus {
  readonly name: string
  readonly currentAverageUtilization?: number
  readonly currentAverageValue: Quantity
  readonly container: string
}

/** autoscaling.v1.CrossVersionObjectReference */
export interface CrossVersionObjectReference {
  readonly kind: string
  readonly name: string
  readonly apiVersion?: string
}

/** autoscaling.v1.ExternalMetricSource */
export interface ExternalMetricSource {
  readonly metricName: string
  readonly metricSelector?: LabelSelector
  readonly targetValue?: Quantity
  readonly targetAverageValue?: Quantity
}

/** autoscaling.v1.ExternalMetricStatus */
export interface ExternalMetricStatus {
  readonly metricName: string
  readonly metricSelector?: LabelSelector
  readonly currentValue: Quantity
  readonly currentAverageValue?: Quantity
}

/** autoscaling.v1.HorizontalPodAutoscaler */
export interface HorizontalPodAutoscaler extends ApiObject {
  readonly spec: HorizontalPodAutoscalerSpec
  readonly status?: HorizontalPodAutoscalerStatus
}

/** autoscaling.v1.HorizontalPodAutoscalerCondition */
export interface HorizontalPodAutoscalerCondition {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** autoscaling.v1.HorizontalPodAutoscalerList */
export type HorizontalPodAutoscalerList = ApiList<HorizontalPodAutoscaler>

/** autoscaling.v1.HorizontalPodAutoscalerSpec */
export interface HorizontalPodAutoscalerSpec {
  readonly scaleTargetRef: CrossVersionObjectReference
  readonly minReplicas?: number
  readonly maxReplicas: number
  readonly targetCPUUtilizationPercentage?: number
}

/** autoscaling.v1.HorizontalPodAutoscalerStatus */
export interface HorizontalPodAutoscalerStatus {
  readonly observedGeneration?: number
  readonly lastScaleTime?: Time
  readonly currentReplicas: number
  readonly desiredReplicas: number
  readonly currentCPUUtilizationPercentage?: number
}

/** autoscaling.v1.MetricSpec */
export interface MetricSpec {
  /** One of Object, Pods, Resource, ContainerResource, External. */
  readonly type: string
  readonly object?: ObjectMetricSource
  readonly pods?: PodsMetricSource
  readonly resource?: ResourceMetricSource
  readonly containerResource?: ContainerResourceMetricSource
  readonly external?: ExternalMetricSource
}

/** autoscaling.v1.MetricStatus */
export interface MetricStatus {
  /** One of Object, Pods, Resource, ContainerResource, External. */
  readonly type: string
  readonly object?: ObjectMetricStatus
  readonly pods?: PodsMetricStatus
  readonly resource?: ResourceMetricStatus
  readonly containerResource?: ContainerResourceMetricStatus
  readonly external?: ExternalMetricStatus
}

/** autoscaling.v1.ObjectMetricSource */
export interface ObjectMetricSource {
  readonly target: CrossVersionObjectReference
  readonly metricName: string
  readonly targetValue: Quantity
  readonly selector?: LabelSelector
  readonly averageValue?: Quantity
}

/** autoscaling.v1.ObjectMetricStatus */
export interface ObjectMetricStatus {
  readonly target: CrossVersionObjectReference
  readonly metricName: string
  readonly currentValue: Quantity
  readonly selector?: LabelSelector
  readonly averageValue?: Quantity
}

/** autoscaling.v1.PodsMetricSource */
export interface PodsMetricSource {
  readonly metricName: string
  readonly targetAverageValue: Quantity
  readonly selector?: LabelSelector
}

/** autoscaling.v1.PodsMetricStatus */
export interface PodsMetricStatus {
  readonly metricName: string
  readonly currentAverageValue: Quantity
  readonly selector?: LabelSelector
}

/** autoscaling.v1.ResourceMetricSource */
export interface ResourceMetricSource {
  readonly name: string
  readonly targetAverageUtilization?: number
  readonly targetAverageValue?: Quantity
}

/** autoscaling.v1.ResourceMetricStatus */
export interface ResourceMetricStatus {
  readonly name: string
  readonly currentAverageUtilization?: number
  readonly currentAverageValue: Quantity
}

/** autoscaling.v1.Scale */
export interface Scale extends ApiObject {
  readonly spec?: ScaleSpec
  readonly status?: ScaleStatus
}

/** autoscaling.v1.ScaleSpec */
export interface ScaleSpec {
  readonly replicas?: number
}

/** autoscaling.v1.ScaleStatus */
export interface ScaleStatus {
  readonly replicas: number
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
