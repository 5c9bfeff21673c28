import { isPathSegmentName, validateLabelSelector, type FieldErrors } from '@pinnace/meta'
import type { MatchResources, NamedRuleWithOperations } from '@pinnace/types/admissionregistration-v1'
import { reportEach } from '../validation/messages.ts'
import { validateEnum } from './validate-enum.ts'
import { validateWebhookRule } from './webhook-rules.ts'

const matchPolicies = ['Equivalent', 'Exact']

/** Which requests a policy is for. */
// upstream: admissionregistration/validation, validateMatchResources
export function validateMatchResources(match: MatchResources, at: string, errors: FieldErrors): void {
  validateEnum(match.matchPolicy, matchPolicies, `${at}.matchPolicy`, errors)
  validateLabelSelector(match.namespaceSelector, `${at}.namespaceSelector`, errors)
  validateLabelSelector(match.objectSelector, `${at}.objectSelector`, errors)
  match.resourceRules?.forEach((rule, index) => validateNamedRule(rule, `${at}.resourceRules[${index}]`, errors))
  match.excludeResourceRules?.forEach((rule, index) => {
    validateNamedRule(rule, `${at}.excludeResourceRules[${index}]`, errors)
  })
}

function validateNamedRule(rule: NamedRuleWithOperations, at: string, errors: FieldErrors): void {
  const names = new Set<string>()
  rule.resourceNames?.forEach((name, index) => {
    const field = `${at}.resourceNames[${index}]`
    reportEach(errors, isPathSegmentName(name), field, name)
    if (names.has(name)) errors.duplicate(field, name)
    names.add(name)
  })
  validateWebhookRule(rule, at, errors)
}

const mutatedOperations = ['*', 'CONNECT', 'CREATE', 'UPDATE']

/** What is deleted is not mutated. */
// upstream: admissionregistration/validation, validateMutatingAdmissionPolicySpec – the field has no index.
export function validateMutatedOperations(match: MatchResources, at: string, errors: FieldErrors): void {
  for (const { operations } of match.resourceRules ?? []) {
    for (const operation of operations ?? []) {
      validateEnum(operation, mutatedOperations, `${at}.resourceRules.operations`, errors)
    }
  }
}
