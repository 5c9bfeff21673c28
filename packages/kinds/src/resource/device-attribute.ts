import type { FieldErrors } from '@pinnace/meta'
import type { DeviceAttribute } from '@pinnace/types/resource-v1'
import { goValue } from '../go-values/go-value.ts'
import { parseSemanticVersion } from '../validation/semantic-version.ts'

const maxBytes = 64
const notVersion = 'must be a string compatible with semver.org spec 2.0.0'
const oneValue = 'exactly one value must be specified'

/** An attribute of a device: one value; `at` is its path. */
// upstream: resource/validation, validateDeviceAttribute
export function validateAttribute(attribute: DeviceAttribute, at: string, errors: FieldErrors): void {
  const { string: text, version: semantic } = attribute
  if (text !== undefined && Buffer.byteLength(text) > maxBytes) errors.tooLong(`${at}.string`, maxBytes)
  if (semantic !== undefined) {
    if (parseSemanticVersion(semantic) === undefined) errors.invalid(`${at}.version`, semantic, notVersion)
    if (Buffer.byteLength(semantic) > maxBytes) errors.tooLong(`${at}.version`, maxBytes)
  }
  const count = Object.keys(attribute).length
  if (count === 0) errors.invalid(at, '', oneValue)
  else if (count > 1) errors.invalid(at, goValue('resource.v1.DeviceAttribute', attribute), oneValue)
}
