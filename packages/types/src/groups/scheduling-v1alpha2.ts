// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Condition } from './meta-v1.ts'

/**
 * scheduling.v1alpha2.BasicSchedulingPolicy
 *
 * Schedules the pods of a group one by one, as pods without a group.
 */
export type BasicSchedulingPolicy = Readonly<Record<string, never>>

/**
 * scheduling.v1alpha2.GangSchedulingPolicy
 *
 * Schedules the pods of a group together or not at all.
 */
export interface GangSchedulingPolicy {
  /** How many pods must find a node at the same time before any of them is bound. At least 1. */
  readonly minCount: number
}

/**
 * scheduling.v1alpha2.PodGroup
 *
 * Pods that are scheduled together. Pods name it in spec.schedulingGroup.
 */
export interface PodGroup extends ApiObject {
  /** How the pods of the group are scheduled. */
  readonly spec: PodGroupSpec
  /** How the scheduling goes. */
  readonly status?: PodGroupStatus
}

/** scheduling.v1alpha2.PodGroupList */
export type PodGroupList = ApiList<PodGroup>

/**
 * scheduling.v1alpha2.PodGroupResourceClaim
 *
 * A claim that the pods of a group share: exactly one of its two sources is set.
 */
export interface PodGroupResourceClaim {
  /** The name of the claim within the group, a DNS label. */
  readonly name: string
  /** A claim in the namespace of the group. */
  readonly resourceClaimName?: string
  /** A template from which a claim is made for the group, and deleted with it. */
  readonly resourceClaimTemplateName?: string
}

/**
 * scheduling.v1alpha2.PodGroupResourceClaimStatus
 *
 * The claim that was made for an entry of resourceClaims.
 */
export interface PodGroupResourceClaimStatus {
  /** The name of the entry in spec.resourceClaims. */
  readonly name: string
  /** The claim that was made. Absent if none is needed. */
  readonly resourceClaimName?: string
}

/**
 * scheduling.v1alpha2.PodGroupSchedulingConstraints
 *
 * Where the pods of a group may be placed relative to each other.
 */
export interface PodGroupSchedulingConstraints {
  /** The topologies within which all pods of the group have to be. At most one. */
  readonly topology?: readonly TopologyConstraint[]
}

/**
 * scheduling.v1alpha2.PodGroupSchedulingPolicy
 *
 * How the pods of a group are scheduled: exactly one of its fields is set.
 */
export interface PodGroupSchedulingPolicy {
  /** One by one. */
  readonly basic?: BasicSchedulingPolicy
  /** Together or not at all. */
  readonly gang?: GangSchedulingPolicy
}

/**
 * scheduling.v1alpha2.PodGroupSpec
 *
 * How the pods of a group are scheduled.
 */
export interface PodGroupSpec {
  /** The template of a workload that the group was made from. */
  readonly podGroupTemplateRef?: PodGroupTemplateReference
  /** How the pods are scheduled. It cannot be changed. */
  readonly schedulingPolicy: PodGroupSchedulingPolicy
  /**
   * Where the pods of the group may be placed relative to each other. Requires the feature
   * TopologyAwareWorkloadScheduling.
   */
  readonly schedulingConstraints?: PodGroupSchedulingConstraints
  /** Claims that all pods of the group share, by name. At most four; requires the feature DRAWorkloadResourceClaims. */
  readonly resourceClaims?: readonly PodGroupResourceClaim[]
  /**
   * Whether the group can be preempted pod by pod (Pod, the default) or only as a whole (PodGroup). Requires the
   * feature WorkloadAwarePreemption. One of Pod, PodGroup.
   */
  readonly disruptionMode?: string
  /** The class that the priority of the group comes from. Requires the feature WorkloadAwarePreemption. */
  readonly priorityClassName?: string
  /** The priority of the group, at most 1000000000. Set by admission from the priority class. */
  readonly priority?: number
}

/**
 * scheduling.v1alpha2.PodGroupStatus
 *
 * How the scheduling of a group goes.
 */
export interface PodGroupStatus {
  /**
   * PodGroupScheduled says whether the group has found its nodes, DisruptionTarget that it is about to be preempted.
   */
  readonly conditions?: readonly Condition[]
  /** The claims that were made for the group, at most four. */
  readonly resourceClaimStatuses?: readonly PodGroupResourceClaimStatus[]
}

/**
 * scheduling.v1alpha2.PodGroupTemplate
 *
 * A kind of group that a workload consists of.
 */
export interface PodGroupTemplate {
  /** The name, a DNS label that no other template of the workload has. */
  readonly name: string
  /** How the pods of its groups are scheduled. */
  readonly schedulingPolicy: PodGroupSchedulingPolicy
  /**
   * Where the pods of the group may be placed relative to each other. Requires the feature
   * TopologyAwareWorkloadScheduling.
   */
  readonly schedulingConstraints?: PodGroupSchedulingConstraints
  /** Claims that all pods of the group share, by name. At most four; requires the feature DRAWorkloadResourceClaims. */
  readonly resourceClaims?: readonly PodGroupResourceClaim[]
  /**
   * Whether the group can be preempted pod by pod (Pod, the default) or only as a whole (PodGroup). Requires the
   * feature WorkloadAwarePreemption. One of Pod, PodGroup.
   */
  readonly disruptionMode?: string
  /** The class that the priority of the group comes from. Requires the feature WorkloadAwarePreemption. */
  readonly priorityClassName?: string
  /** The priority of the group, at most 1000000000. Set by admission from the priority class. */
  readonly priority?: number
}

/**
 * scheduling.v1alpha2.PodGroupTemplateReference
 *
 * Where the template of a group is.
 */
export interface PodGroupTemplateReference {
  /** A template in a workload. */
  readonly workload?: WorkloadPodGroupTemplateReference
}

