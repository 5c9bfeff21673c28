import type { FieldErrors } from '@pinnace/meta'
import type { Counter, CounterSet, DeviceCounterConsumption } from '@pinnace/types/resource-v1'
import { validateLabelName, validateRequiredLabel } from './names.ts'
import { validateEntries } from './validate-items.ts'

const maxCounters = 32
const maxNameLength = 63

/** Counters that devices share; `at` is the path of the set. */
// upstream: resource/validation, validateCounterSet
export function validateCounterSet({ name, counters }: CounterSet, at: string, errors: FieldErrors): void {
  validateRequiredLabel(name, `${at}.name`, errors)
  validateCounters(counters, `${at}.counters`, errors)
}

/** What a device takes of a set; `at` is the path of the consumption. */
// upstream: resource/validation, validateDeviceCounterConsumption
export function validateConsumption(
  { counterSet, counters }: DeviceCounterConsumption,
  at: string,
  errors: FieldErrors,
): void {
  validateRequiredLabel(counterSet, `${at}.counterSet`, errors)
  validateCounters(counters, `${at}.counters`, errors)
}

function validateCounters(
  counters: Readonly<Record<string, Counter>> | undefined,
  field: string,
  errors: FieldErrors,
): void {
  if (Object.keys(counters ?? {}).length === 0) errors.required(field)
  else {
    validateEntries(counters, field, errors, {
      validateKey: validateLabelName,
      max: maxCounters,
      maxKeyLength: maxNameLength,
    })
  }
}
