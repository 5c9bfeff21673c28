import type { FieldErrors } from '@pinnace/meta'

/** Sentences several rules share, as upstream words them. */
export const sentences = {
  notNegative: 'must be greater than or equal to 0',
  positive: 'must be greater than zero',
  integer: 'must be an integer',
  fileMode: 'must be a number between 0 and 0777 (octal), both inclusive',
  immutable: 'field is immutable',
} as const

/** `must be between 1 and 255, inclusive` */
// upstream: apimachinery/pkg/util/validation, InclusiveRangeError
export function inclusiveRange(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`
}

/** One error a message; call it only where there are messages, so that good input builds no path. */
export function reportEach(errors: FieldErrors, messages: readonly string[], field: string, value: unknown): void {
  for (const message of messages) errors.invalid(field, value, message)
}

/** Refuses a number below zero. */
export function validateNotNegative(value: number | undefined, field: string, errors: FieldErrors): void {
  if (value !== undefined && value < 0) errors.invalid(field, value, sentences.notNegative)
}

/** Refuses file modes outside 0 to 0777. */
export function validateFileMode(mode: number | undefined, at: string, name: string, errors: FieldErrors): void {
  if (mode !== undefined && (mode > 0o777 || mode < 0)) errors.invalid(`${at}.${name}`, mode, sentences.fileMode)
}
