import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `batch/v1`. */
export const descriptions: TypeDescriptions = {
  'batch.v1.CronJob': {
    '': 'Creates jobs at times that a schedule gives.',
    spec: 'The schedule and the job to create.',
    status: 'The jobs that run and when the last one was started.',
  },
  'batch.v1.CronJobSpec': {
    '': 'When jobs are created, and which.',
    schedule: 'The times in the form of cron: minute, hour, day of the month, month and day of the week.',
    timeZone:
      'The time zone of the schedule, such as "Europe/Berlin". Without it, that of the controller manager is used.',
    startingDeadlineSeconds:
      'Seconds by which a job may be late. A start that is missed by more is skipped and counts as failed; without it there is no limit.',
    concurrencyPolicy:
      'What happens if the job before is still running: Allow (the default) starts another, Forbid skips the start, Replace ends the old one first.',
    suspend: 'While it is true, no job is created. Jobs that are running go on; the default is false.',
    jobTemplate: 'The job to create.',
    successfulJobsHistoryLimit: 'How many jobs that succeeded are kept. The default is 3.',
    failedJobsHistoryLimit: 'How many jobs that failed are kept. The default is 1.',
  },
  'batch.v1.CronJobStatus': {
    '': 'What the controller of cron jobs observed.',
    active: 'The jobs that are running.',
    lastScheduleTime: 'When a job was last created as scheduled.',
    lastSuccessfulTime: 'When a job last ended with success.',
  },
  'batch.v1.Job': {
    '': 'Runs pods until a number of them has succeeded.',
    spec: 'The pods to run and when the job is done.',
    status: 'What has run so far and how it ended.',
  },
  'batch.v1.JobCondition': {
    '': 'One aspect of the state of a job.',
    type: 'Which aspect is judged: Complete, Failed, Suspended, FailureTarget or SuccessCriteriaMet.',
    status: 'The judgment: True, False or Unknown.',
    lastProbeTime: 'When the condition was last checked.',
    lastTransitionTime: 'When the status last changed from one value to another.',
    reason: 'A CamelCase word for programs that says why the status is as it is.',
    message: 'A sentence for people with the details.',
  },
  'batch.v1.JobSpec': {
    '': 'What a job should run, and when it is done.',
    parallelism: 'How many pods may run at a time. The default is 1; 0 pauses the job.',
    completions:
      'How many pods must succeed. Without it, the success of any pod is the success of the job once all others have ended.',
    activeDeadlineSeconds:
      'Seconds from its start after which the job is ended and failed. Time while it is suspended does not count.',
    podFailurePolicy:
      'What to do about pods that fail, by their exit code or their conditions. Without a matching rule, a failure counts against backoffLimit; needs the restart policy Never.',
    successPolicy: 'When an indexed job has succeeded before all of its indexes have.',
    backoffLimit:
      'How many failures are tolerated before the job is failed. The default is 6, or practically none if backoffLimitPerIndex is set.',
    backoffLimitPerIndex:
      'How many failures of each index are tolerated before that index is failed. Only for indexed jobs with the restart policy Never.',
    maxFailedIndexes:
      'How many indexes may fail before the job is ended. Without it the others go on; requires backoffLimitPerIndex.',
    selector: 'Which pods belong to the job. Generated unless manualSelector is true; it cannot be changed.',
    manualSelector:
      'Keeps the labels and the selector as they are written. They must then not match the pods of anything else.',
    template: 'The pod to run. Its restart policy is Never or OnFailure.',
    ttlSecondsAfterFinished:
      'Seconds after its end after which the job and its pods are deleted; 0 deletes at once. Without it the job is kept.',
    completionMode:
      'NonIndexed (the default) counts successes; Indexed gives each pod an index from 0 to completions − 1 and needs a success of each. It cannot be changed.',
    suspend: 'While it is true, no pods run: those that do are deleted. The start time is reset when the job goes on.',
    podReplacementPolicy:
      'When the pod that replaces another is created: TerminatingOrFailed as soon as the old one begins to end, Failed when it has ended. Failed is the only choice with podFailurePolicy.',
    managedBy:
      'The controller that is responsible for the job. The built-in one ignores jobs with a foreign name; it cannot be changed.',
  },
  'batch.v1.JobStatus': {
    '': 'What the controller of jobs observed.',
    conditions: 'Judgments of the state. A job whose condition Complete or Failed is True has ended.',
    startTime: 'When the job began to run, or went on after it was suspended.',
    completionTime: 'When the job ended with success. Absent for a job that failed.',
    active: 'Pods that are pending or running and not being deleted.',
    succeeded: 'Pods that ended with success.',
    failed: 'Pods that ended with a failure.',
    terminating: 'Pods that are being deleted and have not ended.',
    completedIndexes: 'The indexes that succeeded, as numbers and ranges: "1,3-5,7".',
    failedIndexes: 'The indexes that failed for good, as numbers and ranges. Only with backoffLimitPerIndex.',
    uncountedTerminatedPods: 'Pods that have ended and are not yet in the counters, so that none is counted twice.',
    ready: 'Active pods that are ready.',
  },
  'batch.v1.JobTemplateSpec': {
    '': 'The job that a cron job creates.',
    metadata: 'Labels and annotations that each job gets.',
    spec: 'What each job runs.',
  },
  'batch.v1.PodFailurePolicy': {
    '': 'What is done about failed pods, depending on how they failed.',
    rules: 'Rules, of which the first that matches decides. At most 20.',
  },
  'batch.v1.PodFailurePolicyOnExitCodesRequirement': {
    '': 'Matches pods by the exit codes of their containers. Containers that ended with 0 are not looked at.',
    containerName: 'The one container to look at. Without it, every container and init container is.',
    operator: 'In matches if a code is among the values, NotIn if one is not.',
    values: 'Up to 255 exit codes without repetition, in ascending order. In cannot have 0.',
  },
  'batch.v1.PodFailurePolicyOnPodConditionsPattern': {
    '': 'Matches pods that have a condition.',
    type: 'The type of the condition, such as DisruptionTarget.',
    status: 'The status that the condition must have. The default is True.',
  },
  'batch.v1.PodFailurePolicyRule': {
    '': 'What is done about failed pods of one sort, recognized by exit codes or by conditions but not both.',
    action:
      'FailJob ends the job, FailIndex ends the index, Ignore starts a replacement without counting the failure, Count treats it as usual.',
    onExitCodes: 'The exit codes that the rule is for.',
    onPodConditions: 'The conditions that the rule is for. One that matches is enough; at most 20.',
  },
  'batch.v1.SuccessPolicy': {
    '': 'When an indexed job is a success although some of its indexes are not.',
    rules: 'Rules, of which one that is met is enough. The remaining pods are then ended; at most 20.',
  },
  'batch.v1.SuccessPolicyRule': {
    '': 'The indexes that must succeed, or how many, or how many of certain ones.',
    succeededIndexes:
      'The indexes that count, as numbers and ranges: "1,3-5,7". Without succeededCount all of them must succeed.',
    succeededCount: 'How many indexes must succeed, of all or of those in succeededIndexes.',
  },
  'batch.v1.UncountedTerminatedPods': {
    '': 'Pods that have ended and are not yet in the counters of the job.',
    succeeded: 'The uids of those that succeeded.',
    failed: 'The uids of those that failed.',
  },
}
