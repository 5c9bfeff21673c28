// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { IntOrString, RawObject, Time } from '../scalars.ts'
import type { PodTemplateSpec } from './core-v1-pods.ts'
import type { PersistentVolumeClaim } from './core-v1-volumes.ts'
import type { LabelSelector } from './meta-v1.ts'

/** apps.v1.ControllerRevision */
export interface ControllerRevision extends ApiObject {
  readonly data?: RawObject
  readonly revision: number
}

/** apps.v1.ControllerRevisionList */
export type ControllerRevisionList = ApiList<ControllerRevision>

/** apps.v1.DaemonSet */
export interface DaemonSet extends ApiObject {
  readonly spec?: DaemonSetSpec
  readonly status?: DaemonSetStatus
}

/** apps.v1.DaemonSetCondition */
export interface DaemonSetCondition {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** apps.v1.DaemonSetList */
export type DaemonSetList = ApiList<DaemonSet>

/** apps.v1.DaemonSetSpec */
export interface DaemonSetSpec {
  readonly selector: LabelSelector
  readonly template: PodTemplateSpec
  readonly updateStrategy?: DaemonSetUpdateStrategy
  readonly minReadySeconds?: number
  readonly revisionHistoryLimit?: number
}

/** apps.v1.DaemonSetStatus */
export interface DaemonSetStatus {
  readonly currentNumberScheduled: number
  readonly numberMisscheduled: number
  readonly desiredNumberScheduled: number
  readonly numberReady: number
  readonly observedGeneration?: number
  readonly updatedNumberScheduled?: number
  readonly numberAvailable?: number
  readonly numberUnavailable?: number
  readonly collisionCount?: number
  readonly conditions?: readonly DaemonSetCondition[]
}

/** apps.v1.DaemonSetUpdateStrategy */
export interface DaemonSetUpdateStrategy {
  /** One of RollingUpdate, OnDelete. */
  readonly type?: string
  readonly rollingUpdate?: RollingUpdateDaemonSet
}

/**
 * apps.v1.Deployment
 *
 * Keeps a number of identical pods running and replaces them step by step when their template changes. It does so
 * through replica sets, one for each version of the template.
 */
export interface Deployment extends ApiObject {
  /** The pods that should run and how they are replaced. */
  readonly spec?: DeploymentSpec
  /** How far the rollout has come, as the deployment controller last saw it. */
  readonly status?: DeploymentStatus
}

/** apps.v1.DeploymentCondition */
export interface DeploymentCondition {
  readonly type: string
  readonly status: string
  readonly lastUpdateTime?: Time
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** apps.v1.DeploymentList */
export type DeploymentList = ApiList<Deployment>

/** apps.v1.DeploymentSpec */
export interface DeploymentSpec {
  readonly replicas?: number
  readonly selector: LabelSelector
  readonly template: PodTemplateSpec
  readonly strategy?: DeploymentStrategy
  readonly minReadySeconds?: number
  readonly revisionHistoryLimit?: number
  readonly paused?: boolean
  readonly progressDeadlineSeconds?: number
}

/** apps.v1.DeploymentStatus */
export interface DeploymentStatus {
  readonly observedGeneration?: number
  readonly replicas?: number
  readonly updatedReplicas?: number
  readonly readyReplicas?: number
  readonly availableReplicas?: number
  readonly unavailableReplicas?: number
  readonly terminatingReplicas?: number
  readonly conditions?: readonly DeploymentCondition[]
  readonly collisionCount?: number
}

/** apps.v1.DeploymentStrategy */
export interface DeploymentStrategy {
  /** One of Recreate, RollingUpdate. */
  readonly type?: string
  readonly rollingUpdate?: RollingUpdateDeployment
}

/** apps.v1.ReplicaSet */
export interface ReplicaSet extends ApiObject {
  readonly spec?: ReplicaSetSpec
  readonly status?: ReplicaSetStatus
}

/** apps.v1.ReplicaSetCondition */
export interface ReplicaSetCondition {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** apps.v1.ReplicaSetList */
export type ReplicaSetList = ApiList<ReplicaSet>

/** apps.v1.ReplicaSetSpec */
export interface ReplicaSetSpec {
  readonly replicas?: number
  readonly minReadySeconds?: number
  readonly selector: LabelSelector
  readonly template?: PodTemplateSpec
}

/** apps.v1.ReplicaSetStatus */
export interface ReplicaSetStatus {
  readonly replicas: number
  readonly fullyLabeledReplicas?: number
  readonly readyReplicas?: number
  readonly availableReplicas?: number
  readonly terminatingReplicas?: number
  readonly observedGeneration?: number
  readonly conditions?: readonly ReplicaSetCondition[]
}

/** apps.v1.RollingUpdateDaemonSet */
export interface RollingUpdateDaemonSet {
  readonly maxUnavailable?: IntOrString
  readonly maxSurge?: IntOrString
}

/** apps.v1.RollingUpdateDeployment */
export interface RollingUpdateDeployment {
  readonly maxUnavailable?: IntOrString
  readonly maxSurge?: IntOrString
}

/** apps.v1.RollingUpdateStatefulSetStrategy */
export interface RollingUpdateStatefulSetStrategy {
  readonly partition?: number
  readonly maxUnavailable?: IntOrString
}

/** apps.v1.StatefulSet */
export interface StatefulSet extends ApiObject {
  readonly spec?: StatefulSetSpec
  readonly status?: StatefulSetStatus
}

/** apps.v1.StatefulSetCondition */
export interface StatefulSetCondition {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** apps.v1.StatefulSetList */
export type StatefulSetList = ApiList<StatefulSet>

/** apps.v1.StatefulSetOrdinals */
export interface StatefulSetOrdinals {
  readonly start?: number
}

/** apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy */
export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  readonly whenDeleted?: string
  readonly whenScaled?: string
}

/** apps.v1.StatefulSetSpec */
export interface StatefulSetSpec {
  readonly replicas?: number
  readonly selector: LabelSelector
  readonly template: PodTemplateSpec
  readonly volumeClaimTemplates?: readonly PersistentVolumeClaim[]
  readonly serviceName?: string
  /** One of OrderedReady, Parallel. */
  readonly podManagementPolicy?: string
  readonly updateStrategy?: StatefulSetUpdateStrategy
  readonly revisionHistoryLimit?: number
  readonly minReadySeconds?: number
  readonly persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy
  readonly ordinals?: StatefulSetOrdinals
}

/** apps.v1.StatefulSetStatus */
export interface StatefulSetStatus {
  readonly observedGeneration?: number
  readonly replicas: number
  readonly readyReplicas?: number
  readonly currentReplicas?: number
  readonly updatedReplicas?: number
  readonly currentRevision?: string
  readonly updateRevision?: string
  readonly collisionCount?: number
  readonly conditions?: readonly StatefulSetCondition[]
  readonly availableReplicas?: number
}

/** apps.v1.StatefulSetUpdateStrategy */
export interface StatefulSetUpdateStrategy {
  /** One of RollingUpdate, OnDelete. */
  readonly type?: string
  readonly rollingUpdate?: RollingUpdateStatefulSetStrategy
}

/** Fields of the types of this file, one line each. */
export const appsV1Types: TypeTable = {
  'apps.v1.ControllerRevision': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
data 2 raw-object omitempty
revision 3 int64 required`,
  'apps.v1.ControllerRevisionList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []apps.v1.ControllerRevision required`,
  'apps.v1.DaemonSet': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 apps.v1.DaemonSetSpec omitempty
status 3 apps.v1.DaemonSetStatus omitempty`,
  'apps.v1.DaemonSetCondition': `type 1 string required go=v1.DaemonSetConditionType
status 2 string required go=v1.ConditionStatus
lastTransitionTime 3 time omitempty
reason 4 string omitempty
message 5 string omitempty`,
  'apps.v1.DaemonSetList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []apps.v1.DaemonSet required`,
  'apps.v1.DaemonSetSpec': `selector 1 meta.v1.LabelSelector required pointer
template 2 core.v1.PodTemplateSpec required
updateStrategy 3 apps.v1.DaemonSetUpdateStrategy omitempty
minReadySeconds 4 int32 omitempty
revisionHistoryLimit 6 int32 omitempty pointer`,
  'apps.v1.DaemonSetStatus': `currentNumberScheduled 1 int32 required
numberMisscheduled 2 int32 required
desiredNumberScheduled 3 int32 required
numberReady 4 int32 required
observedGeneration 5 int64 omitempty
updatedNumberScheduled 6 int32 omitempty
numberAvailable 7 int32 omitempty
numberUnavailable 8 int32 omitempty
collisionCount 9 int32 omitempty pointer
conditions 10 []apps.v1.DaemonSetCondition omitempty list=map:type merge=type`,
  'apps.v1.DaemonSetUpdateStrategy': `type 1 string omitempty go=v1.DaemonSetUpdateStrategyType enum=RollingUpdate|OnDelete
rollingUpdate 2 apps.v1.RollingUpdateDaemonSet omitempty pointer`,
  'apps.v1.Deployment': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 apps.v1.DeploymentSpec omitempty
status 3 apps.v1.DeploymentStatus omitempty`,
  'apps.v1.DeploymentCondition': `type 1 string required go=v1.DeploymentConditionType
status 2 string required go=v1.ConditionStatus
lastUpdateTime 6 time omitempty
lastTransitionTime 7 time omitempty
reason 4 string omitempty
message 5 string omitempty`,
  'apps.v1.DeploymentList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []apps.v1.Deployment required`,
  'apps.v1.DeploymentSpec': `replicas 1 int32 omitempty pointer
selector 2 meta.v1.LabelSelector required pointer
template 3 core.v1.PodTemplateSpec required
strategy 4 apps.v1.DeploymentStrategy omitempty strategy=retainKeys
minReadySeconds 5 int32 omitempty
revisionHistoryLimit 6 int32 omitempty pointer
paused 7 boolean omitempty
progressDeadlineSeconds 9 int32 omitempty pointer`,
  'apps.v1.DeploymentStatus': `observedGeneration 1 int64 omitempty
replicas 2 int32 omitempty
updatedReplicas 3 int32 omitempty
readyReplicas 7 int32 omitempty
availableReplicas 4 int32 omitempty
unavailableReplicas 5 int32 omitempty
terminatingReplicas 9 int32 omitempty pointer
conditions 6 []apps.v1.DeploymentCondition omitempty list=map:type merge=type
collisionCount 8 int32 omitempty pointer`,
  'apps.v1.DeploymentStrategy': `type 1 string omitempty go=v1.DeploymentStrategyType enum=Recreate|RollingUpdate
rollingUpdate 2 apps.v1.RollingUpdateDeployment omitempty pointer`,
  'apps.v1.ReplicaSet': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 apps.v1.ReplicaSetSpec omitempty
status 3 apps.v1.ReplicaSetStatus omitempty`,
  'apps.v1.ReplicaSetCondition': `type 1 string required go=v1.ReplicaSetConditionType
status 2 string required go=v1.ConditionStatus
lastTransitionTime 3 time omitempty
reason 4 string omitempty
message 5 string omitempty`,
  'apps.v1.ReplicaSetList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []apps.v1.ReplicaSet required`,
  'apps.v1.ReplicaSetSpec': `replicas 1 int32 omitempty pointer
minReadySeconds 4 int32 omitempty
selector 2 meta.v1.LabelSelector required pointer
template 3 core.v1.PodTemplateSpec omitempty`,
  'apps.v1.ReplicaSetStatus': `replicas 1 int32 required
fullyLabeledReplicas 2 int32 omitempty
readyReplicas 4 int32 omitempty
availableReplicas 5 int32 omitempty
terminatingReplicas 7 int32 omitempty pointer
observedGeneration 3 int64 omitempty
conditions 6 []apps.v1.ReplicaSetCondition omitempty list=map:type merge=type`,
  'apps.v1.RollingUpdateDaemonSet': `maxUnavailable 1 int-or-string omitempty pointer
maxSurge 2 int-or-string omitempty pointer`,
  'apps.v1.RollingUpdateDeployment': `maxUnavailable 1 int-or-string omitempty pointer
maxSurge 2 int-or-string omitempty pointer`,
  'apps.v1.RollingUpdateStatefulSetStrategy': `partition 1 int32 omitempty pointer
maxUnavailable 2 int-or-string omitempty pointer`,
  'apps.v1.StatefulSet': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 apps.v1.StatefulSetSpec omitempty
status 3 apps.v1.StatefulSetStatus omitempty`,
  'apps.v1.StatefulSetCondition': `type 1 string required go=v1.StatefulSetConditionType
status 2 string required go=v1.ConditionStatus
lastTransitionTime 3 time omitempty
reason 4 string omitempty
message 5 string omitempty`,
  'apps.v1.StatefulSetList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []apps.v1.StatefulSet required`,
  'apps.v1.StatefulSetOrdinals': `start 1 int32`,
  'apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy': `whenDeleted 1 string omitempty go=v1.PersistentVolumeClaimRetentionPolicyType
whenScaled 2 string omitempty go=v1.PersistentVolumeClaimRetentionPolicyType`,
  'apps.v1.StatefulSetSpec': `replicas 1 int32 omitempty pointer
selector 2 meta.v1.LabelSelector required pointer
template 3 core.v1.PodTemplateSpec required
volumeClaimTemplates 4 []core.v1.PersistentVolumeClaim omitempty list=atomic
serviceName 5 string
podManagementPolicy 6 string omitempty go=v1.PodManagementPolicyType enum=OrderedReady|Parallel
updateStrategy 7 apps.v1.StatefulSetUpdateStrategy omitempty
revisionHistoryLimit 8 int32 omitempty pointer
minReadySeconds 9 int32 omitempty
persistentVolumeClaimRetentionPolicy 10 apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy omitempty pointer
ordinals 11 apps.v1.StatefulSetOrdinals omitempty pointer`,
  'apps.v1.StatefulSetStatus': `observedGeneration 1 int64 omitempty
replicas 2 int32 required
readyReplicas 3 int32 omitempty
currentReplicas 4 int32 omitempty
updatedReplicas 5 int32 omitempty
currentRevision 6 string omitempty
updateRevision 7 string omitempty
collisionCount 9 int32 omitempty pointer
conditions 10 []apps.v1.StatefulSetCondition omitempty list=map:type merge=type
availableReplicas 11 int32`,
  'apps.v1.StatefulSetUpdateStrategy': `type 1 string omitempty go=v1.StatefulSetUpdateStrategyType enum=RollingUpdate|OnDelete
rollingUpdate 2 apps.v1.RollingUpdateStatefulSetStrategy omitempty pointer`,
}
