// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject, ObjectMeta } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Time } from '../scalars.ts'
import type { PodTemplateSpec } from './core-v1-pods.ts'
import type { ObjectReference } from './core-v1-references.ts'
import type { LabelSelector } from './meta-v1.ts'

/**
 * batch.v1.CronJob
 *
 * Creates jobs at times that a schedule gives.
 */
export interface CronJob extends ApiObject {
  /** The schedule and the job to create. */
  readonly spec: CronJobSpec
  /** The jobs that run and when the last one was started. */
  readonly status?: CronJobStatus
}

/** batch.v1.CronJobList */
export type CronJobList = ApiList<CronJob>

/**
 * batch.v1.CronJobSpec
 *
 * When jobs are created, and which.
 */
export interface CronJobSpec {
  /** The times in the form of cron: minute, hour, day of the month, month and day of the week. */
  readonly schedule: string
  /** The time zone of the schedule, such as "Europe/Berlin". Without it, that of the controller manager is used. */
  readonly timeZone?: string
  /**
   * Seconds by which a job may be late. A start that is missed by more is skipped and counts as failed; without it
   * there is no limit.
   */
  readonly startingDeadlineSeconds?: number
  /**
   * What happens if the job before is still running: Allow (the default) starts another, Forbid skips the start,
   * Replace ends the old one first. One of Allow, Forbid, Replace.
   */
  readonly concurrencyPolicy?: string
  /** While it is true, no job is created. Jobs that are running go on; the default is false. */
  readonly suspend?: boolean
  /** The job to create. */
  readonly jobTemplate: JobTemplateSpec
  /** How many jobs that succeeded are kept. The default is 3. */
  readonly successfulJobsHistoryLimit?: number
  /** How many jobs that failed are kept. The default is 1. */
  readonly failedJobsHistoryLimit?: number
}

/**
 * batch.v1.CronJobStatus
 *
 * What the controller of cron jobs observed.
 */
export interface CronJobStatus {
  /** The jobs that are running. */
  readonly active?: readonly ObjectReference[]
  /** When a job was last created as scheduled. */
  readonly lastScheduleTime?: Time
  /** When a job last ended with success. */
  readonly lastSuccessfulTime?: Time
}

/**
 * batch.v1.Job
 *
 * Runs pods until a number of them has succeeded.
 */
export interface Job extends ApiObject {
  /** The pods to run and when the job is done. */
  readonly spec?: JobSpec
  /** What has run so far and how it ended. */
  readonly status?: JobStatus
}

/**
 * batch.v1.JobCondition
 *
 * One aspect of the state of a job.
 */
export interface JobCondition {
  /** Which aspect is judged: Complete, Failed, Suspended, FailureTarget or SuccessCriteriaMet. */
  readonly type: string
  /** The judgment: True, False or Unknown. */
  readonly status: string
  /** When the condition was last checked. */
  readonly lastProbeTime?: Time
  /** When the status last changed from one value to another. */
  readonly lastTransitionTime?: Time
  /** A CamelCase word for programs that says why the status is as it is. */
  readonly reason?: string
  /** A sentence for people with the details. */
  readonly message?: string
}

/** batch.v1.JobList */
export type JobList = ApiList<Job>

/**
 * batch.v1.JobSpec
 *
 * What a job should run, and when it is done.
 */
export interface JobSpec {
  /** How many pods may run at a time. The default is 1; 0 pauses the job. */
  readonly parallelism?: number
  /**
   * How many pods must succeed. Without it, the success of any pod is the success of the job once all others have
   * ended.
   */
  readonly completions?: number
  /** Seconds from its start after which the job is ended and failed. Time while it is suspended does not count. */
  readonly activeDeadlineSeconds?: number
  /**
   * What to do about pods that fail, by their exit code or their conditions. Without a matching rule, a failure counts
   * against backoffLimit; needs the restart policy Never.
   */
  readonly podFailurePolicy?: PodFailurePolicy
  /** When an indexed job has succeeded before all of its indexes have. */
  readonly successPolicy?: SuccessPolicy
  /**
   * How many failures are tolerated before the job is failed. The default is 6, or practically none if
   * backoffLimitPerIndex is set.
   */
  readonly backoffLimit?: number
  /**
   * How many failures of each index are tolerated before that index is failed. Only for indexed jobs with the restart
   * policy Never.
   */
  readonly backoffLimitPerIndex?: number
  /** How many indexes may fail before the job is ended. Without it the others go on; requires backoffLimitPerIndex. */
  readonly maxFailedIndexes?: number
  /** Which pods belong to the job. Generated unless manualSelector is true; it cannot be changed. */
  readonly selector?: LabelSelector
  /** Keeps the labels and the selector as they are written. They must then not match the pods of anything else. */
  readonly manualSelector?: boolean
  /** The pod to run. Its restart policy is Never or OnFailure. */
  readonly template: PodTemplateSpec
  /**
   * Seconds after its end after which the job and its pods are deleted; 0 deletes at once. Without it the job is kept.
   */
  readonly ttlSecondsAfterFinished?: number
  /**
   * NonIndexed (the default) counts successes; Indexed gives each pod an index from 0 to completions − 1 and needs a
   * success of each. It cannot be changed. One of NonIndexed, Indexed.
   */
  readonly completionMode?: string
  /** While it is true, no pods run: those that do are deleted. The start time is reset when the job goes on. */
  readonly suspend?: boolean
  /**
   * When the pod that replaces another is created: TerminatingOrFailed as soon as the old one begins to end, Failed
   * when it has ended. Failed is the only choice with podFailurePolicy. One of TerminatingOrFailed, Failed.
   */
  readonly podReplacementPolicy?: string
  /**
   * The controller that is responsible for the job. The built-in one ignores jobs with a foreign name; it cannot be
   * changed.
   */
  readonly managedBy?: string
}

