import {
  fromLabelSelector,
  isSemanticEqual,
  validateLabelSelector,
  type FieldErrors,
  type Mutable,
} from '@pinnace/meta'
import type { ReplicaSet } from '@pinnace/types/apps-v1'
import type { ReplicationController } from '@pinnace/types/core-v1'
import type { PodSpec, PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import type { LabelSelector } from '@pinnace/types/meta-v1'
import { validatePodTemplateSpec } from '../core/pods/pod-template-spec.ts'
import type { PodRules } from '../core/pod-spec/pod-rules.ts'
import { sentences } from '../validation/messages.ts'
import { orderedSelector } from '../validation/ordered-selector.ts'
import { printedLabels } from '../validation/printed-labels.ts'

/** Refuses a selector that is missing, malformed or empty; `emptyMessage` is what the kind says of the last. */
export function validateSelector(selector: LabelSelector | undefined, emptyMessage: string, errors: FieldErrors): void {
  if (!selector) return errors.required('spec.selector')
  validateLabelSelector(selector, 'spec.selector', errors)
  if (isEmptySelector(selector)) errors.invalid('spec.selector', orderedSelector(selector), emptyMessage)
  return undefined
}

/** Whether it has neither labels nor expressions. */
export function isEmptySelector(selector: LabelSelector): boolean {
  return Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions?.length ?? 0) === 0
}

/** What a selector says of a template; `broken` where the selector cannot be read. */
export function matchTemplate(
  selector: LabelSelector | undefined,
  template: PodTemplateSpec,
): 'matches' | 'differs' | 'broken' {
  if (!selector) return 'differs'
  try {
    return fromLabelSelector(selector).matches(template.metadata?.labels) ? 'matches' : 'differs'
  } catch {
    return 'broken'
  }
}

/** Refuses a template whose labels the selector does not match. */
export function refuseUnmatched(template: PodTemplateSpec, errors: FieldErrors): void {
  errors.invalid(
    'spec.template.metadata.labels',
    printedLabels(template.metadata),
    '`selector` does not match template `labels`',
  )
}

/** Refuses another selector than the stored one: which pods are whose is settled at the start. */
// upstream: registry/apps/…/strategy.go, ValidateImmutableField of spec.selector in apps/v1
export function validateSelectorUpdate(
  next: LabelSelector | undefined,
  live: LabelSelector | undefined,
  errors: FieldErrors,
): void {
  if (!isSemanticEqual(next, live)) errors.invalid('spec.selector', orderedSelector(next), sentences.immutable)
}

/** What the pods of a workload must be: restarted always, without a deadline. */
export function validateWorkloadPods(spec: PodSpec | undefined, kind: string, errors: FieldErrors): void {
  if (spec?.restartPolicy !== 'Always') {
    errors.notSupported('spec.template.spec.restartPolicy', spec?.restartPolicy ?? '', ['Always'])
  }
  if (spec?.activeDeadlineSeconds !== undefined) {
    const problem = `activeDeadlineSeconds in ${kind} is not Supported`
    errors.forbidden('spec.template.spec.activeDeadlineSeconds', problem)
  }
}

/** The selector and the template of a replicated workload, which must fit. */
// upstream: apps/validation, ValidatePodTemplateSpecForReplicaSet – the word of the kind is ReplicaSet for both.
export function validateReplicated(
  selector: LabelSelector | undefined,
  template: PodTemplateSpec,
  rules: PodRules,
  errors: FieldErrors,
): void {
  validateSelector(selector, 'empty selector is invalid for deployment', errors)
  const match = selector && isEmptySelector(selector) ? 'matches' : matchTemplate(selector, template)
  if (match === 'broken') return errors.invalid('spec.selector', orderedSelector(selector), 'invalid label selector')
  if (match === 'differs') refuseUnmatched(template, errors)
  validatePodTemplateSpec(template, rules, 'spec.template', errors)
  return validateWorkloadPods(template.spec, 'ReplicaSet', errors)
}

/** Refuses counts of a status that are below zero. */
export function validateCounts(status: object, names: readonly string[], errors: FieldErrors): void {
  const counts = status as Readonly<Record<string, number | undefined>>
  for (const name of names) {
    const count = counts[name]
    if (count !== undefined && count < 0) errors.invalid(`status.${name}`, count, sentences.notNegative)
  }
}

/** Refuses a count of a status that is above another. */
export function validateAtMost(
  status: object,
  name: string,
  errors: FieldErrors,
  { limit, problem }: { readonly limit: string; readonly problem: string },
): void {
  const counts = status as Readonly<Record<string, number | undefined>>
  const count = counts[name] ?? 0
  if (count > (counts[limit] ?? 0)) errors.invalid(`status.${name}`, count, problem)
}

/** Refuses a collision count that goes down. */
// upstream: core/validation, IsDecremented
export function validateCollisions(next: number | undefined, live: number | undefined, errors: FieldErrors): void {
  if (live !== undefined && (next === undefined || next < live)) {
    errors.invalid('status.collisionCount', next ?? 0, 'cannot be decremented')
  }
}

/** A template that has all its parts. */
export function completeTemplate(template: Mutable<PodTemplateSpec> | undefined): Mutable<PodTemplateSpec> {
  const complete = template ?? {}
  complete.spec ??= { containers: [] }
  complete.spec.containers ??= []
  return complete
}

/** The counts of replica sets and replication controllers. */
// upstream: apps/validation, ValidateReplicaSetStatus; core/validation, ValidateReplicationControllerStatus
export function validateReplicasStatus(
  { status = { replicas: 0 } }: ReplicaSet | ReplicationController,
  _live: unknown,
  errors: FieldErrors,
): void {
  validateCounts(
    status,
    [
      'replicas',
      'fullyLabeledReplicas',
      'readyReplicas',
      'availableReplicas',
      'terminatingReplicas',
      'observedGeneration',
    ],
    errors,
  )
  validateReadyCounts(status, 'fullyLabeledReplicas', errors)
}

/** No more replicas are `counted`, ready or available than exist, and no more are available than ready. */
export function validateReadyCounts(status: object, counted: string, errors: FieldErrors): void {
  for (const name of [counted, 'readyReplicas', 'availableReplicas']) {
    validateAtMost(status, name, errors, { limit: 'replicas', problem: 'cannot be greater than status.replicas' })
  }
  validateAtMost(status, 'availableReplicas', errors, {
    limit: 'readyReplicas',
    problem: 'cannot be greater than readyReplicas',
  })
}
