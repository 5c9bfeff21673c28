import {
  fromLabelSelector,
  isDns1123Label,
  isSemanticEqual,
  validateLabelSelector,
  type FieldErrors,
  type Mutable,
  type Vocabulary,
} from '@pinnace/meta'
import { nameIsDnsSubdomain } from '@pinnace/resources'
import type { Job, JobSpec } from '@pinnace/types/batch-v1'
import { statusView } from '../apps/workload-views.ts'
import { completeTemplate, refuseUnmatched } from '../apps/workload.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { jobColumns } from '../columns/batch.ts'
import { defaultPodTemplateSpec } from '../core/pods/pod-template-spec.ts'
import { podTemplateWarnings } from '../core/pods/pod-warnings.ts'
import type { PodRules } from '../core/pod-spec/pod-rules.ts'
import { sentences } from '../validation/messages.ts'
import { bumpGeneration, keepStatus } from '../structural.ts'
import { generateSelector, validateGeneratedSelector } from './generated-selector.ts'
import { createJobRules, type JobRules } from './job-rules.ts'
import { validateJobSpec } from './job-spec.ts'
import { validateJobStatus } from './job-status.ts'
import { specOf } from '../spec-of.ts'

const defaultBackoffLimit = 6
const noBackoffLimit = 2_147_483_647

/** Jobs: pods that run to their end. */
// upstream: registry/batch/job/strategy.go
export function job(vocabulary: Vocabulary): KindBehavior<Job> {
  const rules = createJobRules(vocabulary)
  return {
    validateName: nameIsDnsSubdomain,
    strategy: {
      defaults: (next) => defaultJob(next, rules.pods),
      prepareForCreate(next) {
        generateSelector(next, rules)
        next.metadata.generation = 1
        next.status = {}
      },
      prepareForUpdate(next, live) {
        keepStatus(next, live)
        bumpGeneration(next, live)
      },
      validate: (next, errors) => validateJob(next, rules, { requirePrefixed: true }, errors),
      validateUpdate(next, live, errors) {
        const { uid = '' } = live.metadata
        const labels = live.spec?.template.metadata?.labels ?? {}
        const requirePrefixed = labels[rules.controllerUid] === uid
        validateJob(next, rules, { requirePrefixed }, errors)
        validateUnchanged(specOf(next), live, errors)
      },
      warnings: (next, live) => (live === undefined ? warningsOf(next, rules.pods) : []),
    },
    columns: jobColumns,
    selectableFields: { 'status.successful': ({ status }) => String(status?.succeeded ?? 0) },
    subresources: { status: statusView(validateJobStatus) },
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
  if (labels && Object.keys(next.metadata.labels ?? {}).length === 0) next.metadata.labels = { ...labels }
  spec.completionMode ??= 'NonIndexed'
  spec.suspend ??= false
  spec.podReplacementPolicy ??= spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed'
  spec.manualSelector ??= false
  defaultJobTemplate(spec, rules)
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
  const spec = specOf(next)
  validateGeneratedSelector(next, rules, options, errors)
  validateJobSpec(spec, rules.pods, 'spec', errors)
  if (!spec.selector) errors.required('spec.selector')
  else validateLabelSelector(spec.selector, 'spec.selector', errors)
  if (!isMatching(spec)) refuseUnmatched(spec.template, errors)
  const { name = '' } = next.metadata
  if (spec.completionMode !== 'Indexed' || !spec.completions) return
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
  const keep = (name: keyof JobSpec, value: unknown, before: unknown): void => {
    if (!isSemanticEqual(value, before)) errors.invalid(`spec.${name}`, value ?? null, sentences.immutable)
  }
  const { completions, parallelism } = spec
  if (spec.completionMode !== 'Indexed') keep('completions', completions, stored.completions)
  else if (completions !== undefined && completions !== stored.completions && completions !== parallelism) {
    errors.invalid('spec.completions', completions, 'can only be modified in tandem with spec.parallelism')
  }
  keep('selector', spec.selector, stored.selector)
  const isWaiting = stored.suspend === true && live.status?.startTime === undefined
  const template = isWaiting ? withDirectives(stored, spec) : stored.template
  if (!isSemanticEqual(spec.template, template)) errors.invalid('spec.template', spec.template, sentences.immutable)
  for (const name of settled) keep(name, spec[name], stored[name])
}

/** The stored template with what may be said of its pods' place before any is made. */
// upstream: apis/batch/validation, validatePodTemplateUpdate
function withDirectives({ template: stored }: JobSpec, { template }: JobSpec): JobSpec['template'] {
  const { nodeSelector, tolerations, schedulingGates, affinity } = specOf(template)
  const { nodeAffinity: _, ...others } = specOf(stored).affinity ?? {}
  const kept = { ...others, ...(affinity?.nodeAffinity ? { nodeAffinity: affinity.nodeAffinity } : {}) }
  const spec: Record<string, unknown> = { ...stored.spec, nodeSelector, tolerations, schedulingGates, affinity: kept }
  if (affinity === undefined && Object.keys(kept).length === 0) delete spec['affinity']
  const { annotations, labels } = template.metadata ?? {}
  return { metadata: { ...stored.metadata, annotations, labels }, spec } as unknown as JobSpec['template']
}

function warningsOf(job: Job, rules: PodRules): readonly string[] {
  const { metadata } = job
  const problems = isDns1123Label(metadata.name ?? '')
  const aboutName =
    problems.length === 0
      ? []
      : [
          `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${problems.join(' ')}]`,
        ]
  return [...aboutName, ...podTemplateWarnings(specOf(job).template, 'spec.template', rules)]
}
