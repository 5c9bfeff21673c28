import { isSemanticEqual, type FieldErrors, type Mutable } from '@pinnace/meta'
import type { AllocationResult, ResourceClaim, ResourceClaimConsumerReference } from '@pinnace/types/resource-v1'
import { goValue } from '../go-values/go-value.ts'
import { sentences } from '../validation/messages.ts'
import { validateAllocation } from './allocation.ts'
import { validateDeviceStatus } from './device-status.ts'
import { requestNamesOf } from './request-names.ts'
import { sharedDeviceId, sharedDeviceKey, type SharedDevice } from './shared-device.ts'
import { validateItems } from './validate-items.ts'

const maxConsumers = 256

/** The status of a claim. */
// upstream: resource/validation, validateResourceClaimStatusUpdate
export function validateClaimStatus(next: ResourceClaim, live: ResourceClaim, errors: FieldErrors): void {
  const { allocation, reservedFor, devices } = next.status ?? {}
  validateItems(reservedFor, 'status.reservedFor', errors, {
    validate: validateConsumer,
    max: maxConsumers,
    keyOf: ({ uid }) => uid,
  })
  const allocated = new Set(allocatedKeys(allocation))
  validateItems(devices, 'status.devices', errors, {
    validate: (device, at) => validateDeviceStatus(device, at, errors, allocated),
    keyOf: sharedDeviceId,
  })
  validateReservation(next, live, errors)
  if (allocation === undefined) return
  const before = live.status?.allocation
  if (before === undefined) {
    validateAllocation(allocation, 'status.allocation', errors, requestNamesOf(next.spec.devices ?? {}))
  } else if (!isSemanticEqual(allocation, before)) {
    const value = goValue('resource.v1.AllocationResult', allocation)
    errors.invalid('status.allocation', value, sentences.immutable)
  }
}

/** Forgets the status of devices that are no longer allocated. */
// upstream: registry/resource/resourceclaim/strategy.go, dropDeallocatedStatusDevices
export function dropDeallocatedDevices(next: Mutable<ResourceClaim>, live: ResourceClaim): void {
  const { status } = next
  if (status?.devices === undefined || status.devices === null) return
  const kept = keptDevices(status.devices, next, live)
  if (kept.length === 0) delete status.devices
  else status.devices = kept
}

/** Without the devices that were allocated and are no longer. */
export function keptDevices<T extends SharedDevice>(
  devices: readonly T[],
  next: ResourceClaim,
  live: ResourceClaim,
): T[] {
  const gone = new Set(allocatedKeys(live.status?.allocation))
  for (const key of allocatedKeys(next.status?.allocation)) gone.delete(key)
  return devices.filter((device) => !gone.has(sharedDeviceKey(device)))
}

function allocatedKeys(allocation: AllocationResult | undefined): readonly string[] {
  return (allocation?.devices?.results ?? []).map(sharedDeviceKey)
}

function validateConsumer(consumer: ResourceClaimConsumerReference, at: string, errors: FieldErrors): void {
  if (consumer.resource === '') errors.required(`${at}.resource`)
  if (consumer.name === '') errors.required(`${at}.name`)
  if (consumer.uid === '') errors.required(`${at}.uid`)
}

/** Only what is allocated is reserved, and no more of a claim that is being deleted. */
function validateReservation(next: ResourceClaim, live: ResourceClaim, errors: FieldErrors): void {
  const reserved = next.status?.reservedFor ?? []
  if (reserved.length === 0) return
  if (next.status?.allocation === undefined) {
    errors.forbidden('status.reservedFor', 'may not be specified when `allocated` is not set')
    return
  }
  if (next.metadata.deletionTimestamp === undefined) return
  const before = live.status?.reservedFor ?? []
  if (reserved.every((consumer) => before.some((known) => isSemanticEqual(known, consumer)))) return
  errors.forbidden(
    'status.reservedFor',
    'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set',
  )
}
