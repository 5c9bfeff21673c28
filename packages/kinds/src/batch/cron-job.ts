import type { FieldErrors, Mutable } from '@pinnace/meta'
import { nameIsDnsSubdomain } from '@pinnace/resources'
import type { CronJob, CronJobSpec, JobSpec } from '@pinnace/types/batch-v1'
import type { PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import { statusView } from '../apps/workload-views.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { cronJobColumns } from '../columns/batch.ts'
import { podTemplateWarnings } from '../core/pods/pod-warnings.ts'
import { dropDisabledTemplateFields } from '../core/pod-spec/dropped-fields.ts'
import type { PodRules } from '../core/pod-spec/pod-rules.ts'
import { validateNotNegative } from '../validation/messages.ts'
import { orderedSelector } from '../validation/ordered-selector.ts'
import { bumpGeneration, startGeneration } from '../generation.ts'
import { keepStatus } from '../status-subresource.ts'
import { CronError, parseCronSchedule } from './cron-schedule.ts'
import { defaultJobTemplate } from './job.ts'
import { validateJobSpec } from './job-spec.ts'
import { timeZoneError } from './time-zone.ts'
import { specOf } from '../spec-of.ts'
import { podNameWarnings } from '../validation/pod-name-warnings.ts'

const policies = ['Allow', 'Forbid', 'Replace']
const maxName = 52

/** Cron jobs: jobs that are made at set times. */
// upstream: registry/batch/cronjob/strategy.go
export function cronJob(rules: PodRules): KindBehavior<CronJob> {
  return {
    validateName: nameIsDnsSubdomain,
    strategy: {
      defaults: (next) => defaultCronJob(next, rules),
      prepareForCreate(next) {
        dropDisabledTemplateFields(templateOf(next), undefined, rules)
        startGeneration(next)
        next.status = {}
      },
      prepareForUpdate(next, live) {
        dropDisabledTemplateFields(templateOf(next), templateOf(live), rules)
        keepStatus(next, live)
        bumpGeneration(next, live)
      },
      validate(next, errors) {
        validateSpec(next.spec, undefined, rules, errors)
        const { name = '' } = next.metadata
        // upstream: jobs have eleven characters more.
        if (name.length > maxName) errors.invalid('metadata.name', name, 'must be no more than 52 characters')
      },
      validateUpdate: (next, live, errors) => validateSpec(next.spec, live.spec, rules, errors),
      warnings: (next, live) => warningsOf(next, live, rules),
    },
    columns: cronJobColumns,
    subresources: { status: statusView(() => {}) },
  }
}

function templateOf({ spec }: CronJob): PodTemplateSpec | undefined {
  return spec.jobTemplate.spec?.template
}

// upstream: apis/batch/v1/defaults.go, SetDefaults_CronJob
function defaultCronJob(next: Mutable<CronJob>, rules: PodRules): void {
  const spec = (next.spec ??= {} as Mutable<CronJobSpec>)
  spec.concurrencyPolicy ||= 'Allow'
  spec.suspend ??= false
  spec.successfulJobsHistoryLimit ??= 3
  spec.failedJobsHistoryLimit ??= 1
  spec.jobTemplate ??= {}
  spec.jobTemplate.spec ??= {} as Mutable<JobSpec>
  defaultJobTemplate(spec.jobTemplate.spec, rules)
}

// upstream: apis/batch/validation, validateCronJobSpec
function validateSpec(spec: CronJobSpec, live: CronJobSpec | undefined, rules: PodRules, errors: FieldErrors): void {
  const { concurrencyPolicy: policy = '', timeZone } = spec
  if (!spec.schedule) errors.required('spec.schedule')
  else validateSchedule(spec, live, errors)
  validateNotNegative(spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds', errors)
  if (timeZone !== undefined && timeZone !== live?.timeZone) {
    const problem = timeZoneError(timeZone)
    if (problem !== undefined) errors.invalid('spec.timeZone', timeZone, problem)
  }
  if (!policies.includes(policy)) errors.notSupported('spec.concurrencyPolicy', policy, policies)
  const template = specOf(spec.jobTemplate)
  validateJobSpec(template, rules, 'spec.jobTemplate.spec', errors)
  if (template.selector !== undefined) {
    const problem = '`selector` will be auto-generated'
    errors.invalid('spec.jobTemplate.spec.selector', orderedSelector(template.selector), problem)
  }
  if (template.manualSelector === true) {
    errors.notSupported('spec.jobTemplate.spec.manualSelector', true, ['nil', 'false'])
  }
  validateNotNegative(spec.successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit', errors)
  validateNotNegative(spec.failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit', errors)
}

// upstream: apis/batch/validation, validateScheduleFormat
function validateSchedule(
  { schedule, timeZone }: CronJobSpec,
  live: CronJobSpec | undefined,
  errors: FieldErrors,
): void {
  const field = 'spec.schedule'
  const zone = /^(?:CRON_)?TZ=(\S*)\s/.exec(schedule)
  try {
    if (zone !== null && timeZoneError(zone[1] ?? '') !== undefined) {
      throw new CronError(`provided bad location ${zone[1]}: unknown time zone ${zone[1]}`)
    }
    parseCronSchedule(zone === null ? schedule : schedule.slice(zone[0].length).trim())
  } catch (error) {
    if (!(error instanceof CronError)) throw error
    errors.invalid(field, schedule, error.message)
  }
  if (!schedule.includes('TZ')) return
  if (live?.schedule.includes('TZ') !== true) {
    errors.invalid(field, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')
  } else if (timeZone !== undefined) {
    errors.invalid(field, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule')
  }
}

function warningsOf(next: CronJob, live: CronJob | undefined, rules: PodRules): readonly string[] {
  const { metadata, spec } = next
  if (live !== undefined && live.metadata.generation === metadata.generation) return []
  const aboutName = live === undefined ? podNameWarnings(metadata) : []
  const template = specOf(spec.jobTemplate).template
  return [...aboutName, ...podTemplateWarnings(template, 'spec.jobTemplate.spec.template', rules)]
}
