// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Quantity, Time } from '../scalars.ts'
import type { LabelSelector } from './meta-v1.ts'

/** autoscaling.v2.ContainerResourceMetricSource */
export interface ContainerResourceMetricSource {
  readonly name: string
  readonly target: MetricTarget
  readonly container: string
}

/** autoscaling.v2.ContainerResourceMetricStatus */
export interface ContainerResourceMetricStatus {
  readonly name: string
  readonly current: MetricValueStatus
  readonly container: string
}

/** autoscaling.v2.CrossVersionObjectReference */
export interface CrossVersionObjectReference {
  readonly kind: string
  readonly name: string
  readonly apiVersion?: string
}

/** autoscaling.v2.ExternalMetricSource */
export interface ExternalMetricSource {
  readonly metric: MetricIdentifier
  readonly target: MetricTarget
}

/** autoscaling.v2.ExternalMetricStatus */
export interface ExternalMetricStatus {
  readonly metric: MetricIdentifier
  readonly current: MetricValueStatus
}

/** autoscaling.v2.HPAScalingPolicy */
export interface HPAScalingPolicy {
  readonly type: string
  readonly value: number
  readonly periodSeconds: number
}

/** autoscaling.v2.HPAScalingRules */
export interface HPAScalingRules {
  readonly stabilizationWindowSeconds?: number
  readonly selectPolicy?: string
  readonly policies?: readonly HPAScalingPolicy[]
  readonly tolerance?: Quantity
}

/** autoscaling.v2.HorizontalPodAutoscaler */
export interface HorizontalPodAutoscaler extends ApiObject {
  readonly spec: HorizontalPodAutoscalerSpec
  readonly status?: HorizontalPodAutoscalerStatus
}

/** autoscaling.v2.HorizontalPodAutoscalerBehavior */
export interface HorizontalPodAutoscalerBehavior {
  readonly scaleUp?: HPAScalingRules
  readonly scaleDown?: HPAScalingRules
}

