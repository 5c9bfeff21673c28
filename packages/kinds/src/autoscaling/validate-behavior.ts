import type { FieldErrors } from '@pinnace/meta'
import type { HorizontalPodAutoscalerBehavior, HPAScalingPolicy, HPAScalingRules } from '@pinnace/types/autoscaling-v2'
import { sentences } from '../validation/messages.ts'

const selectPolicies = ['Disabled', 'Max', 'Min']
const policyTypes = ['Percent', 'Pods']
const maxPeriodSeconds = 1800
const maxWindowSeconds = 3600

/** How fast to scale; `at` is the path of the behavior. */
// upstream: autoscaling/validation, validateBehavior
export function validateBehavior(
  { scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior,
  at: string,
  errors: FieldErrors,
): void {
  if (scaleUp !== undefined) validateScalingRules(scaleUp, `${at}.scaleUp`, errors)
  if (scaleDown !== undefined) validateScalingRules(scaleDown, `${at}.scaleDown`, errors)
}

// upstream: autoscaling/validation, validateScalingRules
function validateScalingRules(rules: HPAScalingRules, at: string, errors: FieldErrors): void {
  const { stabilizationWindowSeconds: window = 0, selectPolicy, policies, tolerance } = rules
  if (window < 0) {
    errors.invalid(`${at}.stabilizationWindowSeconds`, window, 'must be greater than or equal to zero')
  }
  if (window > maxWindowSeconds) {
    errors.invalid(`${at}.stabilizationWindowSeconds`, window, `must be less than or equal to ${maxWindowSeconds}`)
  }
  if (selectPolicy !== undefined && !selectPolicies.includes(selectPolicy)) {
    errors.notSupported(`${at}.selectPolicy`, selectPolicy, selectPolicies)
  }
  const listed = policies ?? []
  if (listed.length === 0) errors.required(`${at}.policies`, 'must specify at least one Policy')
  for (const [index, policy] of listed.entries()) validatePolicy(policy, `${at}.policies[${index}]`, errors)
  if (tolerance?.startsWith('-') === true) errors.invalid(`${at}.tolerance`, tolerance, sentences.notNegative)
}

// upstream: autoscaling/validation, validateScalingPolicy
function validatePolicy({ type, value, periodSeconds }: HPAScalingPolicy, at: string, errors: FieldErrors): void {
  if (!policyTypes.includes(type)) errors.notSupported(`${at}.type`, type, policyTypes)
  if (value <= 0) errors.invalid(`${at}.value`, value, sentences.positive)
  if (periodSeconds <= 0) errors.invalid(`${at}.periodSeconds`, periodSeconds, sentences.positive)
  if (periodSeconds > maxPeriodSeconds) {
    errors.invalid(`${at}.periodSeconds`, periodSeconds, `must be less than or equal to ${maxPeriodSeconds}`)
  }
}
