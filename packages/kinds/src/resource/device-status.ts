import { type FieldErrors } from '@pinnace/meta'
import type { AllocatedDeviceStatus, NetworkDeviceData } from '@pinnace/types/resource-v1'
import { validateConditions } from '../validation/conditions.ts'
import { validateInterfaceAddress } from '../core/interface-address.ts'
import { validateRawObject } from './device-configuration.ts'
import { validateDriverName, validateLabelName, validatePoolName, validateUuid } from './names.ts'
import { sharedDeviceId, sharedDeviceKey } from './shared-device.ts'
import { validateItems } from './validate-items.ts'

const maxConditions = 8
const maxDataBytes = 10 * 1024
const maxAddresses = 16
const maxInterfaceName = 256
const maxHardwareAddress = 128

/** What a driver says of a device; `at` is the path of the status. */
// upstream: resource/validation, validateDeviceStatus
export function validateDeviceStatus(
  device: AllocatedDeviceStatus,
  at: string,
  errors: FieldErrors,
  allocated: ReadonlySet<string>,
): void {
  validateDriverName(device.driver, `${at}.driver`, errors)
  validatePoolName(device.pool, `${at}.pool`, errors)
  validateLabelName(device.device, `${at}.device`, errors)
  if (device.shareID !== undefined) validateUuid(device.shareID, `${at}.shareID`, errors)
  if (!allocated.has(sharedDeviceKey(device))) {
    errors.invalid(at, sharedDeviceId(device), 'must be an allocated device in the claim')
  }
  const conditions = device.conditions ?? []
  if (conditions.length > maxConditions) errors.tooMany(`${at}.conditions`, conditions.length, maxConditions)
  validateConditions(conditions, `${at}.conditions`, errors)
  if (device.data !== undefined) {
    validateRawObject(device.data, `${at}.data`, errors, { maxBytes: maxDataBytes, isStored: false })
  }
  if (device.networkData !== undefined) validateNetworkData(device.networkData, `${at}.networkData`, errors)
}

// upstream: resource/validation, validateNetworkDeviceData
function validateNetworkData(data: NetworkDeviceData, at: string, errors: FieldErrors): void {
  const { interfaceName = '', hardwareAddress = '', ips } = data
  if (Buffer.byteLength(interfaceName) > maxInterfaceName) errors.tooLong(`${at}.interfaceName`, maxInterfaceName)
  if (Buffer.byteLength(hardwareAddress) > maxHardwareAddress) {
    errors.tooLong(`${at}.hardwareAddress`, maxHardwareAddress)
  }
  validateItems(ips, `${at}.ips`, errors, {
    validate: validateInterfaceAddress,
    max: maxAddresses,
    keyOf: (address) => address,
  })
}
