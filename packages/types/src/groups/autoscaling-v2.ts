// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Quantity, Time } from '../scalars.ts'
import type { LabelSelector } from './meta-v1.ts'

/**
 * autoscaling.v2.ContainerResourceMetricSource
 *
 * Scales by what one container in each pod uses of a resource.
 */
export interface ContainerResourceMetricSource {
  /** The resource, such as cpu or memory. */
  readonly name: string
  /** The value to aim for. */
  readonly target: MetricTarget
  /** The container by its name in the pods. */
  readonly container: string
}

/**
 * autoscaling.v2.ContainerResourceMetricStatus
 *
 * What one container in each pod uses of a resource.
 */
export interface ContainerResourceMetricStatus {
  /** The resource, such as cpu or memory. */
  readonly name: string
  /** The value last read. */
  readonly current: MetricValueStatus
  /** The container by its name in the pods. */
  readonly container: string
}

/**
 * autoscaling.v2.CrossVersionObjectReference
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
 * autoscaling.v2.ExternalMetricSource
 *
 * Scales by a metric that has to do with no object of the cluster, such as the length of a queue elsewhere.
 */
export interface ExternalMetricSource {
  /** The metric by name and labels. */
  readonly metric: MetricIdentifier
  /** The value to aim for. */
  readonly target: MetricTarget
}

/**
 * autoscaling.v2.ExternalMetricStatus
 *
 * A metric that has to do with no object of the cluster.
 */
export interface ExternalMetricStatus {
  /** The metric by name and labels. */
  readonly metric: MetricIdentifier
  /** The value last read. */
  readonly current: MetricValueStatus
}

/**
 * autoscaling.v2.HPAScalingPolicy
 *
 * A limit on how much may change within some time.
 */
export interface HPAScalingPolicy {
  /** Pods if value is a number of pods, Percent if it is a percentage of those there are. */
  readonly type: string
  /** By how much the number of pods may change. Greater than 0. */
  readonly value: number
  /** The seconds for which the limit is: 1 to 1800. */
  readonly periodSeconds: number
}

/**
 * autoscaling.v2.HPAScalingRules
 *
 * How fast the number of pods changes in one direction.
 */
export interface HPAScalingRules {
  /**
   * Seconds, 0 to 3600, over which recommendations are kept and the most cautious one is taken. The default is 0
   * upwards and 300 downwards.
   */
  readonly stabilizationWindowSeconds?: number
  /**
   * Max (the default) uses the policy that allows the largest change, Min the smallest; Disabled allows none in this
   * direction.
   */
  readonly selectPolicy?: string
  /** Limits on the change. By default 100% or 4 pods in 15 seconds upwards, 100% in 15 seconds downwards. */
  readonly policies?: readonly HPAScalingPolicy[]
  /**
   * How far the metric may be from its target, as a ratio, before anything changes. Without it, the setting of the
   * cluster counts, usually 10%.
   */
  readonly tolerance?: Quantity
}

/**
 * autoscaling.v2.HorizontalPodAutoscaler
 *
 * Changes the number of pods of a workload according to metrics.
 */
export interface HorizontalPodAutoscaler extends ApiObject {
  /** What to scale, within which limits, by what. */
  readonly spec: HorizontalPodAutoscalerSpec
  /** The metrics last read and the decision that followed. */
  readonly status?: HorizontalPodAutoscalerStatus
}

/**
 * autoscaling.v2.HorizontalPodAutoscalerBehavior
 *
 * How fast the number of pods changes.
 */
export interface HorizontalPodAutoscalerBehavior {
  /** Upwards. By default at once, to twice as many or 4 more every 15 seconds, whichever is more. */
  readonly scaleUp?: HPAScalingRules
  /** Downwards. By default to the highest recommendation of the last 300 seconds. */
  readonly scaleDown?: HPAScalingRules
}

/**
 * autoscaling.v2.HorizontalPodAutoscalerCondition
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

/** autoscaling.v2.HorizontalPodAutoscalerList */
export type HorizontalPodAutoscalerList = ApiList<HorizontalPodAutoscaler>

/**
 * autoscaling.v2.HorizontalPodAutoscalerSpec
 *
 * What an autoscaler does.
 */
export interface HorizontalPodAutoscalerSpec {
  /** The workload to scale. It has to have the subresource scale. */
  readonly scaleTargetRef: CrossVersionObjectReference
  /** The smallest number of pods. The default is 1; 0 requires a feature and an object metric or an external one. */
  readonly minReplicas?: number
  /** The largest number of pods. It cannot be below minReplicas. */
  readonly maxReplicas: number
  /**
   * What to scale by. Each metric gives a number of pods, of which the largest is used; by default 80% of the requested
   * CPU.
   */
  readonly metrics?: readonly MetricSpec[]
  /** How fast the number of pods changes. Without it the defaults apply in both directions. */
  readonly behavior?: HorizontalPodAutoscalerBehavior
}

