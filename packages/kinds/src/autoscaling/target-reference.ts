import { isPathSegmentName, type FieldErrors } from '@pinnace/meta'
import type { CrossVersionObjectReference } from '@pinnace/types/autoscaling-v2'
import { reportEach } from '../validation/messages.ts'

/** What the apiVersion of a reference must be. */
export type VersionRule =
  /** It names a group. */
  | 'grouped'
  /** It may be that of the core group, or empty. */
  | 'parsable'
  /** It is not looked at: an update that leaves it as it is. */
  | 'unchecked'

/** An object of any version; `at` is the path of the reference. */
// upstream: autoscaling/validation, ValidateCrossVersionObjectReference
export function validateTargetReference(
  { kind, name, apiVersion = '' }: CrossVersionObjectReference,
  at: string,
  errors: FieldErrors,
  rule: VersionRule,
): void {
  validateSegment(kind, `${at}.kind`, errors)
  validateSegment(name, `${at}.name`, errors)
  const message = versionError(apiVersion, rule)
  if (message !== undefined) errors.invalid(`${at}.apiVersion`, apiVersion, message)
}

/** Whether the apiVersion of a reference breaks a rule. */
export function isBadVersion({ apiVersion = '' }: CrossVersionObjectReference, rule: VersionRule): boolean {
  return versionError(apiVersion, rule) !== undefined
}

// upstream: autoscaling/validation, ValidateAPIVersion – an empty one parses, and so does a slash.
function versionError(apiVersion: string, rule: VersionRule): string | undefined {
  if (rule === 'unchecked') return undefined
  const parts = apiVersion.split('/')
  if (parts.length > 2) return `unexpected GroupVersion string: ${apiVersion}`
  const group = parts.length === 2 ? parts[0] : ''
  return rule === 'grouped' && group === '' ? 'apiVersion must specify API group' : undefined
}

/** A name that is part of a path, and is there. */
export function validateSegment(value: string, field: string, errors: FieldErrors, detail = ''): void {
  if (value === '') errors.required(field, detail)
  else reportEach(errors, isPathSegmentName(value), field, value)
}
