import type { FieldErrors } from '@pinnace/meta'
import { emptiedMember } from '@pinnace/schema'
import { validateKey } from './names.ts'
import { validateItems } from './validate-items.ts'

const maxConditions = 4

/** Conditions that a device must have before a pod is bound to its node, and those that say it will not. */
interface BindingConditions {
  readonly bindingConditions?: readonly string[] | null
  readonly bindingFailureConditions?: readonly string[] | null
}

/** The conditions of a device; `at` is the path of the device. */
// upstream: resource/validation, validateDeviceBindingParameters
export function validateBindingConditions(device: BindingConditions, at: string, errors: FieldErrors): void {
  const conditions = device.bindingConditions ?? []
  const failures = device.bindingFailureConditions ?? []
  if (conditions.length === 0 && failures.length === 0) return
  const success = `${at}.bindingConditions`
  const failure = `${at}.bindingFailureConditions`
  const rules = { validate: validateKey, max: maxConditions }
  validateItems(conditions, success, errors, rules)
  validateItems(failures, failure, errors, rules)
  for (const [index, condition] of conditions.entries()) {
    if (conditions.indexOf(condition) < index) errors.duplicate(`${success}[${index}]`, condition)
  }
  for (const [index, condition] of failures.entries()) {
    if (failures.indexOf(condition) < index) errors.duplicate(`${failure}[${index}]`, condition)
    if (!conditions.includes(condition)) continue
    const problem = 'bindingFailureConditions must not overlap with bindingConditions'
    errors.invalid(`${failure}[${index}]`, condition, problem)
  }
  if (conditions.length === 0) {
    errors.invalid(
      success,
      givenList(device, 'bindingConditions'),
      'bindingConditions are required to use bindingFailureConditions',
    )
  }
  if (failures.length === 0) {
    errors.invalid(
      failure,
      givenList(device, 'bindingFailureConditions'),
      'bindingFailureConditions are required to use bindingConditions',
    )
  }
}

/** An empty list as the client has sent it: with brackets, or not at all. */
function givenList(device: BindingConditions, name: keyof BindingConditions): unknown {
  return device[name] ?? emptiedMember(device, name) ?? null
}
