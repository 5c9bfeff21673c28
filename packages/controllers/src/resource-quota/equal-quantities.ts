import type { ResourceAmounts } from '@pinnace/admission/quota'
import { compareQuantity } from '@pinnace/meta'

/** Whether both have the same quantity of each resource, in whatever notation. */
export function isEqualQuantities(left: ResourceAmounts, right: ResourceAmounts): boolean {
  if (left.size !== right.size) return false
  return [...left].every(([name, amount]) => {
    const other = right.get(name)
    return other !== undefined && compareQuantity(amount, other) === 0
  })
}