/** autoscaling.v2.HorizontalPodAutoscalerCondition */
export interface HorizontalPodAutoscalerCondition {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** autoscaling.v2.HorizontalPodAutoscalerList */
export type HorizontalPodAutoscalerList = ApiList<HorizontalPodAutoscaler>

/** autoscaling.v2.HorizontalPodAutoscalerSpec */
export interface HorizontalPodAutoscalerSpec {
  readonly scaleTargetRef: CrossVersionObjectReference
  readonly minReplicas?: number
  readonly maxReplicas: number
  readonly metrics?: readonly MetricSpec[]
  readonly behavior?: HorizontalPodAutoscalerBehavior
}

/** autoscaling.v2.HorizontalPodAutoscalerStatus */
export interface HorizontalPodAutoscalerStatus {
  readonly observedGeneration?: number
  readonly lastScaleTime?: Time
  readonly currentReplicas?: number
  readonly desiredReplicas: number
  readonly currentMetrics?: readonly MetricStatus[] | null
  readonly conditions?: readonly HorizontalPodAutoscalerCondition[]
}

/** autoscaling.v2.MetricIdentifier */
export interface MetricIdentifier {
  readonly name: string
  readonly selector?: LabelSelector
}

/** autoscaling.v2.MetricSpec */
export interface MetricSpec {
  readonly type: string
  readonly object?: ObjectMetricSource
  readonly pods?: PodsMetricSource
  readonly resource?: ResourceMetricSource
  readonly containerResource?: ContainerResourceMetricSource
  readonly external?: ExternalMetricSource
}

/** autoscaling.v2.MetricStatus */
export interface MetricStatus {
  readonly type: string
  readonly object?: ObjectMetricStatus
  readonly pods?: PodsMetricStatus
  readonly resource?: ResourceMetricStatus
  readonly containerResource?: ContainerResourceMetricStatus
  readonly external?: ExternalMetricStatus
}

/** autoscaling.v2.MetricTarget */
export interface MetricTarget {
  readonly type: string
  readonly value?: Quantity
  readonly averageValue?: Quantity
  readonly averageUtilization?: number
}

/** autoscaling.v2.MetricValueStatus */
export interface MetricValueStatus {
  readonly value?: Quantity
  readonly averageValue?: Quantity
  readonly averageUtilization?: number
}

/** autoscaling.v2.ObjectMetricSource */
export interface ObjectMetricSource {
  readonly describedObject: CrossVersionObjectReference
  readonly target: MetricTarget
  readonly metric: MetricIdentifier
}

/** autoscaling.v2.ObjectMetricStatus */
export interface ObjectMetricStatus {
  readonly metric: MetricIdentifier
  readonly current: MetricValueStatus
  readonly describedObject: CrossVersionObjectReference
}

/** autoscaling.v2.PodsMetricSource */
export interface PodsMetricSource {
  readonly metric: MetricIdentifier
  readonly target: MetricTarget
}

/** autoscaling.v2.PodsMetricStatus */
export interface PodsMetricStatus {
  readonly metric: MetricIdentifier
  readonly current: MetricValueStatus
}

/** autoscaling.v2.ResourceMetricSource */
export interface ResourceMetricSource {
  readonly name: string
  readonly target: MetricTarget
}

/** autoscaling.v2.ResourceMetricStatus */
export interface ResourceMetricStatus {
  readonly name: string
  readonly current: MetricValueStatus
}

/** Fields of the types of this file, one line each. */
export const autoscalingV2Types: TypeTable = {
  'autoscaling.v2.ContainerResourceMetricSource': `name 1 string required go=v1.ResourceName
target 2 autoscaling.v2.MetricTarget required
container 3 string required`,
  'autoscaling.v2.ContainerResourceMetricStatus': `name 1 string required go=v1.ResourceName
current 2 autoscaling.v2.MetricValueStatus required
container 3 string required`,
  'autoscaling.v2.CrossVersionObjectReference': `kind 1 string required
name 2 string required
apiVersion 3 string omitempty`,
  'autoscaling.v2.ExternalMetricSource': `metric 1 autoscaling.v2.MetricIdentifier required
target 2 autoscaling.v2.MetricTarget required`,
  'autoscaling.v2.ExternalMetricStatus': `metric 1 autoscaling.v2.MetricIdentifier required
current 2 autoscaling.v2.MetricValueStatus required`,
  'autoscaling.v2.HPAScalingPolicy': `type 1 string required go=v2.HPAScalingPolicyType
value 2 int32 required
periodSeconds 3 int32 required`,
  'autoscaling.v2.HPAScalingRules': `stabilizationWindowSeconds 3 int32 omitempty pointer
selectPolicy 1 string omitempty pointer go=v2.ScalingPolicySelect
policies 2 []autoscaling.v2.HPAScalingPolicy omitempty list=atomic
tolerance 4 quantity omitempty pointer`,
  'autoscaling.v2.HorizontalPodAutoscaler': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 autoscaling.v2.HorizontalPodAutoscalerSpec required omitempty
status 3 autoscaling.v2.HorizontalPodAutoscalerStatus omitempty`,
  'autoscaling.v2.HorizontalPodAutoscalerBehavior': `scaleUp 1 autoscaling.v2.HPAScalingRules omitempty pointer
scaleDown 2 autoscaling.v2.HPAScalingRules omitempty pointer`,
  'autoscaling.v2.HorizontalPodAutoscalerCondition': `type 1 string required go=v2.HorizontalPodAutoscalerConditionType
status 2 string required go=v1.ConditionStatus
lastTransitionTime 3 time omitempty
reason 4 string omitempty
message 5 string omitempty`,
  'autoscaling.v2.HorizontalPodAutoscalerList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []autoscaling.v2.HorizontalPodAutoscaler required`,
  'autoscaling.v2.HorizontalPodAutoscalerSpec': `scaleTargetRef 1 autoscaling.v2.CrossVersionObjectReference required
minReplicas 2 int32 omitempty pointer
maxReplicas 3 int32 required
metrics 4 []autoscaling.v2.MetricSpec omitempty list=atomic
behavior 5 autoscaling.v2.HorizontalPodAutoscalerBehavior omitempty pointer`,
  'autoscaling.v2.HorizontalPodAutoscalerStatus': `observedGeneration 1 int64 omitempty pointer
lastScaleTime 2 time omitempty pointer
currentReplicas 3 int32 omitempty
desiredReplicas 4 int32 required
currentMetrics 5 []autoscaling.v2.MetricStatus list=atomic
conditions 6 []autoscaling.v2.HorizontalPodAutoscalerCondition omitempty list=map:type merge=type`,
  'autoscaling.v2.MetricIdentifier': `name 1 string required
selector 2 meta.v1.LabelSelector omitempty pointer`,
  'autoscaling.v2.MetricSpec': `type 1 string required go=v2.MetricSourceType
object 2 autoscaling.v2.ObjectMetricSource omitempty pointer
pods 3 autoscaling.v2.PodsMetricSource omitempty pointer
resource 4 autoscaling.v2.ResourceMetricSource omitempty pointer
containerResource 7 autoscaling.v2.ContainerResourceMetricSource omitempty pointer
external 5 autoscaling.v2.ExternalMetricSource omitempty pointer`,
  'autoscaling.v2.MetricStatus': `type 1 string required go=v2.MetricSourceType
object 2 autoscaling.v2.ObjectMetricStatus omitempty pointer
pods 3 autoscaling.v2.PodsMetricStatus omitempty pointer
resource 4 autoscaling.v2.ResourceMetricStatus omitempty pointer
containerResource 7 autoscaling.v2.ContainerResourceMetricStatus omitempty pointer
external 5 autoscaling.v2.ExternalMetricStatus omitempty pointer`,
  'autoscaling.v2.MetricTarget': `type 1 string required go=v2.MetricTargetType
value 2 quantity omitempty pointer
averageValue 3 quantity omitempty pointer
averageUtilization 4 int32 omitempty pointer`,
  'autoscaling.v2.MetricValueStatus': `value 1 quantity omitempty pointer
averageValue 2 quantity omitempty pointer
averageUtilization 3 int32 omitempty pointer`,
  'autoscaling.v2.ObjectMetricSource': `describedObject 1 autoscaling.v2.CrossVersionObjectReference required
target 2 autoscaling.v2.MetricTarget required
metric 3 autoscaling.v2.MetricIdentifier required`,
  'autoscaling.v2.ObjectMetricStatus': `metric 1 autoscaling.v2.MetricIdentifier required
current 2 autoscaling.v2.MetricValueStatus required
describedObject 3 autoscaling.v2.CrossVersionObjectReference required`,
  'autoscaling.v2.PodsMetricSource': `metric 1 autoscaling.v2.MetricIdentifier required
target 2 autoscaling.v2.MetricTarget required`,
  'autoscaling.v2.PodsMetricStatus': `metric 1 autoscaling.v2.MetricIdentifier required
current 2 autoscaling.v2.MetricValueStatus required`,
  'autoscaling.v2.ResourceMetricSource': `name 1 string required go=v1.ResourceName
target 2 autoscaling.v2.MetricTarget required`,
  'autoscaling.v2.ResourceMetricStatus': `name 1 string required go=v1.ResourceName
current 2 autoscaling.v2.MetricValueStatus required`,
}
