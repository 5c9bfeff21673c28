import type { FieldErrors } from '@pinnace/meta'
import type {
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
} from '@pinnace/types/resource-v1'
import { validateNodeSelector } from '../core/pod-spec/scheduling/node-selector.ts'
import { validateBindingConditions } from './binding-conditions.ts'
import { validateReferences } from './device-claim.ts'
import { validateDeviceConfiguration } from './device-configuration.ts'
import { validateDriverName, validateLabelName, validatePoolName, validateUuid } from './names.ts'
import { validateRequestReference, type RequestNames } from './request-names.ts'
import { validateItems } from './validate-items.ts'

const maxResults = 32
const maxConfigurations = 64
const sources = ['FromClaim', 'FromClass']

/** Which devices a claim got; `at` is the path of the allocation. */
// upstream: resource/validation, validateAllocationResult
export function validateAllocation(
  { devices, nodeSelector }: AllocationResult,
  at: string,
  errors: FieldErrors,
  names: RequestNames,
): void {
  validateItems(devices?.results, `${at}.devices.results`, errors, {
    validate: (result, path) => validateResult(result, path, errors, names),
    max: maxResults,
  })
  validateItems(devices?.config, `${at}.devices.config`, errors, {
    validate: (config, path) => validateConfiguration(config, path, errors, names),
    max: maxConfigurations,
  })
  if (nodeSelector !== undefined) validateNodeSelector(nodeSelector, `${at}.nodeSelector`, errors)
}

// upstream: resource/validation, validateDeviceRequestAllocationResult
function validateResult(
  result: DeviceRequestAllocationResult,
  at: string,
  errors: FieldErrors,
  names: RequestNames,
): void {
  validateRequestReference(result.request, `${at}.request`, errors, names)
  validateDriverName(result.driver, `${at}.driver`, errors)
  validatePoolName(result.pool, `${at}.pool`, errors)
  validateLabelName(result.device, `${at}.device`, errors)
  validateBindingConditions(result, at, errors)
  if (result.shareID !== undefined) validateUuid(result.shareID, `${at}.shareID`, errors)
}

// upstream: resource/validation, validateDeviceAllocationConfiguration
function validateConfiguration(
  config: DeviceAllocationConfiguration,
  at: string,
  errors: FieldErrors,
  names: RequestNames,
): void {
  const { source } = config
  if (source === '') errors.required(`${at}.source`)
  else if (!sources.includes(source)) errors.notSupported(`${at}.source`, source, sources)
  validateReferences(config.requests, `${at}.requests`, errors, names)
  validateDeviceConfiguration(config, at, errors, false)
}
