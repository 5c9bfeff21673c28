import type { DeviceAttribute, DeviceConstraint } from '@pinnace/types/resource-v1'
import { concerns, type Wanted } from './device-requests.ts'
import type { PooledDevice } from './gather-pools.ts'

/** A device that was chosen for a request. */
export interface ChosenDevice {
  readonly wanted: Wanted
  readonly chosen: PooledDevice
}

/** Whether a device may be chosen beside those that were chosen for the same claim. */
// upstream: dynamic-resource-allocation/structured/internal/incubating, matchAttributeConstraint and distinctAttributeConstraint
export function satisfies(
  constraint: DeviceConstraint,
  candidate: ChosenDevice,
  others: readonly ChosenDevice[],
): boolean {
  const { requests, matchAttribute, distinctAttribute } = constraint
  const attribute = matchAttribute ?? distinctAttribute
  if (attribute === undefined || !concerns(requests, candidate.wanted)) return true
  const value = attributeOf(candidate.chosen, attribute)
  if (value === undefined) return false
  const concerned = others.filter(({ wanted }) => concerns(requests, wanted))
  const isSame = ({ chosen }: ChosenDevice): boolean => isEqual(attributeOf(chosen, attribute), value)
  return matchAttribute === undefined ? !concerned.some(isSame) : concerned.every(isSame)
}

/** An attribute by its name with a domain; the domain of the driver may be left out in a slice. */
function attributeOf({ device, pool }: PooledDevice, name: string): DeviceAttribute | undefined {
  const { attributes = {} } = device
  if (Object.hasOwn(attributes, name)) return attributes[name]
  const [domain, id = ''] = name.split('/')
  return domain === pool.driver && Object.hasOwn(attributes, id) ? attributes[id] : undefined
}

function isEqual(a: DeviceAttribute | undefined, b: DeviceAttribute): boolean {
  return (['int', 'bool', 'string', 'version'] as const).some((type) => b[type] !== undefined && a?.[type] === b[type])
}
