import { formatJson, type FieldErrors } from '@pinnace/meta'
import type { DeviceConfiguration } from '@pinnace/types/resource-v1'
import { validateDriverName } from './names.ts'

const maxParameterBytes = 10 * 1024

/** Options for {@link validateRawObject}. */
export interface RawObjectRules {
  readonly maxBytes: number
  /** It was stored before, and may be longer. */
  readonly isStored: boolean
}

/** Validates the configuration for a driver at the path `at`. */
// upstream: resource/validation, validateDeviceConfiguration
export function validateDeviceConfiguration(
  { opaque }: DeviceConfiguration,
  at: string,
  errors: FieldErrors,
  isStored: boolean,
): void {
  if (opaque === undefined) return errors.required(`${at}.opaque`)
  validateDriverName(opaque.driver, `${at}.opaque.driver`, errors)
  return validateRawObject(opaque.parameters, `${at}.opaque.parameters`, errors, {
    maxBytes: maxParameterBytes,
    isStored,
  })
}

/** An object that drivers understand. */
// upstream: resource/validation, validateRawExtension
export function validateRawObject(value: unknown, field: string, errors: FieldErrors, rules: RawObjectRules): void {
  if (value === undefined || value === null) errors.required(field)
  else if (!rules.isStored && Buffer.byteLength(formatJson(value)) > rules.maxBytes)
    errors.tooLong(field, rules.maxBytes)
  else if (typeof value !== 'object' || Array.isArray(value)) {
    errors.invalid(field, '<value omitted>', 'must be a valid JSON object')
  }
}
