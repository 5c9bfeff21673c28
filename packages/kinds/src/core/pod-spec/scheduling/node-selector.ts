import { isDns1123Subdomain, isLabelValue, isQualifiedName, type FieldErrors } from '@pinnace/meta'
import type { NodeAffinity } from '@pinnace/types/core-v1-pods'
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '@pinnace/types/core-v1-selectors'
import { reportEach } from '../../../validation/messages.ts'

const badOperator = 'not a valid selector operator'

/** Which nodes a pod must have and which it would like; `at` is the path of the node affinity. */
// upstream: core/validation, validateNodeAffinity and ValidatePreferredSchedulingTerms
export function validateNodeAffinity(affinity: NodeAffinity, at: string, errors: FieldErrors): void {
  const required = affinity.requiredDuringSchedulingIgnoredDuringExecution
  if (required) validateNodeSelector(required, `${at}.requiredDuringSchedulingIgnoredDuringExecution`, errors)
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []
  for (const [index, { weight, preference }] of preferred.entries()) {
    const field = `${at}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`
    if (weight <= 0 || weight > 100) errors.invalid(`${field}.weight`, weight, 'must be in the range 1-100')
    // upstream: values no label can have are let through here, since a preference need not be met.
    validateTerm(preference, true, `${field}.preference`, errors)
  }
}

/** Terms, of which one must match. */
// upstream: core/validation, ValidateNodeSelector
export function validateNodeSelector(selector: NodeSelector, field: string, errors: FieldErrors): void {
  const terms = selector.nodeSelectorTerms ?? []
  if (terms.length === 0) {
    return errors.required(`${field}.nodeSelectorTerms`, 'must have at least one node selector term')
  }
  for (const [index, term] of terms.entries()) {
    validateTerm(term, false, `${field}.nodeSelectorTerms[${index}]`, errors)
  }
  return undefined
}

function validateTerm(term: NodeSelectorTerm, anyValue: boolean, field: string, errors: FieldErrors): void {
  const expressions = term.matchExpressions ?? []
  for (const [index, expression] of expressions.entries()) {
    validateExpression(expression, anyValue, `${field}.matchExpressions[${index}]`, errors)
  }
  const fields = term.matchFields ?? []
  for (const [index, requirement] of fields.entries()) {
    validateFieldMatch(requirement, `${field}.matchFields[${index}]`, errors)
  }
}

// upstream: core/validation, ValidateNodeSelectorRequirement
function validateExpression(
  requirement: NodeSelectorRequirement,
  anyValue: boolean,
  field: string,
  errors: FieldErrors,
): void {
  const { key, operator, values = [] } = requirement
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) {
      errors.required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'")
    }
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) {
      errors.forbidden(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")
    }
  } else if (operator === 'Gt' || operator === 'Lt') {
    if (values.length !== 1) {
      errors.required(`${field}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'")
    }
  } else {
    errors.invalid(`${field}.operator`, operator, badOperator)
  }
  reportEach(errors, isQualifiedName(key), `${field}.key`, key)
  if (anyValue) return
  for (const [index, value] of values.entries()) {
    reportEach(errors, isLabelValue(value), `${field}.values[${index}]`, value)
  }
}

// upstream: core/validation, ValidateNodeFieldSelectorRequirement
function validateFieldMatch(requirement: NodeSelectorRequirement, field: string, errors: FieldErrors): void {
  const { key, operator, values = [] } = requirement
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length !== 1) {
      const problem = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
      errors.required(`${field}.values`, problem)
    }
  } else {
    errors.invalid(`${field}.operator`, operator, badOperator)
  }
  if (key !== 'metadata.name') return errors.invalid(`${field}.key`, key, 'not a valid field selector key')
  for (const [index, value] of values.entries()) {
    reportEach(errors, isDns1123Subdomain(value), `${field}.values[${index}]`, value)
  }
  return undefined
}
