import type { FieldErrors } from '@pinnace/meta'
import type { JobSpec, SuccessPolicyRule } from '@pinnace/types/batch-v1'
import { validateNotNegative } from '../validation/messages.ts'
import { countIndexes, parseIndexIntervals } from './index-intervals.ts'

const maxRules = 20
const maxIndexesBytes = 64 * 1024

/** When an indexed job has succeeded before all of it has. */
// upstream: apis/batch/validation, validateSuccessPolicy
export function validateSuccessPolicy(spec: JobSpec, at: string, errors: FieldErrors): void {
  const rules = spec.successPolicy?.rules ?? []
  if (rules.length === 0) {
    errors.required(`${at}.rules`, 'at least one rules must be specified when the successPolicy is specified')
  }
  if (rules.length > maxRules) errors.tooMany(`${at}.rules`, rules.length, maxRules)
  rules.forEach((rule, index) => validateRule(rule, spec.completions ?? 0, `${at}.rules[${index}]`, errors))
}

function validateRule(
  { succeededCount, succeededIndexes }: SuccessPolicyRule,
  completions: number,
  at: string,
  errors: FieldErrors,
): void {
  if (succeededCount === undefined && succeededIndexes === undefined) {
    errors.required(at, 'at least one of succeededCount or succeededIndexes must be specified')
  }
  let total = 0
  if (succeededIndexes !== undefined) {
    const field = `${at}.succeededIndexes`
    if (Buffer.byteLength(succeededIndexes) > maxIndexesBytes) errors.tooLong(field, maxIndexesBytes)
    const parsed = parseIndexIntervals(succeededIndexes, completions)
    if ('error' in parsed) {
      errors.invalid(field, succeededIndexes, `error parsing succeededIndexes: ${parsed.error}`)
    } else total = countIndexes(parsed.intervals)
  }
  if (succeededCount === undefined) return
  const field = `${at}.succeededCount`
  validateNotNegative(succeededCount, field, errors)
  const refuseAbove = (limit: number, what: string): void => {
    if (succeededCount > limit) {
      errors.invalid(field, succeededCount, `must be less than or equal to ${limit} (the number of ${what})`)
    }
  }
  refuseAbove(completions, 'specified completions')
  if (succeededIndexes !== undefined) refuseAbove(total, 'indexes in the specified succeededIndexes field')
}
