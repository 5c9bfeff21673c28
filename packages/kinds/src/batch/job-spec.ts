import { isDomainPrefixedPath, type FieldErrors } from '@pinnace/meta'
import type { JobSpec } from '@pinnace/types/batch-v1'
import { validatePodTemplateSpec } from '../core/pods/pod-template-spec.ts'
import { reportEach, validateNotNegative } from '../validation/messages.ts'
import type { PodRules } from '../core/pod-spec/pod-rules.ts'
import { validatePodFailurePolicy } from './pod-failure-policy.ts'
import { validateSuccessPolicy } from './success-policy.ts'
import { goValue } from '../go-values/go-value.ts'

const modes = ['NonIndexed', 'Indexed']
const restartPolicies = ['OnFailure', 'Never']
const replacementPolicies = ['Failed', 'TerminatingOrFailed']
const maxManagedBy = 63
const maxIndexedParallelism = 100_000
const maxFailedIndexes = 100_000
const completionsSoftLimit = 100_000
const highCompletionsLimit = 10_000

const counts = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const

/** The spec of a job or of a template of jobs; `at` is its path. Does not validate selectors. */
// upstream: apis/batch/validation, validateJobSpec
export function validateJobSpec(spec: JobSpec, rules: PodRules, at: string, errors: FieldErrors): void {
  for (const name of counts) validateNotNegative(spec[name], `${at}.${name}`, errors)
  const { backoffLimitPerIndex, completionMode: mode, managedBy, template } = spec
  if (spec.maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    errors.required(`${at}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified')
  }
  if (managedBy !== undefined) {
    if (managedBy === '') errors.required(`${at}.managedBy`)
    else reportEach(errors, isDomainPrefixedPath(managedBy), `${at}.managedBy`, managedBy)
    if (Buffer.byteLength(managedBy) > maxManagedBy) errors.tooLong(`${at}.managedBy`, maxManagedBy)
  }
  if (mode !== undefined && !modes.includes(mode)) errors.notSupported(`${at}.completionMode`, mode, modes)
  if (mode === 'Indexed') validateIndexed(spec, at, errors)
  if (mode === undefined || mode === 'NonIndexed') {
    for (const name of ['backoffLimitPerIndex', 'maxFailedIndexes'] as const) {
      if (spec[name] !== undefined) errors.invalid(`${at}.${name}`, spec[name], 'requires indexed completion mode')
    }
  }
  if (spec.podFailurePolicy) validatePodFailurePolicy(spec, `${at}.podFailurePolicy`, errors)
  if (spec.successPolicy) {
    if (mode === 'Indexed') validateSuccessPolicy(spec, `${at}.successPolicy`, errors)
    else
      errors.invalid(
        `${at}.successPolicy`,
        goValue('batch.v1.SuccessPolicy', spec.successPolicy),
        'requires indexed completion mode',
      )
  }
  validateReplacement(spec, `${at}.podReplacementPolicy`, errors)
  validatePodTemplateSpec(template, rules, `${at}.template`, errors)
  validateRestartPolicy(spec, `${at}.template.spec.restartPolicy`, errors)
}

function validateIndexed(spec: JobSpec, at: string, errors: FieldErrors): void {
  const { backoffLimitPerIndex, completions, maxFailedIndexes: failed, parallelism = 0 } = spec
  if (completions === undefined) errors.required(`${at}.completions`, 'when completion mode is Indexed')
  if (parallelism > maxIndexedParallelism) {
    const problem = `must be less than or equal to ${maxIndexedParallelism} when completion mode is Indexed`
    errors.invalid(`${at}.parallelism`, parallelism, problem)
  }
  if (completions !== undefined && failed !== undefined && failed > completions) {
    errors.invalid(`${at}.maxFailedIndexes`, failed, 'must be less than or equal to completions')
  }
  if (failed !== undefined && failed > maxFailedIndexes) {
    errors.invalid(`${at}.maxFailedIndexes`, failed, `must be less than or equal to ${maxFailedIndexes}`)
  }
  if (completions === undefined || completions <= completionsSoftLimit || backoffLimitPerIndex === undefined) return
  if (failed === undefined) {
    errors.required(`${at}.maxFailedIndexes`, `must be specified when completions is above ${completionsSoftLimit}`)
  }
  const problem = `must be less than or equal to ${highCompletionsLimit} when completions are above ${completionsSoftLimit} and used with backoff limit per index`
  if (parallelism > highCompletionsLimit) errors.invalid(`${at}.parallelism`, parallelism, problem)
  if (failed !== undefined && failed > highCompletionsLimit) {
    errors.invalid(`${at}.maxFailedIndexes`, failed, problem)
  }
}

function validateReplacement(
  { podReplacementPolicy: policy, podFailurePolicy }: JobSpec,
  field: string,
  errors: FieldErrors,
): void {
  const supported = podFailurePolicy ? ['Failed'] : replacementPolicies
  if (policy !== undefined && !supported.includes(policy)) errors.notSupported(field, policy, supported)
}

function validateRestartPolicy({ podFailurePolicy, template }: JobSpec, field: string, errors: FieldErrors): void {
  const policy = template.spec?.restartPolicy ?? ''
  if (policy === '' || policy === 'Always') errors.required(field, 'valid values: "OnFailure", "Never"')
  else if (!restartPolicies.includes(policy)) errors.notSupported(field, policy, restartPolicies)
  else if (podFailurePolicy && policy !== 'Never') {
    errors.invalid(field, policy, 'only "Never" is supported when podFailurePolicy is specified')
  }
}
