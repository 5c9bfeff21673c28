import { parseQuantity, quantityValue, type FieldErrors } from '@pinnace/meta'
import type { CapacityRequestPolicy, CapacityRequestPolicyRange, DeviceCapacity } from '@pinnace/types/resource-v1'
import { addAmounts, compareAmounts } from '../core/pod-spec/resources/quantities.ts'
import { validateItems } from './validate-items.ts'

const maxValidValues = 10
const bothForms = 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time'

/** What a device has of something; `at` is the path of the capacity. */
// upstream: resource/validation, validateMultiAllocatableDeviceCapacity and validateSingleAllocatableDeviceCapacity
export function validateCapacity(
  { value, requestPolicy }: DeviceCapacity,
  at: string,
  errors: FieldErrors,
  isShared: boolean,
): void {
  if (requestPolicy === undefined) return
  if (isShared) validatePolicy(requestPolicy, value, `${at}.requestPolicy`, errors)
  else errors.forbidden(`${at}.requestPolicy`, 'allowMultipleAllocations must be true')
}

// upstream: resource/validation, validateRequestPolicy
function validatePolicy(policy: CapacityRequestPolicy, capacity: string, at: string, errors: FieldErrors): void {
  const { validValues, validRange } = policy
  const preset = policy.default ?? undefined
  const hasValues = (validValues ?? []).length > 0
  if (hasValues && validRange !== undefined) errors.forbidden(at, bothForms)
  else if (hasValues) {
    if (preset === undefined) errors.required(`${at}.default`, 'required when validValues is defined')
    else validateValues(validValues ?? [], `${at}.validValues`, errors, { preset, capacity })
  } else if (validRange !== undefined) {
    if (preset === undefined) errors.required(`${at}.default`, 'required when validRange is defined')
    else validateRange(validRange, `${at}.validRange`, errors, { preset, capacity })
  }
}

/** What may be asked for must be there, and the default must be among it. */
interface Amounts {
  readonly preset: string
  readonly capacity: string
}

// upstream: resource/validation, validateRequestPolicyValidValues
function validateValues(
  values: readonly string[],
  at: string,
  errors: FieldErrors,
  { preset, capacity }: Amounts,
): void {
  for (const [index, value] of values.entries()) {
    const before = values[index - 1]
    if (before === undefined || compareAmounts(before, value) <= 0) continue
    errors.invalid(`${at}[${index}]`, value, 'values must be sorted in ascending order')
  }
  let isFound = false
  validateItems(values, at, errors, {
    validate(value, field) {
      if (compareAmounts(value, capacity) > 0) {
        errors.invalid(field, value, `option is larger than capacity value: ${capacity}`)
      }
      isFound ||= compareAmounts(value, preset) === 0
    },
    max: maxValidValues,
    keyOf: (value) => String(wholeValue(value)),
  })
  if (!isFound) errors.invalid(at, preset, 'default value is not valid according to the requestPolicy')
}

// upstream: resource/validation, validateRequestPolicyRange
function validateRange(
  range: CapacityRequestPolicyRange,
  at: string,
  errors: FieldErrors,
  { preset, capacity }: Amounts,
): void {
  const { min, max, step } = range
  if (min === undefined) return errors.required(`${at}.min`, 'required when validRange is defined')
  if (compareAmounts(min, capacity) > 0) {
    errors.invalid(`${at}.min`, min, `min is larger than capacity value: ${capacity}`)
  }
  if (compareAmounts(preset, min) < 0) errors.invalid(`${at}.min`, preset, `default is less than min: ${min}`)
  if (max !== undefined) {
    if (compareAmounts(min, max) > 0) errors.invalid(`${at}.max`, min, `min is larger than max: ${max}`)
    if (compareAmounts(max, capacity) > 0) {
      errors.invalid(`${at}.max`, max, `max is larger than capacity value: ${capacity}`)
    }
    if (compareAmounts(preset, max) > 0) errors.invalid(`${at}.max`, preset, `default is more than max: ${max}`)
  }
  if (step === undefined) return undefined
  const added = addAmounts(min, step)
  if (compareAmounts(added, capacity) > 0) {
    errors.invalid(`${at}.step`, step, `one step ${added} is larger than capacity value: ${capacity}`)
  }
  for (const value of max === undefined ? [preset] : [preset, max]) {
    if (isStep(value, min, step)) continue
    errors.invalid(`${at}.step`, value, `value is not a multiple of a given step (${step}) from (${min})`)
  }
  return undefined
}

/** Whether a value is reached by steps from the least. */
function isStep(value: string, min: string, step: string): boolean {
  const size = wholeValue(step)
  return size === 0n || (wholeValue(value) - wholeValue(min)) % size === 0n
}

function wholeValue(amount: string): bigint {
  const quantity = parseQuantity(amount)
  return quantity === undefined ? 0n : quantityValue(quantity)
}
