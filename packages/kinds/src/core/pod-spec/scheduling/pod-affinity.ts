import { isDns1123Label, isQualifiedName, validateLabelSelector, type FieldErrors } from '@pinnace/meta'
import type { Affinity, PodAffinity, PodAffinityTerm } from '@pinnace/types/core-v1-pods'
import type { LabelSelector } from '@pinnace/types/meta-v1'
import { validateNodeAffinity } from './node-selector.ts'
import { reportEach } from '../../../validation/messages.ts'

/** Where a pod wants to be and not to be; `at` is the path of the affinity. */
// upstream: core/validation, validateAffinity
export function validateAffinity(affinity: Affinity, at: string, errors: FieldErrors): void {
  if (affinity.nodeAffinity) validateNodeAffinity(affinity.nodeAffinity, `${at}.nodeAffinity`, errors)
  if (affinity.podAffinity) validatePodAffinity(affinity.podAffinity, `${at}.podAffinity`, errors)
  if (affinity.podAntiAffinity) validatePodAffinity(affinity.podAntiAffinity, `${at}.podAntiAffinity`, errors)
}

function validatePodAffinity(affinity: PodAffinity, at: string, errors: FieldErrors): void {
  const required = affinity.requiredDuringSchedulingIgnoredDuringExecution ?? []
  for (const [index, term] of required.entries()) {
    validateTerm(term, `${at}.requiredDuringSchedulingIgnoredDuringExecution[${index}]`, errors)
  }
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []
  for (const [index, { weight, podAffinityTerm }] of preferred.entries()) {
    const field = `${at}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`
    if (weight <= 0 || weight > 100) errors.invalid(`${field}.weight`, weight, 'must be in the range 1-100')
    validateTerm(podAffinityTerm, `${field}.podAffinityTerm`, errors)
  }
}

// upstream: core/validation, validatePodAffinityTerm
function validateTerm(term: PodAffinityTerm, field: string, errors: FieldErrors): void {
  if (term.labelSelector) validateLabelSelector(term.labelSelector, `${field}.labelSelector`, errors)
  if (term.namespaceSelector) validateLabelSelector(term.namespaceSelector, `${field}.namespaceSelector`, errors)
  for (const namespace of term.namespaces ?? []) {
    reportEach(errors, isDns1123Label(namespace), `${field}.namespace`, namespace)
  }
  validateLabelKeys(term.matchLabelKeys, term.labelSelector, `${field}.matchLabelKeys`, errors)
  validateLabelKeys(term.mismatchLabelKeys, term.labelSelector, `${field}.mismatchLabelKeys`, errors)
  if (term.matchLabelKeys?.length) validateDisjoint(term, term.matchLabelKeys, field, errors)
  if (term.topologyKey === '') errors.required(`${field}.topologyKey`, 'can not be empty')
  reportEach(errors, isQualifiedName(term.topologyKey), `${field}.topologyKey`, term.topologyKey)
}

// upstream: core/validation, validateLabelKeys
function validateLabelKeys(
  keys: readonly string[] | undefined,
  selector: LabelSelector | undefined,
  field: string,
  errors: FieldErrors,
): void {
  if (!keys?.length) return
  if (!selector) return errors.forbidden(field, 'must not be specified when labelSelector is not set')
  for (const [index, key] of keys.entries()) {
    reportEach(errors, isQualifiedName(key), `${field}[${index}]`, key)
  }
}

/** A key in matchLabelKeys stands neither in the selector (but for the expression made from it) nor in mismatchLabelKeys. */
// upstream: core/validation, validateMatchLabelKeysAndMismatchLabelKeys
function validateDisjoint(term: PodAffinityTerm, keys: readonly string[], field: string, errors: FieldErrors): void {
  if (term.labelSelector) {
    const positions = new Map(keys.map((key, index) => [key, index]))
    const selected = new Set(Object.keys(term.labelSelector.matchLabels ?? {}))
    for (const { key } of term.labelSelector.matchExpressions ?? []) {
      const index = positions.get(key)
      if (index !== undefined && selected.has(key)) {
        errors.invalid(`${field}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector')
      }
      selected.add(key)
    }
  }
  const mismatched = new Set(term.mismatchLabelKeys)
  keys.forEach((key, index) => {
    if (mismatched.has(key)) {
      const problem = 'exists in both matchLabelKeys and mismatchLabelKeys'
      errors.invalid(`${field}.matchLabelKeys[${index}]`, key, problem)
    }
  })
}
