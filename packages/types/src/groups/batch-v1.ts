// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject, ObjectMeta } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Time } from '../scalars.ts'
import type { PodTemplateSpec } from './core-v1-pods.ts'
import type { ObjectReference } from './core-v1-references.ts'
import type { LabelSelector } from './meta-v1.ts'

/** batch.v1.CronJob */
export interface CronJob extends ApiObject {
  readonly spec: CronJobSpec
  readonly status?: CronJobStatus
}

/** batch.v1.CronJobList */
export type CronJobList = ApiList<CronJob>

/** batch.v1.CronJobSpec */
export interface CronJobSpec {
  readonly schedule: string
  readonly timeZone?: string
  readonly startingDeadlineSeconds?: number
  /** One of Allow, Forbid, Replace. */
  readonly concurrencyPolicy?: string
  readonly suspend?: boolean
  readonly jobTemplate: JobTemplateSpec
  readonly successfulJobsHistoryLimit?: number
  readonly failedJobsHistoryLimit?: number
}

/** batch.v1.CronJobStatus */
export interface CronJobStatus {
  readonly active?: readonly ObjectReference[]
  readonly lastScheduleTime?: Time
  readonly lastSuccessfulTime?: Time
}

/** batch.v1.Job */
export interface Job extends ApiObject {
  readonly spec?: JobSpec
  readonly status?: JobStatus
}

