import {
  fromLabelSelector,
  isDns1123Label,
  isEqualJson,
  isSemanticEqual,
  quote,
  validateLabelSelector,
  type FieldErrors,
  type Mutable,
} from '@pinnace/meta'
import { nameIsDnsSubdomain } from '@pinnace/resources'
import type { Job, JobSpec } from '@pinnace/types/batch-v1'
import type { Container } from '@pinnace/types/core-v1-containers'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import { statusView } from '../apps/workload-views.ts'
import { completeTemplate, refuseUnmatched } from '../apps/workload.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { jobColumns } from '../columns/batch.ts'
import { defaultPodTemplateSpec } from '../core/pods/pod-template-spec.ts'
import { podTemplateWarnings } from '../core/pods/pod-warnings.ts'
import { dropDisabledTemplateFields } from '../core/pod-spec/dropped-fields.ts'
import type { PodRules } from '../core/pod-spec/pod-rules.ts'
import { sentences } from '../validation/messages.ts'
import { orderedSelector } from '../validation/ordered-selector.ts'
import { bumpGeneration, startGeneration } from '../generation.ts'
import { keepStatus } from '../status-subresource.ts'
import { generateSelector, validateGeneratedSelector } from './generated-selector.ts'
import { createJobRules, type JobRules } from './job-rules.ts'
import { validateJobSpec } from './job-spec.ts'
import { validateJobStatus } from './job-status.ts'
import { specOf } from '../spec-of.ts'
import { goValue } from '../go-values/go-value.ts'
import { podNameWarnings } from '../validation/pod-name-warnings.ts'

const defaultBackoffLimit = 6
const noBackoffLimit = 2_147_483_647

// upstream: registry/batch/job/strategy.go, WarningsOnDelete
const keptPodsWarning =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning'

/** Jobs: pods that run to their end. */
// upstream: registry/batch/job/strategy.go
export function job(pods: PodRules): KindBehavior<Job> {
  const rules = createJobRules(pods)
  return {
    validateName: nameIsDnsSubdomain,
    strategy: {
      defaults: (next) => defaultJob(next, rules.pods),
      prepareForCreate(next) {
        dropDisabledTemplateFields(next.spec?.template, undefined, pods)
        generateSelector(next, rules)
        startGeneration(next)
        next.status = {}
      },
      prepareForUpdate(next, live) {
        dropDisabledTemplateFields(next.spec?.template, live.spec?.template, pods)
        keepStatus(next, live)
        bumpGeneration(next, live)
      },
      validate: (next, errors) => validateJob(next, rules, { requirePrefixed: true }, errors),
      // upstream: the job and its update are validated one after the other, and both begin with metadata and spec.
      validateBetween(next, live, errors) {
        const { uid = '' } = live.metadata
        const labels = live.spec?.template.metadata?.labels ?? {}
        const requirePrefixed = labels[rules.controllerUid] === uid
        validateJob(next, rules, { requirePrefixed }, errors)
      },
      validateUpdate(next, live, errors) {
        validateSpec(specOf(next), rules, errors)
        validateUnchanged(specOf(next), live, errors)
      },
      warnings: (next, live) => (live === undefined ? warningsOf(next, rules.pods) : []),
      orphansDependents: true,
      deleteWarnings: ({ propagationPolicy, orphanDependents }) =>
        propagationPolicy === undefined && orphanDependents === undefined ? [keptPodsWarning] : [],
    },
    columns: jobColumns,
    selectableFields: { 'status.successful': ({ status }) => String(status?.succeeded ?? 0) },
    refuseFieldLabel: (field) => `field label ${quote(field)} not supported for Job`,
    // upstream: defaults are also filled when what has been stored is read.
    subresources: { status: statusView(validateJobStatus, { prepare: fillLabels }) },
  }
}

// upstream: apis/batch/v1/defaults.go, SetDefaults_Job
function defaultJob(next: Mutable<Job>, rules: PodRules): void {
  const spec = (next.spec ??= {} as Mutable<JobSpec>)
  spec.template = completeTemplate(spec.template)
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1
  spec.parallelism ??= 1
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? defaultBackoffLimit : noBackoffLimit
  const { labels } = spec.template.metadata ?? {}
  // upstream: one map for both, to which the generated labels are added.
  if (labels && isUnlabelled(next)) next.metadata.labels = labels
  spec.completionMode ??= 'NonIndexed'
  spec.suspend ??= false
  spec.podReplacementPolicy ??= spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed'
  spec.manualSelector ??= false
  defaultJobTemplate(spec, rules)
}

function fillLabels(next: Mutable<Job>): void {
  const labels = next.spec?.template.metadata?.labels
  if (labels && isUnlabelled(next)) next.metadata.labels = { ...labels }
}

function isUnlabelled({ metadata }: Job): boolean {
  return Object.keys(metadata.labels ?? {}).length === 0
}

/** Fills what a job of a template left out too. */
// upstream: apis/batch/v1/zz_generated.defaults.go
export function defaultJobTemplate(spec: Mutable<JobSpec>, rules: PodRules): void {
  spec.template = completeTemplate(spec.template)
  for (const rule of spec.podFailurePolicy?.rules ?? []) {
    for (const pattern of rule.onPodConditions ?? []) pattern.status ||= 'True'
  }
  defaultPodTemplateSpec(spec.template, rules)
}

