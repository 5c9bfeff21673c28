// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { IntOrString, Time } from '../scalars.ts'
import type { Condition, DeleteOptions, LabelSelector } from './meta-v1.ts'

/** policy.v1.Eviction */
export interface Eviction extends ApiObject {
  readonly deleteOptions?: DeleteOptions
}

/** policy.v1.PodDisruptionBudget */
export interface PodDisruptionBudget extends ApiObject {
  readonly spec?: PodDisruptionBudgetSpec
  readonly status?: PodDisruptionBudgetStatus
}

/** policy.v1.PodDisruptionBudgetList */
export type PodDisruptionBudgetList = ApiList<PodDisruptionBudget>

/** policy.v1.PodDisruptionBudgetSpec */
export interface PodDisruptionBudgetSpec {
  readonly minAvailable?: IntOrString
  readonly selector?: LabelSelector
  readonly maxUnavailable?: IntOrString
  /** One of IfHealthyBudget, AlwaysAllow. */
  readonly unhealthyPodEvictionPolicy?: string
}

/** policy.v1.PodDisruptionBudgetStatus */
export interface PodDisruptionBudgetStatus {
  readonly observedGeneration?: number
  readonly disruptedPods?: Readonly<Record<string, Time>>
  readonly disruptionsAllowed?: number
  readonly currentHealthy?: number
  readonly desiredHealthy?: number
  readonly expectedPods?: number
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
