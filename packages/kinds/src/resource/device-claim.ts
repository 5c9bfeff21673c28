import { isDns1123Subdomain, type FieldErrors, type Mutable } from '@pinnace/meta'
import type {
  DeviceClaim,
  DeviceClaimConfiguration,
  DeviceConstraint,
  DeviceRequest,
  DeviceSubRequest,
  DeviceToleration,
  ExactDeviceRequest,
} from '@pinnace/types/resource-v1'
import { reportEach, sentences } from '../validation/messages.ts'
import { validateDeviceConfiguration } from './device-configuration.ts'
import { validateFullyQualifiedName, validateLabelName } from './names.ts'
import { requestNamesOf, validateRequestReference, type RequestNames } from './request-names.ts'
import type { DeviceSelectors } from './selectors.ts'
import { validateDeviceToleration } from './taints.ts'
import { validateItems } from './validate-items.ts'

const maxItems = 32
const maxAlternatives = 8
const allocationModes = ['All', 'ExactCount']
const oneForm = 'exactly one of `exactly` or `firstAvailable` is required'

/** One device is asked for, unless the request says how many. */
// upstream: apis/resource/v1/defaults.go
export function defaultDeviceClaim(claim: Mutable<DeviceClaim> | undefined): void {
  for (const { exactly, firstAvailable } of claim?.requests ?? []) {
    if (exactly !== undefined) defaultAmount(exactly)
    for (const alternative of firstAvailable ?? []) defaultAmount(alternative)
  }
}

function defaultAmount(request: Mutable<ExactDeviceRequest | DeviceSubRequest>): void {
  request.allocationMode ??= 'ExactCount'
  if (request.allocationMode === 'ExactCount') request.count ??= 1
  defaultTolerations(request.tolerations)
}

/** Tolerations compare values, unless they say otherwise. */
export function defaultTolerations(tolerations: Mutable<readonly DeviceToleration[]> | null | undefined): void {
  for (const toleration of tolerations ?? []) toleration.operator ??= 'Equal'
}

/** How the selectors of a claim are checked. */
export interface SelectorChecks {
  readonly selectors: DeviceSelectors
  /** Whether the claim is stored already: its selectors may use every function. */
  readonly isStored: boolean
}

/** What a claim asks for; `at` is the path of the device claim. */
// upstream: resource/validation, validateDeviceClaim
export function validateDeviceClaim(claim: DeviceClaim, at: string, errors: FieldErrors, checks: SelectorChecks): void {
  const names = requestNamesOf(claim)
  validateItems(claim.requests, `${at}.requests`, errors, {
    validate: (request, path) => validateRequest(request, path, errors, checks),
    max: maxItems,
    keyOf: ({ name }) => name,
  })
  validateItems(claim.constraints, `${at}.constraints`, errors, {
    validate: (constraint, path) => validateConstraint(constraint, path, errors, names),
    max: maxItems,
  })
  validateItems(claim.config, `${at}.config`, errors, {
    validate: (config, path) => validateConfiguration(config, path, errors, names),
    max: maxItems,
  })
}

/** The names of requests that a part of a claim is about; `at` is the path of the list. */
export function validateReferences(
  references: readonly string[] | null | undefined,
  at: string,
  errors: FieldErrors,
  names: RequestNames,
): void {
  validateItems(references, at, errors, {
    validate: (reference, field) => validateRequestReference(reference, field, errors, names),
    max: maxItems,
    keyOf: (reference) => reference,
  })
}

function validateRequest(
  { name, exactly, firstAvailable }: DeviceRequest,
  at: string,
  errors: FieldErrors,
  checks: SelectorChecks,
): void {
  validateLabelName(name, `${at}.name`, errors)
  const hasAlternatives = (firstAvailable ?? []).length > 0
  if (hasAlternatives && exactly !== undefined) {
    errors.invalid(at, null, `${oneForm}, but multiple fields are set`)
  } else if (hasAlternatives) {
    validateItems(firstAvailable, `${at}.firstAvailable`, errors, {
      validate: (alternative, path) => validateAlternative(alternative, path, errors, checks),
      max: maxAlternatives,
      keyOf: (alternative) => alternative.name,
    })
  } else if (exactly !== undefined) validateDevices(exactly, `${at}.exactly`, errors, checks)
  else errors.required(at, oneForm)
}

function validateAlternative(
  alternative: DeviceSubRequest,
  at: string,
  errors: FieldErrors,
  checks: SelectorChecks,
): void {
  validateLabelName(alternative.name, `${at}.name`, errors)
  validateDevices(alternative, at, errors, checks)
}

// upstream: resource/validation, validateExactDeviceRequest and validateDeviceSubRequest
function validateDevices(
  request: ExactDeviceRequest | DeviceSubRequest,
  at: string,
  errors: FieldErrors,
  checks: SelectorChecks,
): void {
  const { deviceClassName, allocationMode = '', count = 0, tolerations } = request
  if (deviceClassName === '') errors.required(`${at}.deviceClassName`)
  else reportEach(errors, isDns1123Subdomain(deviceClassName), `${at}.deviceClassName`, deviceClassName)
  checks.selectors.validate(request.selectors, `${at}.selectors`, errors, checks.isStored)
  if (allocationMode === 'All') {
    if (count !== 0) errors.invalid(`${at}.count`, count, "must not be specified when allocationMode is 'All'")
  } else if (allocationMode === 'ExactCount') {
    if (count <= 0) errors.invalid(`${at}.count`, count, sentences.positive)
  } else errors.notSupported(`${at}.allocationMode`, allocationMode, allocationModes)
  validateItems(tolerations, `${at}.tolerations`, errors, { validate: validateDeviceToleration })
}

// upstream: resource/validation, validateDeviceConstraint – the words are those of another mistake.
function validateConstraint(
  { requests, matchAttribute, distinctAttribute }: DeviceConstraint,
  at: string,
  errors: FieldErrors,
  names: RequestNames,
): void {
  validateReferences(requests, `${at}.requests`, errors, names)
  if (matchAttribute !== undefined) validateFullyQualifiedName(matchAttribute, `${at}.matchAttribute`, errors)
  else if (distinctAttribute !== undefined) {
    validateFullyQualifiedName(distinctAttribute, `${at}.distinctAttribute`, errors)
  } else {
    errors.required(
      at,
      'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set',
    )
  }
}

function validateConfiguration(
  config: DeviceClaimConfiguration,
  at: string,
  errors: FieldErrors,
  names: RequestNames,
): void {
  validateReferences(config.requests, `${at}.requests`, errors, names)
  validateDeviceConfiguration(config, at, errors, false)
}