/**
 * autoscaling.v2.HorizontalPodAutoscalerStatus
 *
 * What an autoscaler observed and decided.
 */
export interface HorizontalPodAutoscalerStatus {
  /** The generation that the autoscaler last acted on. */
  readonly observedGeneration?: number
  /** When the number of pods was last changed. It tells how soon it may change again. */
  readonly lastScaleTime?: Time
  /** Pods that existed when the autoscaler last looked. */
  readonly currentReplicas?: number
  /** Pods that should exist, as last computed. */
  readonly desiredReplicas: number
  /** The values last read. */
  readonly currentMetrics?: readonly MetricStatus[] | null
  /** Judgments of what the autoscaler can do and what limits it. */
  readonly conditions?: readonly HorizontalPodAutoscalerCondition[]
}

/**
 * autoscaling.v2.MetricIdentifier
 *
 * Names a metric.
 */
export interface MetricIdentifier {
  /** The name of the metric. */
  readonly name: string
  /** Labels that narrow the metric down. Without it the name alone counts. */
  readonly selector?: LabelSelector
}

/**
 * autoscaling.v2.MetricSpec
 *
 * A metric to scale by. Of its members, the one that the type names is set.
 */
export interface MetricSpec {
  /** Where the metric comes from: Resource, ContainerResource, Pods, Object or External. */
  readonly type: string
  /** A metric of one object in the namespace, such as the requests that an ingress gets. */
  readonly object?: ObjectMetricSource
  /** A metric of each pod. The values are averaged before they are compared. */
  readonly pods?: PodsMetricSource
  /** The use of a resource by the pods, compared with what they request. */
  readonly resource?: ResourceMetricSource
  /** The use of a resource by one container of each pod. */
  readonly containerResource?: ContainerResourceMetricSource
  /** A metric that has to do with no object of the cluster. */
  readonly external?: ExternalMetricSource
}

/**
 * autoscaling.v2.MetricStatus
 *
 * The value last read of a metric. Of its members, the one that the type names is set.
 */
export interface MetricStatus {
  /** Where the metric comes from: Resource, ContainerResource, Pods, Object or External. */
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
 * autoscaling.v2.MetricTarget
 *
 * The value that a metric should have.
 */
export interface MetricTarget {
  /** Which of the members counts: Utilization, Value or AverageValue. */
  readonly type: string
  /** The value of the metric itself. */
  readonly value?: Quantity
  /** The value divided by the number of pods. */
  readonly averageValue?: Quantity
  /** The average over the pods as a percentage of what they request. Only for resources. */
  readonly averageUtilization?: number
}

/**
 * autoscaling.v2.MetricValueStatus
 *
 * The value that a metric has.
 */
export interface MetricValueStatus {
  /** The value of the metric itself. */
  readonly value?: Quantity
  /** The value divided by the number of pods. */
  readonly averageValue?: Quantity
  /** The average over the pods as a percentage of what they request. */
  readonly averageUtilization?: number
}

/**
 * autoscaling.v2.ObjectMetricSource
 *
 * Scales by a metric of one object in the namespace.
 */
export interface ObjectMetricSource {
  /** The object that has the metric. */
  readonly describedObject: CrossVersionObjectReference
  /** The value to aim for. */
  readonly target: MetricTarget
  /** The metric by name and labels. */
  readonly metric: MetricIdentifier
}

/**
 * autoscaling.v2.ObjectMetricStatus
 *
 * A metric of one object in the namespace.
 */
export interface ObjectMetricStatus {
  /** The metric by name and labels. */
  readonly metric: MetricIdentifier
  /** The value last read. */
  readonly current: MetricValueStatus
  /** The object that has the metric. */
  readonly describedObject: CrossVersionObjectReference
}

/**
 * autoscaling.v2.PodsMetricSource
 *
 * Scales by the average of a metric over the pods.
 */
export interface PodsMetricSource {
  /** The metric by name and labels. */
  readonly metric: MetricIdentifier
  /** The average to aim for. Its type is AverageValue. */
  readonly target: MetricTarget
}

/**
 * autoscaling.v2.PodsMetricStatus
 *
 * The average of a metric over the pods.
 */
export interface PodsMetricStatus {
  /** The metric by name and labels. */
  readonly metric: MetricIdentifier
  /** The value last read. */
  readonly current: MetricValueStatus
}

/**
 * autoscaling.v2.ResourceMetricSource
 *
 * Scales by what all containers of the pods use of a resource.
 */
export interface ResourceMetricSource {
  /** The resource, such as cpu or memory. */
  readonly name: string
  /** The value to aim for. */
  readonly target: MetricTarget
}

/**
 * autoscaling.v2.ResourceMetricStatus
 *
 * What all containers of the pods use of a resource.
 */
export interface ResourceMetricStatus {
  /** The resource, such as cpu or memory. */
  readonly name: string
  /** The value last read. */
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
