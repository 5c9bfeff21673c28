import type { FieldErrors } from '@pinnace/meta'
import type { AppArmorProfile, SeccompProfile } from '@pinnace/types/core-v1-containers'
import { validateDescendingPath } from '../volumes/relative-path.ts'
import { goValue } from '../../../go-values/go-value.ts'

const profileTypes = ['Localhost', 'RuntimeDefault', 'Unconfined']
const maxProfileBytes = 4095

/** A seccomp profile field. */
// upstream: core/validation, validateSeccompProfileField
export function validateSeccompProfile(profile: SeccompProfile, field: string, errors: FieldErrors): void {
  const { type, localhostProfile } = profile
  if (!type) errors.required(`${field}.type`, 'type is required when seccompProfile is set')
  else if (!profileTypes.includes(type)) errors.notSupported(`${field}.type`, type, profileTypes)
  if (type !== 'Localhost') {
    if (localhostProfile !== undefined) {
      const value = goValue('core.v1.SeccompProfile', profile)
      errors.invalid(`${field}.localhostProfile`, value, 'can only be set when seccomp type is Localhost')
    }
  } else if (localhostProfile === undefined) {
    errors.required(`${field}.localhostProfile`, 'must be set when seccomp type is Localhost')
  } else {
    validateDescendingPath(localhostProfile, `${field}.localhostProfile`, errors)
  }
}

/** An AppArmor profile field. */
// upstream: core/validation, ValidateAppArmorProfileField
export function validateAppArmorProfile(profile: AppArmorProfile, field: string, errors: FieldErrors): void {
  const { type, localhostProfile } = profile
  if (type === 'Localhost') {
    if (localhostProfile === undefined) {
      errors.required(`${field}.localhostProfile`, 'must be set when AppArmor type is Localhost')
      return
    }
    const trimmed = localhostProfile.trim()
    if (trimmed !== localhostProfile) {
      errors.invalid(`${field}.localhostProfile`, localhostProfile, 'must not be padded with whitespace')
    } else if (trimmed === '') {
      errors.required(`${field}.localhostProfile`, 'must be set when AppArmor type is Localhost')
    }
    if (Buffer.byteLength(localhostProfile) > maxProfileBytes)
      errors.tooLong(`${field}.localhostProfile`, maxProfileBytes)
  } else if (!type) {
    errors.required(`${field}.type`, 'type is required when appArmorProfile is set')
  } else if (!profileTypes.includes(type)) {
    errors.notSupported(`${field}.type`, type, profileTypes)
  } else if (localhostProfile !== undefined) {
    errors.invalid(`${field}.localhostProfile`, localhostProfile, 'can only be set when AppArmor type is Localhost')
  }
}