/**
 * scheduling.v1alpha2.TopologyConstraint
 *
 * Places all pods of a group in one domain of a topology.
 */
export interface TopologyConstraint {
  /** The label of nodes whose values are the domains. */
  readonly key: string
}

/**
 * scheduling.v1alpha2.TypedLocalObjectReference
 *
 * An object in the same namespace.
 */
export interface TypedLocalObjectReference {
  /** The group of its kind. Empty for the core group. */
  readonly apiGroup?: string
  /** Its kind. */
  readonly kind: string
  /** Its name. */
  readonly name: string
}

/**
 * scheduling.v1alpha2.Workload
 *
 * The groups of pods that a larger piece of work consists of.
 */
export interface Workload extends ApiObject {
  /** The templates of its groups. */
  readonly spec: WorkloadSpec
}

/** scheduling.v1alpha2.WorkloadList */
export type WorkloadList = ApiList<Workload>

/**
 * scheduling.v1alpha2.WorkloadPodGroupTemplateReference
 *
 * A template in a workload.
 */
export interface WorkloadPodGroupTemplateReference {
  /** The workload by name. */
  readonly workloadName: string
  /** The template by name. */
  readonly podGroupTemplateName: string
}

/**
 * scheduling.v1alpha2.WorkloadSpec
 *
 * The templates of the groups of a workload.
 */
export interface WorkloadSpec {
  /** The object whose controller runs the workload, for people and tools. It cannot be changed. */
  readonly controllerRef?: TypedLocalObjectReference
  /** The templates, by name: one to eight. They cannot be changed. */
  readonly podGroupTemplates: readonly PodGroupTemplate[]
}

/** Fields of the types of this file, one line each. */
export const schedulingV1alpha2Types: TypeTable = {
  'scheduling.v1alpha2.BasicSchedulingPolicy': ``,
  'scheduling.v1alpha2.GangSchedulingPolicy': `minCount 1 int32 required`,
  'scheduling.v1alpha2.PodGroup': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 scheduling.v1alpha2.PodGroupSpec required
status 3 scheduling.v1alpha2.PodGroupStatus omitempty`,
  'scheduling.v1alpha2.PodGroupList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []scheduling.v1alpha2.PodGroup required`,
  'scheduling.v1alpha2.PodGroupResourceClaim': `name 1 string required
resourceClaimName 2 string omitempty pointer
resourceClaimTemplateName 3 string omitempty pointer`,
  'scheduling.v1alpha2.PodGroupResourceClaimStatus': `name 1 string required
resourceClaimName 2 string omitempty pointer`,
  'scheduling.v1alpha2.PodGroupSchedulingConstraints': `topology 1 []scheduling.v1alpha2.TopologyConstraint omitempty list=atomic`,
  'scheduling.v1alpha2.PodGroupSchedulingPolicy': `basic 1 scheduling.v1alpha2.BasicSchedulingPolicy omitempty pointer
gang 2 scheduling.v1alpha2.GangSchedulingPolicy omitempty pointer`,
  'scheduling.v1alpha2.PodGroupSpec': `podGroupTemplateRef 1 scheduling.v1alpha2.PodGroupTemplateReference pointer
schedulingPolicy 2 scheduling.v1alpha2.PodGroupSchedulingPolicy required
schedulingConstraints 3 scheduling.v1alpha2.PodGroupSchedulingConstraints omitempty pointer
resourceClaims 4 []scheduling.v1alpha2.PodGroupResourceClaim omitempty list=map:name merge=name strategy=merge,retainKeys
disruptionMode 5 string omitempty pointer go=v1alpha2.DisruptionMode default="Pod" enum=Pod|PodGroup
priorityClassName 6 string omitempty
priority 7 int32 omitempty pointer`,
  'scheduling.v1alpha2.PodGroupStatus': `conditions 1 []meta.v1.Condition omitempty list=map:type merge=type
resourceClaimStatuses 2 []scheduling.v1alpha2.PodGroupResourceClaimStatus omitempty list=map:name merge=name strategy=merge,retainKeys`,
  'scheduling.v1alpha2.PodGroupTemplate': `name 1 string required
schedulingPolicy 2 scheduling.v1alpha2.PodGroupSchedulingPolicy required
schedulingConstraints 3 scheduling.v1alpha2.PodGroupSchedulingConstraints pointer
resourceClaims 4 []scheduling.v1alpha2.PodGroupResourceClaim omitempty list=map:name merge=name strategy=merge,retainKeys
disruptionMode 5 string omitempty pointer go=v1alpha2.DisruptionMode enum=Pod|PodGroup
priorityClassName 6 string omitempty
priority 7 int32 omitempty pointer`,
  'scheduling.v1alpha2.PodGroupTemplateReference': `workload 1 scheduling.v1alpha2.WorkloadPodGroupTemplateReference pointer`,
  'scheduling.v1alpha2.TopologyConstraint': `key 1 string required`,
  'scheduling.v1alpha2.TypedLocalObjectReference': `apiGroup 1 string omitempty
kind 2 string required
name 3 string required`,
  'scheduling.v1alpha2.Workload': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 scheduling.v1alpha2.WorkloadSpec required`,
  'scheduling.v1alpha2.WorkloadList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []scheduling.v1alpha2.Workload required`,
  'scheduling.v1alpha2.WorkloadPodGroupTemplateReference': `workloadName 1 string required
podGroupTemplateName 2 string required`,
  'scheduling.v1alpha2.WorkloadSpec': `controllerRef 1 scheduling.v1alpha2.TypedLocalObjectReference omitempty pointer
podGroupTemplates 2 []scheduling.v1alpha2.PodGroupTemplate required list=map:name`,
}
