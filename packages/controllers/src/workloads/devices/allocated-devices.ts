import type { ResourceClaim } from '@pinnace/types/resource-v1'
import type { Amounts } from './device-capacity.ts'
import { deviceKey } from './gather-pools.ts'

/** The devices that claims have got. */
export interface AllocatedDevices {
  /** Keys of devices that one claim has alone. Access for administration does not count. */
  readonly exclusive: ReadonlySet<string>
  /** What claims take of devices that they share, by key. */
  readonly shared: ReadonlyMap<string, readonly Amounts[]>
}

/** Collects the devices of all claims. */
// upstream: pkg/scheduler/framework/plugins/dynamicresources/allocateddevices.go
export function allocatedDevices(claims: readonly ResourceClaim[]): AllocatedDevices {
  const exclusive = new Set<string>()
  const shared = new Map<string, Amounts[]>()
  for (const { status } of claims) {
    for (const result of status?.allocation?.devices?.results ?? []) {
      if (result.adminAccess === true) continue
      const key = deviceKey(result)
      if (result.shareID === undefined) exclusive.add(key)
      else shared.set(key, [...(shared.get(key) ?? []), result.consumedCapacity ?? {}])
    }
  }
  return { exclusive, shared }
}
