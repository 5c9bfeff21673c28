import type { ScopedResourceSelectorRequirement } from '@pinnace/types/core-v1'

/** Whether a scope selector with an operator matches the values of an object; no value is like a missing label. */
// upstream: core/v1/helper, ScopedResourceSelectorRequirementsAsSelector
export function matchesValues(
  { operator, values = [] }: ScopedResourceSelectorRequirement,
  found: readonly string[],
): boolean {
  if (operator === 'Exists') return found.length > 0
  if (operator === 'DoesNotExist') return found.length === 0
  if (operator === 'In') return found.some((value) => values.includes(value))
  return found.length === 0 || found.some((value) => !values.includes(value))
}
