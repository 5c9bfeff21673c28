import { isQualifiedName, validateLabelSelector, type FieldErrors } from '@pinnace/meta'
import type { TopologySpreadConstraint } from '@pinnace/types/core-v1-pods'
import { reportEach, sentences } from '../../../validation/messages.ts'

const actions = ['DoNotSchedule', 'ScheduleAnyway']
const policies = ['Honor', 'Ignore']

/** How evenly pods are spread; `at` is the path of the list. */
// upstream: core/validation, validateTopologySpreadConstraints
export function validateTopologySpread(
  constraints: readonly TopologySpreadConstraint[],
  at: string,
  errors: FieldErrors,
): void {
  const last = new Map(constraints.map((constraint, index) => [pair(constraint), index]))
  for (const [index, constraint] of constraints.entries()) {
    const { maxSkew, topologyKey, whenUnsatisfiable, minDomains, labelSelector } = constraint
    const field = `${at}[${index}]`
    if (maxSkew <= 0) errors.invalid(`${field}.maxSkew`, maxSkew, sentences.positive)
    if (topologyKey === '') errors.required(`${field}.topologyKey`, 'can not be empty')
    if (!actions.includes(whenUnsatisfiable)) {
      errors.notSupported(`${field}.whenUnsatisfiable`, whenUnsatisfiable, actions)
    }
    if ((last.get(pair(constraint)) ?? index) > index) {
      errors.duplicate(`${field}.{topologyKey, whenUnsatisfiable}`, pair(constraint))
    }
    if (minDomains !== undefined) {
      if (minDomains <= 0) errors.invalid(`${field}.minDomains`, minDomains, sentences.positive)
      if (whenUnsatisfiable !== 'DoNotSchedule') {
        const problem = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`
        errors.invalid(`${field}.minDomains`, minDomains, problem)
      }
    }
    validatePolicy(constraint.nodeAffinityPolicy, `${field}.nodeAffinityPolicy`, errors)
    validatePolicy(constraint.nodeTaintsPolicy, `${field}.nodeTaintsPolicy`, errors)
    if (constraint.matchLabelKeys?.length) {
      validateMatchLabelKeys(constraint, constraint.matchLabelKeys, `${field}.matchLabelKeys`, errors)
    }
    if (labelSelector) validateLabelSelector(labelSelector, `${field}.labelSelector`, errors)
  }
}

function pair({ topologyKey, whenUnsatisfiable }: TopologySpreadConstraint): string {
  return `{${topologyKey}, ${whenUnsatisfiable}}`
}

function validatePolicy(policy: string | undefined, field: string, errors: FieldErrors): void {
  if (policy !== undefined && !policies.includes(policy)) errors.notSupported(field, policy, policies)
}

/** Keys whose values are taken from the pod: expressions made of them when the pod was created do not count. */
// upstream: core/validation, validateMatchLabelKeysInTopologySpread
function validateMatchLabelKeys(
  constraint: TopologySpreadConstraint,
  keys: readonly string[],
  field: string,
  errors: FieldErrors,
): void {
  const { labelSelector } = constraint
  if (!labelSelector) return errors.forbidden(field, 'must not be specified when labelSelector is not set')
  const positions = new Map(keys.map((key, index) => [key, index]))
  for (const [index, key] of keys.entries()) {
    reportEach(errors, isQualifiedName(key), `${field}[${index}]`, key)
  }
  const selected = new Set(Object.keys(labelSelector?.matchLabels ?? {}))
  for (const { key } of labelSelector?.matchExpressions ?? []) {
    const index = positions.get(key)
    if (index !== undefined && selected.has(key)) {
      // upstream: the path leaves the name of the list out.
      const path = field.slice(0, -'.matchLabelKeys'.length)
      errors.invalid(`${path}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector')
    }
    selected.add(key)
  }
  return undefined
}
