import { isQualifiedName, type FieldErrors } from '@pinnace/meta'
import type { JobSpec, PodFailurePolicyOnExitCodesRequirement, PodFailurePolicyRule } from '@pinnace/types/batch-v1'
import { reportEach } from '../validation/messages.ts'
import { printedList } from '../validation/printed-list.ts'

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore']
const operators = ['In', 'NotIn']
const statuses = ['False', 'True', 'Unknown']
const maxRules = 20
const maxPatterns = 20
const maxValues = 255

/** What is to be done of pods that fail. */
// upstream: apis/batch/validation, validatePodFailurePolicy
export function validatePodFailurePolicy(spec: JobSpec, at: string, errors: FieldErrors): void {
  const rules = spec.podFailurePolicy?.rules ?? []
  if (rules.length > maxRules) errors.tooMany(`${at}.rules`, rules.length, maxRules)
  const { containers = [], initContainers = [] } = spec.template.spec ?? {}
  const names = new Set([...containers, ...initContainers].map(({ name }) => name))
  rules.forEach((rule, index) => validateRule(rule, `${at}.rules[${index}]`, errors, { spec, names }))
}

function validateRule(
  rule: PodFailurePolicyRule,
  at: string,
  errors: FieldErrors,
  { spec, names }: { readonly spec: JobSpec; readonly names: ReadonlySet<string> },
): void {
  const { action, onExitCodes } = rule
  const patterns = rule.onPodConditions ?? []
  if (!action) errors.required(`${at}.action`, validValues(actions))
  else if (!actions.includes(action)) errors.notSupported(`${at}.action`, action, actions)
  else if (action === 'FailIndex' && spec.backoffLimitPerIndex === undefined) {
    errors.invalid(`${at}.action`, action, 'requires the backoffLimitPerIndex to be set')
  }
  if (onExitCodes) validateExitCodes(onExitCodes, names, `${at}.onExitCodes`, errors)
  if (patterns.length > maxPatterns) errors.tooMany(`${at}.onPodConditions`, patterns.length, maxPatterns)
  patterns.forEach(({ type, status }, index) => {
    const field = `${at}.onPodConditions[${index}]`
    reportEach(errors, isQualifiedName(type), `${field}.type`, type)
    if (!status) errors.required(`${field}.status`, validValues(statuses))
    else if (!statuses.includes(status)) errors.notSupported(`${field}.status`, status, statuses)
  })
  if (onExitCodes && patterns.length > 0) {
    refuse(at, 'specifying both OnExitCodes and OnPodConditions is not supported', errors)
  }
  if (!onExitCodes && patterns.length === 0) {
    refuse(at, 'specifying one of OnExitCodes and OnPodConditions is required', errors)
  }
}

function validateExitCodes(
  requirement: PodFailurePolicyOnExitCodesRequirement,
  names: ReadonlySet<string>,
  at: string,
  errors: FieldErrors,
): void {
  const { operator, containerName } = requirement
  const values = requirement.values ?? []
  if (!operator) errors.required(`${at}.operator`, validValues(operators))
  else if (!operators.includes(operator)) errors.notSupported(`${at}.operator`, operator, operators)
  if (containerName !== undefined && !names.has(containerName)) {
    const problem = 'must be one of the container or initContainer names in the pod template'
    errors.invalid(`${at}.containerName`, containerName, problem)
  }
  if (values.length === 0)
    errors.invalid(`${at}.values`, printedList(requirement, 'values'), 'at least one value is required')
  if (values.length > maxValues) errors.tooMany(`${at}.values`, values.length, maxValues)
  const seen = new Set<number>()
  values.forEach((value, index) => {
    const field = `${at}.values[${index}]`
    if (operator === 'In' && value === 0) errors.invalid(field, value, 'must not be 0 for the In operator')
    if (seen.has(value)) errors.duplicate(field, value)
    seen.add(value)
  })
  if (values.some((value, index) => index > 0 && values[index - 1]! > value)) {
    errors.invalid(`${at}.values`, values, 'must be ordered')
  }
}

function validValues(values: readonly string[]): string {
  return `valid values: [${values.map((value) => JSON.stringify(value)).join(' ')}]`
}

/** Refuses without printing what was given. */
export function refuse(field: string, problem: string, errors: FieldErrors): void {
  errors.add('FieldValueInvalid', field, `Invalid value: ${problem}`)
}