/** batch.v1.JobCondition */
export interface JobCondition {
  readonly type: string
  readonly status: string
  readonly lastProbeTime?: Time
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** batch.v1.JobList */
export type JobList = ApiList<Job>

/** batch.v1.JobSpec */
export interface JobSpec {
  readonly parallelism?: number
  readonly completions?: number
  readonly activeDeadlineSeconds?: number
  readonly podFailurePolicy?: PodFailurePolicy
  readonly successPolicy?: SuccessPolicy
  readonly backoffLimit?: number
  readonly backoffLimitPerIndex?: number
  readonly maxFailedIndexes?: number
  readonly selector?: LabelSelector
  readonly manualSelector?: boolean
  readonly template: PodTemplateSpec
  readonly ttlSecondsAfterFinished?: number
  /** One of NonIndexed, Indexed. */
  readonly completionMode?: string
  readonly suspend?: boolean
  /** One of TerminatingOrFailed, Failed. */
  readonly podReplacementPolicy?: string
  readonly managedBy?: string
}

/** batch.v1.JobStatus */
export interface JobStatus {
  readonly conditions?: readonly JobCondition[]
  readonly startTime?: Time
  readonly completionTime?: Time
  readonly active?: number
  readonly succeeded?: number
  readonly failed?: number
  readonly terminating?: number
  readonly completedIndexes?: string
  readonly failedIndexes?: string
  readonly uncountedTerminatedPods?: UncountedTerminatedPods
  readonly ready?: number
}

/** batch.v1.JobTemplateSpec */
export interface JobTemplateSpec {
  readonly metadata?: ObjectMeta
  readonly spec?: JobSpec
}

/** batch.v1.PodFailurePolicy */
export interface PodFailurePolicy {
  readonly rules: readonly PodFailurePolicyRule[]
}

/** batch.v1.PodFailurePolicyOnExitCodesRequirement */
export interface PodFailurePolicyOnExitCodesRequirement {
  readonly containerName?: string
  /** One of In, NotIn. */
  readonly operator: string
  readonly values: readonly number[]
}

/** batch.v1.PodFailurePolicyOnPodConditionsPattern */
export interface PodFailurePolicyOnPodConditionsPattern {
  readonly type: string
  readonly status?: string
}

/** batch.v1.PodFailurePolicyRule */
export interface PodFailurePolicyRule {
  /** One of FailJob, FailIndex, Ignore, Count. */
  readonly action: string
  readonly onExitCodes?: PodFailurePolicyOnExitCodesRequirement
  readonly onPodConditions?: readonly PodFailurePolicyOnPodConditionsPattern[]
}

/** batch.v1.SuccessPolicy */
export interface SuccessPolicy {
  readonly rules: readonly SuccessPolicyRule[]
}

/** batch.v1.SuccessPolicyRule */
export interface SuccessPolicyRule {
  readonly succeededIndexes?: string
  readonly succeededCount?: number
}

/** batch.v1.UncountedTerminatedPods */
export interface UncountedTerminatedPods {
  readonly succeeded?: readonly string[]
  readonly failed?: readonly string[]
}

/** Fields of the types of this file, one line each. */
export const batchV1Types: TypeTable = {
  'batch.v1.CronJob': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 batch.v1.CronJobSpec required omitempty
status 3 batch.v1.CronJobStatus omitempty`,
  'batch.v1.CronJobList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []batch.v1.CronJob required`,
  'batch.v1.CronJobSpec': `schedule 1 string required
timeZone 8 string omitempty pointer
startingDeadlineSeconds 2 int64 omitempty pointer
concurrencyPolicy 3 string omitempty go=v1.ConcurrencyPolicy enum=Allow|Forbid|Replace
suspend 4 boolean omitempty pointer
jobTemplate 5 batch.v1.JobTemplateSpec required
successfulJobsHistoryLimit 6 int32 omitempty pointer
failedJobsHistoryLimit 7 int32 omitempty pointer`,
  'batch.v1.CronJobStatus': `active 1 []core.v1.ObjectReference omitempty list=atomic
lastScheduleTime 4 time omitempty pointer
lastSuccessfulTime 5 time omitempty pointer`,
  'batch.v1.Job': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 batch.v1.JobSpec omitempty
status 3 batch.v1.JobStatus omitempty`,
  'batch.v1.JobCondition': `type 1 string required go=v1.JobConditionType
status 2 string required go=v1.ConditionStatus
lastProbeTime 3 time omitempty
lastTransitionTime 4 time omitempty
reason 5 string omitempty
message 6 string omitempty`,
  'batch.v1.JobList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []batch.v1.Job required`,
  'batch.v1.JobSpec': `parallelism 1 int32 omitempty pointer
completions 2 int32 omitempty pointer
activeDeadlineSeconds 3 int64 omitempty pointer
podFailurePolicy 11 batch.v1.PodFailurePolicy omitempty pointer
successPolicy 16 batch.v1.SuccessPolicy omitempty pointer
backoffLimit 7 int32 omitempty pointer
backoffLimitPerIndex 12 int32 omitempty pointer
maxFailedIndexes 13 int32 omitempty pointer
selector 4 meta.v1.LabelSelector omitempty pointer
manualSelector 5 boolean omitempty pointer
template 6 core.v1.PodTemplateSpec required
ttlSecondsAfterFinished 8 int32 omitempty pointer
completionMode 9 string omitempty pointer go=v1.CompletionMode enum=NonIndexed|Indexed
suspend 10 boolean omitempty pointer
podReplacementPolicy 14 string omitempty pointer go=v1.PodReplacementPolicy enum=TerminatingOrFailed|Failed
managedBy 15 string omitempty pointer`,
  'batch.v1.JobStatus': `conditions 1 []batch.v1.JobCondition omitempty list=atomic merge=type
startTime 2 time omitempty pointer
completionTime 3 time omitempty pointer
active 4 int32 omitempty
succeeded 5 int32 omitempty
failed 6 int32 omitempty
terminating 11 int32 omitempty pointer
completedIndexes 7 string omitempty
failedIndexes 10 string omitempty pointer
uncountedTerminatedPods 8 batch.v1.UncountedTerminatedPods omitempty pointer
ready 9 int32 omitempty pointer`,
  'batch.v1.JobTemplateSpec': `metadata 1 meta.v1.ObjectMeta omitempty
spec 2 batch.v1.JobSpec omitempty`,
  'batch.v1.PodFailurePolicy': `rules 1 []batch.v1.PodFailurePolicyRule required list=atomic`,
  'batch.v1.PodFailurePolicyOnExitCodesRequirement': `containerName 1 string omitempty pointer
operator 2 string required go=v1.PodFailurePolicyOnExitCodesOperator enum=In|NotIn
values 3 []int32 required list=set`,
  'batch.v1.PodFailurePolicyOnPodConditionsPattern': `type 1 string required go=v1.PodConditionType
status 2 string go=v1.ConditionStatus`,
  'batch.v1.PodFailurePolicyRule': `action 1 string required go=v1.PodFailurePolicyAction enum=FailJob|FailIndex|Ignore|Count
onExitCodes 2 batch.v1.PodFailurePolicyOnExitCodesRequirement omitempty pointer
onPodConditions 3 []batch.v1.PodFailurePolicyOnPodConditionsPattern omitempty list=atomic`,
  'batch.v1.SuccessPolicy': `rules 1 []batch.v1.SuccessPolicyRule required list=atomic`,
  'batch.v1.SuccessPolicyRule': `succeededIndexes 1 string omitempty pointer
succeededCount 2 int32 omitempty pointer`,
  'batch.v1.UncountedTerminatedPods': `succeeded 1 []string omitempty go=types.UID list=set
failed 2 []string omitempty go=types.UID list=set`,
}
