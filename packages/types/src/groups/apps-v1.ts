// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { IntOrString, RawObject, Time } from '../scalars.ts'
import type { PodTemplateSpec } from './core-v1-pods.ts'
import type { PersistentVolumeClaim } from './core-v1-volumes.ts'
import type { LabelSelector } from './meta-v1.ts'

/**
 * apps.v1.ControllerRevision
 *
 * A state of a stateful set or daemon set that was once asked for, kept so that it can be returned to. Its data cannot
 * be changed.
 */
export interface ControllerRevision extends ApiObject {
  /** The state in a form that only its controller understands. */
  readonly data?: RawObject
  /** Orders the states: a larger number is more recent. */
  readonly revision: number
}

/** apps.v1.ControllerRevisionList */
export type ControllerRevisionList = ApiList<ControllerRevision>

/**
 * apps.v1.DaemonSet
 *
 * Runs a copy of a pod on every node, or on every node that the pod selects.
 */
export interface DaemonSet extends ApiObject {
  /** The pods that should run and how they are replaced. */
  readonly spec?: DaemonSetSpec
  /** What runs where, as the controller last saw it. It may be a moment behind. */
  readonly status?: DaemonSetStatus
}

/**
 * apps.v1.DaemonSetCondition
 *
 * One aspect of the state of a daemon set.
 */