// upstream: apis/batch/validation, ValidateJob
function validateJob(
  next: Job,
  rules: JobRules,
  options: { readonly requirePrefixed: boolean },
  errors: FieldErrors,
): void {
  validateGeneratedSelector(next, rules, options, errors)
  validateSpec(specOf(next), rules, errors)
  validateHostnames(next, errors)
}

// upstream: apis/batch/validation, ValidateJobSpec
function validateSpec(spec: JobSpec, rules: JobRules, errors: FieldErrors): void {
  validateJobSpec(spec, rules.pods, 'spec', errors)
  if (!spec.selector) errors.required('spec.selector')
  else validateLabelSelector(spec.selector, 'spec.selector', errors)
  if (!isMatching(spec)) refuseUnmatched(spec.template, errors)
}

/** The pods of an indexed job have its name and their index. */
function validateHostnames({ metadata: { name = '' }, spec }: Job, errors: FieldErrors): void {
  if (spec?.completionMode !== 'Indexed' || !spec.completions || spec.completions < 0) return
  const hostname = `${name}-${spec.completions - 1}`
  if (isDns1123Label(hostname).length === 0) return
  errors.invalid('metadata.name', name, `will not able to create pod with invalid DNS label: ${hostname}`)
}

function isMatching({ selector, template }: JobSpec): boolean {
  try {
    return fromLabelSelector(selector).matches(template.metadata?.labels)
  } catch {
    return true
  }
}

const settled = ['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'] as const

// upstream: apis/batch/validation, ValidateJobSpecUpdate
function validateUnchanged(spec: JobSpec, live: Job, errors: FieldErrors): void {
  const stored = specOf(live)
  const keep = (name: keyof JobSpec, value: unknown, before: unknown, printed = value): void => {
    // An empty text is not an absent one: these fields are pointers.
    const isSame = isSemanticEqual(value, before) && (value === '') === (before === '')
    if (!isSame) errors.invalid(`spec.${name}`, printed ?? null, sentences.immutable)
  }
  const { completions, parallelism } = spec
  if (spec.completionMode !== 'Indexed') keep('completions', completions, stored.completions)
  else if (completions !== undefined && completions !== stored.completions && completions !== parallelism) {
    errors.invalid('spec.completions', completions, 'can only be modified in tandem with spec.parallelism')
  }
  keep('selector', spec.selector, stored.selector, orderedSelector(spec.selector))
  validateTemplateUpdate(spec, live, errors)
  for (const name of settled) keep(name, spec[name], stored[name], printedField(spec, name))
}

/** What is printed of a field that does not change. */
function printedField(spec: JobSpec, name: (typeof settled)[number]): unknown {
  if (name === 'podFailurePolicy') return goValue('*batch.v1.PodFailurePolicy', spec.podFailurePolicy)
  return name === 'successPolicy' ? goValue('*batch.v1.SuccessPolicy', spec.successPolicy) : spec[name]
}

/** While no pod of a suspended job runs, where its pods may go and what they need may change, and all metadata. */
// upstream: apis/batch/validation, validatePodTemplateUpdate; registry/batch/job/strategy.go, jobValidationOptions
function validateTemplateUpdate({ template }: JobSpec, live: Job, errors: FieldErrors): void {
  const { template: stored } = specOf(live)
  if (!isSuspended(live)) {
    if (!isSemanticEqual(template, stored))
      errors.invalid('spec.template', goValue('core.v1.PodTemplateSpec', template), sentences.immutable)
    return
  }
  if (isEqualJson(template.spec, stored.spec)) return
  const next = specOf(template)
  const wanted = withDirectives(specOf(stored), next)
  const printed = goValue('core.v1.PodSpec', next)
  // What is printed also tells an empty text from an absent one.
  if (!isSemanticEqual(next, wanted) || !isEqualJson(printed, goValue('core.v1.PodSpec', wanted)))
    errors.invalid('spec.template.spec', printed, sentences.immutable)
}

function isSuspended({ spec, status = {} }: Job): boolean {
  if (spec?.suspend !== true || (status.active ?? 0) > 0) return false
  if (status.startTime === undefined) return true
  return status.conditions?.some(({ type, status: value }) => type === 'Suspended' && value === 'True') ?? false
}

/** The stored spec with the scheduling directives and the resources of another. */
function withDirectives(stored: PodSpec, next: PodSpec): PodSpec {
  const { nodeSelector, tolerations, schedulingGates, affinity } = next
  const { nodeAffinity: _, ...others } = stored.affinity ?? {}
  const kept = { ...others, ...(affinity?.nodeAffinity ? { nodeAffinity: affinity.nodeAffinity } : {}) }
  const spec: Record<string, unknown> = {
    ...stored,
    nodeSelector,
    tolerations,
    schedulingGates,
    affinity: kept,
    containers: withResourcesOf(next.containers, stored.containers),
    initContainers: withResourcesOf(next.initContainers, stored.initContainers),
  }
  if (affinity === undefined && Object.keys(kept).length === 0) delete spec['affinity']
  return spec as unknown as PodSpec
}

function withResourcesOf(
  next: readonly Container[] | undefined,
  stored: readonly Container[] | undefined,
): readonly unknown[] | undefined {
  return stored?.map((container, index) => ({ ...container, resources: next?.[index]?.resources ?? {} }))
}

function warningsOf(job: Job, rules: PodRules): readonly string[] {
  const { metadata } = job
  const aboutName = podNameWarnings(metadata)
  return [...aboutName, ...podTemplateWarnings(specOf(job).template, 'spec.template', rules)]
}
