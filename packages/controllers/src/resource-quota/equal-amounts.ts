import type { ResourceAmounts } from '@pinnace/admission/quota'
import { compareQuantity } from '@pinnace/meta'

/** Whether both are the same amounts of the same, however they are spelled. */
export function isEqualAmounts(left: ResourceAmounts, right: ResourceAmounts): boolean {
  if (left.size !== right.size) return false
  return [...left].every(([name, amount]) => {
    const other = right.get(name)
    return other !== undefined && compareQuantity(amount, other) === 0
  })
}