export interface DaemonSetCondition {
  /** Which aspect is judged. */
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

/** apps.v1.DaemonSetList */
export type DaemonSetList = ApiList<DaemonSet>

/**
 * apps.v1.DaemonSetSpec
 *
 * What a daemon set should run.
 */
export interface DaemonSetSpec {
  /** Which pods belong to the daemon set. It must match the labels of the template and cannot be changed. */
  readonly selector: LabelSelector
  /**
   * The pod to run on each node. Its node selector and affinity choose the nodes; its restart policy must be Always.
   */
  readonly template: PodTemplateSpec
  /** How existing pods are replaced after the template has changed. */
  readonly updateStrategy?: DaemonSetUpdateStrategy
  /**
   * Seconds for which a new pod must have been ready, without a crash of its containers, to count as available. The
   * default is 0: as soon as it is ready.
   */
  readonly minReadySeconds?: number
  /** How many old states are kept to return to. The default is 10. */
  readonly revisionHistoryLimit?: number
}

/**
 * apps.v1.DaemonSetStatus
 *
 * What the controller of daemon sets observed.
 */
export interface DaemonSetStatus {
  /** Nodes that run the pod and should. */
  readonly currentNumberScheduled: number
  /** Nodes that run the pod and should not. */
  readonly numberMisscheduled: number
  /** Nodes that should run the pod, whether or not they do. */
  readonly desiredNumberScheduled: number
  /** Nodes that should run the pod and have one that is ready. */
  readonly numberReady: number
  /** The generation that the controller last acted on. */
  readonly observedGeneration?: number
  /** Nodes that run the pod in its newest version. */
  readonly updatedNumberScheduled?: number
  /** Nodes that should run the pod and have one that has been ready for minReadySeconds. */
  readonly numberAvailable?: number
  /** Nodes that should run the pod and have none that has been ready for minReadySeconds. */
  readonly numberUnavailable?: number
  /** How often the name computed for a new object was already taken by another. It enters the next computation. */
  readonly collisionCount?: number
  /** Judgments of the state, one for each type. */
  readonly conditions?: readonly DaemonSetCondition[]
}

/**
 * apps.v1.DaemonSetUpdateStrategy
 *
 * How a daemon set replaces its pods.
 */
export interface DaemonSetUpdateStrategy {
  /**
   * RollingUpdate (the default) replaces pods step by step; OnDelete replaces a pod only after it has been deleted. One
   * of RollingUpdate, OnDelete.
   */
  readonly type?: string
  /** The pace of the replacement. Only for the type RollingUpdate. */
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

/**
 * apps.v1.DeploymentCondition
 *
 * One aspect of the state of a deployment.
 */
export interface DeploymentCondition {
  /** Which aspect is judged: Available, Progressing or ReplicaFailure. */
  readonly type: string
  /** The judgment: True, False or Unknown. */
  readonly status: string
  /** When anything in the condition last changed. */
  readonly lastUpdateTime?: Time
  /** When the status last changed from one value to another. */
  readonly lastTransitionTime?: Time
  /** A CamelCase word for programs that says why the status is as it is. */
  readonly reason?: string
  /** A sentence for people with the details. */
  readonly message?: string
}

/** apps.v1.DeploymentList */
export type DeploymentList = ApiList<Deployment>

/**
 * apps.v1.DeploymentSpec
 *
 * What a deployment should run.
 */
export interface DeploymentSpec {
  /** How many pods should run. The default is 1; 0 is kept as it is. */
  readonly replicas?: number
  /** Which pods belong to the deployment. It must match the labels of the template and cannot be changed. */
  readonly selector: LabelSelector
  /** The pod to run. Its restart policy must be Always. */
  readonly template: PodTemplateSpec
  /** How existing pods are replaced after the template has changed. */
  readonly strategy?: DeploymentStrategy
  /**
   * Seconds for which a new pod must have been ready, without a crash of its containers, to count as available. The
   * default is 0: as soon as it is ready.
   */
  readonly minReadySeconds?: number
  /** How many old replica sets are kept to return to. The default is 10. */
  readonly revisionHistoryLimit?: number
  /** While it is true, a changed template is not rolled out; changes of the number of pods still are. */
  readonly paused?: boolean
  /**
   * Seconds without progress after which the condition Progressing becomes False. The rollout goes on regardless; the
   * default is 600, and time while paused does not count.
   */
  readonly progressDeadlineSeconds?: number
}

/**
 * apps.v1.DeploymentStatus
 *
 * What the controller of deployments observed.
 */
export interface DeploymentStatus {
  /** The generation that the controller last acted on. */
  readonly observedGeneration?: number
  /** Pods that exist, of all versions of the template, without those that are terminating. */
  readonly replicas?: number
  /** Pods that have the current template. */
  readonly updatedReplicas?: number
  /** Pods that are ready. */
  readonly readyReplicas?: number
  /** Pods that have been ready for minReadySeconds. */
  readonly availableReplicas?: number
  /** Pods that are missing for full availability: they do not exist yet, or are not available yet. */
  readonly unavailableReplicas?: number
  /** Pods that are being deleted and have not ended. Not counted among the replicas. */
  readonly terminatingReplicas?: number
  /** Judgments of the state, one for each type. */
  readonly conditions?: readonly DeploymentCondition[]
  /** How often the name computed for a new object was already taken by another. It enters the next computation. */
  readonly collisionCount?: number
}

/**
 * apps.v1.DeploymentStrategy
 *
 * How a deployment replaces its pods.
 */
export interface DeploymentStrategy {
  /**
   * RollingUpdate (the default) starts new pods while it stops old ones; Recreate stops all old pods first. One of
   * Recreate, RollingUpdate.
   */
  readonly type?: string
  /** The pace of the replacement. Only for the type RollingUpdate. */
  readonly rollingUpdate?: RollingUpdateDeployment
}

/**
 * apps.v1.ReplicaSet
 *
 * Keeps a number of identical pods running. Most are created by deployments and should not be changed by hand.
 */
export interface ReplicaSet extends ApiObject {
  /** The pods that should run. */
  readonly spec?: ReplicaSetSpec
  /** What runs, as the controller last saw it. It may be a moment behind. */
  readonly status?: ReplicaSetStatus
}

/**
 * apps.v1.ReplicaSetCondition
 *
 * One aspect of the state of a replica set.
 */
export interface ReplicaSetCondition {
  /** Which aspect is judged. There is one: ReplicaFailure, when a pod could not be created or deleted. */
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

/** apps.v1.ReplicaSetList */
export type ReplicaSetList = ApiList<ReplicaSet>

/**
 * apps.v1.ReplicaSetSpec
 *
 * What a replica set should run.
 */
export interface ReplicaSetSpec {
  /** How many pods should run. The default is 1; 0 is kept as it is. */
  readonly replicas?: number
  /**
   * Seconds for which a new pod must have been ready, without a crash of its containers, to count as available. The
   * default is 0: as soon as it is ready.
   */
  readonly minReadySeconds?: number
  /**
   * Which pods belong to the replica set, also among those it did not create. It must match the labels of the template
   * and cannot be changed.
   */
  readonly selector: LabelSelector
  /** The pod to create where too few exist. A change affects new pods only. */
  readonly template?: PodTemplateSpec
}

/**
 * apps.v1.ReplicaSetStatus
 *
 * What the controller of replica sets observed.
 */
export interface ReplicaSetStatus {
  /** Pods that exist, without those that are terminating. */
  readonly replicas: number
  /** Pods that have all labels of the template. */
  readonly fullyLabeledReplicas?: number
  /** Pods that are ready. */
  readonly readyReplicas?: number
  /** Pods that have been ready for minReadySeconds. */
  readonly availableReplicas?: number
  /** Pods that are being deleted and have not ended. Not counted among the replicas. */
  readonly terminatingReplicas?: number
  /** The generation that the controller last acted on. */
  readonly observedGeneration?: number
  /** Judgments of the state, one for each type. */
  readonly conditions?: readonly ReplicaSetCondition[]
}

/**
 * apps.v1.RollingUpdateDaemonSet
 *
 * The pace at which a daemon set replaces its pods.
 */
export interface RollingUpdateDaemonSet {
  /**
   * On how many nodes the pod may be missing at a time: a number, or a percentage of the nodes, rounded up. The default
   * is 1; it cannot be 0 unless maxSurge is set.
   */
  readonly maxUnavailable?: IntOrString
  /**
   * On how many nodes a new pod may start before the old one is stopped: a number, or a percentage of the nodes,
   * rounded up. The default is 0.
   */
  readonly maxSurge?: IntOrString
}

/**
 * apps.v1.RollingUpdateDeployment
 *
 * The pace at which a deployment replaces its pods.
 */
export interface RollingUpdateDeployment {
  /**
   * How many pods may be missing at a time: a number, or a percentage of replicas, rounded down. The default is 25%; it
   * cannot be 0 if maxSurge is 0.
   */
  readonly maxUnavailable?: IntOrString
  /** How many pods may exist beyond replicas: a number, or a percentage of replicas, rounded up. The default is 25%. */
  readonly maxSurge?: IntOrString
}

/**
 * apps.v1.RollingUpdateStatefulSetStrategy
 *
 * The pace at which a stateful set replaces its pods.
 */
export interface RollingUpdateStatefulSetStrategy {
  /**
   * Pods with a smaller ordinal keep the old template, which allows an update to be tried on a few pods. The default is
   * 0: all are replaced.
   */
  readonly partition?: number
  /** How many pods may be missing at a time: a number, or a percentage of replicas, rounded up. The default is 1. */
  readonly maxUnavailable?: IntOrString
}

/**
 * apps.v1.StatefulSet
 *
 * Runs pods that have an identity: each keeps its ordinal, its name in the network and its volume claims when it is
 * replaced.
 */
export interface StatefulSet extends ApiObject {
  /** The pods that should run and what identifies them. */
  readonly spec?: StatefulSetSpec
  /** What runs, as the controller last saw it. It may be a moment behind. */
  readonly status?: StatefulSetStatus
}

/**
 * apps.v1.StatefulSetCondition
 *
 * One aspect of the state of a stateful set.
 */
export interface StatefulSetCondition {
  /** Which aspect is judged. */
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

/** apps.v1.StatefulSetList */
export type StatefulSetList = ApiList<StatefulSet>

/**
 * apps.v1.StatefulSetOrdinals
 *
 * How the pods of a stateful set are numbered.
 */
export interface StatefulSetOrdinals {
  /** The ordinal of the first pod. The default is 0; the others follow without gaps. */
  readonly start?: number
}

/**
 * apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy
 *
 * What happens to the volume claims of pods that are no longer wanted.
 */
export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  /** When the stateful set is deleted: Retain (the default) keeps the claims, Delete removes them. */
  readonly whenDeleted?: string
  /**
   * When the number of pods is reduced: Retain (the default) keeps the claims for a later increase, Delete removes
   * them.
   */
  readonly whenScaled?: string
}

/**
 * apps.v1.StatefulSetSpec
 *
 * What a stateful set should run.
 */
export interface StatefulSetSpec {
  /** How many pods should run, each with an ordinal of its own. The default is 1. */
  readonly replicas?: number
  /** Which pods belong to the stateful set. It must match the labels of the template and cannot be changed. */
  readonly selector: LabelSelector
  /** The pod to run. A pod is named after the stateful set and its ordinal, as in "web-0". */
  readonly template: PodTemplateSpec
  /**
   * Claims to create for each pod. A claim takes the place of a volume of the same name in the template and cannot be
   * changed.
   */
  readonly volumeClaimTemplates?: readonly PersistentVolumeClaim[]
  /** The headless service that gives the pods their names in DNS. It has to exist before them and cannot be changed. */
  readonly serviceName?: string
  /**
   * OrderedReady (the default) starts pods one after the other, waits until each is ready, and stops them in reverse;
   * Parallel does not wait. It cannot be changed. One of OrderedReady, Parallel.
   */
  readonly podManagementPolicy?: string
  /** How existing pods are replaced after the template has changed. */
  readonly updateStrategy?: StatefulSetUpdateStrategy
  /** How many old states are kept to return to. The default is 10. */
  readonly revisionHistoryLimit?: number
  /**
   * Seconds for which a new pod must have been ready, without a crash of its containers, to count as available. The
   * default is 0: as soon as it is ready.
   */
  readonly minReadySeconds?: number
  /** What happens to the claims of pods that are no longer wanted. By default all are kept. */
  readonly persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy
  /** How the pods are numbered. By default they begin with 0. */
  readonly ordinals?: StatefulSetOrdinals
}

/**
 * apps.v1.StatefulSetStatus
 *
 * What the controller of stateful sets observed.
 */
export interface StatefulSetStatus {
  /** The generation that the controller last acted on. */
  readonly observedGeneration?: number
  /** Pods that exist. */
  readonly replicas: number
  /** Pods that are ready. */
  readonly readyReplicas?: number
  /** Pods that have the state named in currentRevision. */
  readonly currentReplicas?: number
  /** Pods that have the state named in updateRevision. */
  readonly updatedReplicas?: number
  /** The state that pods had before the update that is in progress. */
  readonly currentRevision?: string
  /** The state that pods have after the update that is in progress. */
  readonly updateRevision?: string
  /** How often the name computed for a new object was already taken by another. It enters the next computation. */
  readonly collisionCount?: number
  /** Judgments of the state, one for each type. */
  readonly conditions?: readonly StatefulSetCondition[]
  /** Pods that have been ready for minReadySeconds. */
  readonly availableReplicas?: number
}

/**
 * apps.v1.StatefulSetUpdateStrategy
 *
 * How a stateful set replaces its pods.
 */
export interface StatefulSetUpdateStrategy {
  /**
   * RollingUpdate (the default) replaces pods from the largest ordinal to the smallest; OnDelete replaces a pod only
   * after it has been deleted. One of RollingUpdate, OnDelete.
   */
  readonly type?: string
  /** The pace of the replacement. Only for the type RollingUpdate. */
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