/**
 * batch.v1.JobStatus
 *
 * What the controller of jobs observed.
 */
export interface JobStatus {
  /** Judgments of the state. A job whose condition Complete or Failed is True has ended. */
  readonly conditions?: readonly JobCondition[]
  /** When the job began to run, or went on after it was suspended. */
  readonly startTime?: Time
  /** When the job ended with success. Absent for a job that failed. */
  readonly completionTime?: Time
  /** Pods that are pending or running and not being deleted. */
  readonly active?: number
  /** Pods that ended with success. */
  readonly succeeded?: number
  /** Pods that ended with a failure. */
  readonly failed?: number
  /** Pods that are being deleted and have not ended. */
  readonly terminating?: number
  /** The indexes that succeeded, as numbers and ranges: "1,3-5,7". */
  readonly completedIndexes?: string
  /** The indexes that failed for good, as numbers and ranges. Only with backoffLimitPerIndex. */
  readonly failedIndexes?: string
  /** Pods that have ended and are not yet in the counters, so that none is counted twice. */
  readonly uncountedTerminatedPods?: UncountedTerminatedPods
  /** Active pods that are ready. */
  readonly ready?: number
}

/**
 * batch.v1.JobTemplateSpec
 *
 * The job that a cron job creates.
 */
export interface JobTemplateSpec {
  /** Labels and annotations that each job gets. */
  readonly metadata?: ObjectMeta
  /** What each job runs. */
  readonly spec?: JobSpec
}

/**
 * batch.v1.PodFailurePolicy
 *
 * What is done about failed pods, depending on how they failed.
 */
export interface PodFailurePolicy {
  /** Rules, of which the first that matches decides. At most 20. */
  readonly rules: readonly PodFailurePolicyRule[]
}

/**
 * batch.v1.PodFailurePolicyOnExitCodesRequirement
 *
 * Matches pods by the exit codes of their containers. Containers that ended with 0 are not looked at.
 */
export interface PodFailurePolicyOnExitCodesRequirement {
  /** The one container to look at. Without it, every container and init container is. */
  readonly containerName?: string
  /** In matches if a code is among the values, NotIn if one is not. One of In, NotIn. */
  readonly operator: string
  /** Up to 255 exit codes without repetition, in ascending order. In cannot have 0. */
  readonly values: readonly number[]
}

/**
 * batch.v1.PodFailurePolicyOnPodConditionsPattern
 *
 * Matches pods that have a condition.
 */
export interface PodFailurePolicyOnPodConditionsPattern {
  /** The type of the condition, such as DisruptionTarget. */
  readonly type: string
  /** The status that the condition must have. The default is True. */
  readonly status?: string
}

/**
 * batch.v1.PodFailurePolicyRule
 *
 * What is done about failed pods of one sort, recognized by exit codes or by conditions but not both.
 */
export interface PodFailurePolicyRule {
  /**
   * FailJob ends the job, FailIndex ends the index, Ignore starts a replacement without counting the failure, Count
   * treats it as usual. One of FailJob, FailIndex, Ignore, Count.
   */
  readonly action: string
  /** The exit codes that the rule is for. */
  readonly onExitCodes?: PodFailurePolicyOnExitCodesRequirement
  /** The conditions that the rule is for. One that matches is enough; at most 20. */
  readonly onPodConditions?: readonly PodFailurePolicyOnPodConditionsPattern[]
}

/**
 * batch.v1.SuccessPolicy
 *
 * When an indexed job is a success although some of its indexes are not.
 */
export interface SuccessPolicy {
  /** Rules, of which one that is met is enough. The remaining pods are then ended; at most 20. */
  readonly rules: readonly SuccessPolicyRule[]
}

/**
 * batch.v1.SuccessPolicyRule
 *
 * The indexes that must succeed, or how many, or how many of certain ones.
 */
export interface SuccessPolicyRule {
  /** The indexes that count, as numbers and ranges: "1,3-5,7". Without succeededCount all of them must succeed. */
  readonly succeededIndexes?: string
  /** How many indexes must succeed, of all or of those in succeededIndexes. */
  readonly succeededCount?: number
}

/**
 * batch.v1.UncountedTerminatedPods
 *
 * Pods that have ended and are not yet in the counters of the job.
 */
export interface UncountedTerminatedPods {
  /** The uids of those that succeeded. */
  readonly succeeded?: readonly string[]
  /** The uids of those that failed. */
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
