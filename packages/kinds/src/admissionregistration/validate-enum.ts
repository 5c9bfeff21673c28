import type { FieldErrors } from '@pinnace/meta'

/** Refuses a value that is none of the supported ones; one that was left out is not its question. */
export function validateEnum(
  value: string | undefined,
  supported: readonly string[],
  field: string,
  errors: FieldErrors,
): void {
  if (value !== undefined && !supported.includes(value)) errors.notSupported(field, value, supported)
}
