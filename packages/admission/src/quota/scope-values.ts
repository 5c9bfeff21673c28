import type { ScopedResourceSelectorRequirement } from '@pinnace/types/core-v1'

/** Whether a scope that has values holds for an object with these; none of them is as if the object had no such label. */
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
