import { isPercent, type FieldErrors } from '@pinnace/meta'
import { reportEach, sentences } from '../validation/messages.ts'

type IntOrString = number | string

/** The number of an absolute count or of a percentage; text that is neither counts as what stands in front of it. */
// upstream: apps/validation, getIntOrPercentValue
export function countOf(value: IntOrString): number {
  if (typeof value === 'number') return value
  if (isPercent(value).length === 0) return Number(value.slice(0, -1))
  const count = Number(value)
  return Number.isInteger(count) ? count : 0
}

/** Refuses counts below zero and text that is no percentage. */
// upstream: apps/validation, ValidatePositiveIntOrPercent
export function validateCount(value: IntOrString, field: string, errors: FieldErrors): void {
  if (typeof value === 'string') reportEach(errors, isPercent(value), field, value)
  else if (value < 0) errors.invalid(field, value, sentences.notNegative)
}

/** Refuses percentages above 100. */
// upstream: apps/validation, IsNotMoreThan100Percent
export function validateShare(value: IntOrString, field: string, errors: FieldErrors): void {
  if (typeof value === 'string' && isPercent(value).length === 0 && countOf(value) > 100) {
    errors.invalid(field, value, 'must not be greater than 100%')
  }
}
