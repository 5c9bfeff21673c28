// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { IntOrString, Time } from '../scalars.ts'
import type { Condition, DeleteOptions, LabelSelector } from './meta-v1.ts'

/**
 * policy.v1.Eviction
 *
 * Asks for a pod to be deleted, unless a disruption budget forbids it at present. Created at the subresource eviction
 * of the pod.
 */
export interface Eviction extends ApiObject {
  /** How the pod is deleted, with what preconditions. */
  readonly deleteOptions?: DeleteOptions
}

/**
 * policy.v1.PodDisruptionBudget
 *
 * Limits how many pods of a group may be missing because of evictions. Pods that fail or are deleted directly are not
 * held back.
 */
export interface PodDisruptionBudget extends ApiObject {
  /** The pods and the limit. */
  readonly spec?: PodDisruptionBudgetSpec
  /** How many evictions are possible now. */
  readonly status?: PodDisruptionBudgetStatus
}

/** policy.v1.PodDisruptionBudgetList */
export type PodDisruptionBudgetList = ApiList<PodDisruptionBudget>

/**
 * policy.v1.PodDisruptionBudgetSpec
 *
 * The pods of a budget and its limit. One of minAvailable and maxUnavailable can be set.
 */
export interface PodDisruptionBudgetSpec {
  /**
   * How many pods must be healthy after an eviction: a number, or a percentage, rounded up. "100%" forbids all
   * evictions.
   */
  readonly minAvailable?: IntOrString
  /** The pods by label. An empty selector takes all of the namespace, none at all takes no pod. */
  readonly selector?: LabelSelector
  /** How many pods may be missing after an eviction: a number, or a percentage, rounded up. 0 forbids all evictions. */
  readonly maxUnavailable?: IntOrString
  /**
   * Whether running pods that are not ready may be evicted: IfHealthyBudget (the default) only while enough others are
   * healthy, AlwaysAllow always. One of IfHealthyBudget, AlwaysAllow.
   */
  readonly unhealthyPodEvictionPolicy?: string
}

/**
 * policy.v1.PodDisruptionBudgetStatus
 *
 * How many evictions a budget allows.
 */
export interface PodDisruptionBudgetStatus {
  /** The generation that the controller last acted on. Evictions are refused while it is out of date. */
  readonly observedGeneration?: number
  /**
   * Pods whose eviction was allowed but not yet seen, with the time of it. An entry is dropped after 2 minutes if the
   * pod is still there.
   */
  readonly disruptedPods?: Readonly<Record<string, Time>>
  /** How many pods may be evicted now. */
  readonly disruptionsAllowed?: number
  /** Pods that are healthy. */
  readonly currentHealthy?: number
  /** Pods that must be healthy at least. */
  readonly desiredHealthy?: number
  /** Pods that the budget is about. */
  readonly expectedPods?: number
  /** Judgments of the state. DisruptionAllowed says whether evictions are possible. */
  readonly conditions?: readonly Condition[]
}

/** Fields of the types of this file, one line each. */
export const policyV1Types: TypeTable = {
  'policy.v1.Eviction': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
deleteOptions 2 meta.v1.DeleteOptions omitempty pointer`,
  'policy.v1.PodDisruptionBudget': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 policy.v1.PodDisruptionBudgetSpec omitempty
status 3 policy.v1.PodDisruptionBudgetStatus omitempty`,
  'policy.v1.PodDisruptionBudgetList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []policy.v1.PodDisruptionBudget required`,
  'policy.v1.PodDisruptionBudgetSpec': `minAvailable 1 int-or-string omitempty pointer
selector 2 meta.v1.LabelSelector omitempty pointer strategy=replace
maxUnavailable 3 int-or-string omitempty pointer
unhealthyPodEvictionPolicy 4 string omitempty pointer go=v1.UnhealthyPodEvictionPolicyType enum=IfHealthyBudget|AlwaysAllow`,
  'policy.v1.PodDisruptionBudgetStatus': `observedGeneration 1 int64 omitempty
disruptedPods 2 map:time omitempty
disruptionsAllowed 3 int32
currentHealthy 4 int32
desiredHealthy 5 int32
expectedPods 6 int32
conditions 7 []meta.v1.Condition omitempty list=map:type merge=type`,
}
