import { formatGroupKind } from '../objects/group-version.ts'
import { quote } from '../text/quote.ts'
import { StatusError, type StatusCause } from './status.ts'
import { escapeHtml } from '../json/escape-html.ts'
import { formatJson } from '../json/strict-json.ts'

/** The reason of a field error, as in `details.causes[].reason`. */
export type FieldErrorReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueDuplicate'
  | 'FieldValueNotFound'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'InternalError'

/** An error of a field. */
export interface FieldError {
  readonly reason: FieldErrorReason
  /** The path of the field: `spec.ports[0].name`, `metadata.labels[a/b]`. */
  readonly field: string
  /** The message after `field: `. */
  readonly message: string
}

/**
 * Collects the field errors of an object, in the order they are found. Paths are strings, to be built only when there is
 * an error, or almost certainly one.
 */
// upstream: apimachinery/pkg/util/validation/field/errors.go, Error.ErrorBody
export class FieldErrors {
  readonly #list: FieldError[] = []
  readonly #limit: number

  /** `limit` is the number of errors after which a further one throws {@link TooManyFieldErrors}. */
  constructor(limit: number = Number.POSITIVE_INFINITY) {
    this.#limit = limit
  }

  get list(): readonly FieldError[] {
    return this.#list
  }

  get isEmpty(): boolean {
    return this.#list.length === 0
  }

  add(reason: FieldErrorReason, field: string, message: string): void {
    if (this.#list.length >= this.#limit) throw new TooManyFieldErrors(this.#list)
    this.#list.push({ reason, field, message })
  }

  required(field: string, detail = ''): void {
    this.add('FieldValueRequired', field, withDetail('Required value', detail))
  }

  invalid(field: string, value: unknown, detail: string): void {
    this.add('FieldValueInvalid', field, withDetail(`Invalid value: ${formatFieldValue(value)}`, detail))
  }

  typeInvalid(field: string, value: unknown, detail: string): void {
    this.add('FieldValueTypeInvalid', field, withDetail(`Invalid value: ${formatFieldValue(value)}`, detail))
  }

  /** @param supported in the order in which the message lists them */
  notSupported(field: string, value: unknown, supported: readonly string[]): void {
    const list = supported.map(quote).join(', ')
    const detail = supported.length === 0 ? '' : `supported values: ${list}`
    this.add('FieldValueNotSupported', field, withDetail(`Unsupported value: ${formatFieldValue(value)}`, detail))
  }

  forbidden(field: string, detail: string): void {
    this.add('FieldValueForbidden', field, withDetail('Forbidden', detail))
  }

  duplicate(field: string, value: unknown): void {
    this.add('FieldValueDuplicate', field, `Duplicate value: ${formatFieldValue(value)}`)
  }

  notFound(field: string, value: unknown): void {
    this.add('FieldValueNotFound', field, `Not found: ${formatFieldValue(value)}`)
  }

  /** @param unit of the limit: `bytes` or `characters` */
  tooLong(field: string, maxLength: number, unit: 'bytes' | 'characters' = 'bytes'): void {
    const units = maxLength === 1 ? unit.slice(0, -1) : unit
    this.add('FieldValueTooLong', field, `Too long: may not be more than ${maxLength} ${units}`)
  }

  tooMany(field: string, actual: number, max: number): void {
    this.add(
      'FieldValueTooMany',
      field,
      `Too many: ${actual}: must have at most ${max} ${max === 1 ? 'item' : 'items'}`,
    )
  }

  internal(field: string, detail: string): void {
    this.add('InternalError', field, withDetail('Internal error', detail))
  }
}

/** Thrown by {@link FieldErrors} at its limit: what else is wrong is not looked for. */
export class TooManyFieldErrors extends Error {
  override readonly name = 'TooManyFieldErrors'
  /** The errors that have been found. */
  readonly list: readonly FieldError[]

  constructor(list: readonly FieldError[]) {
    super('too many errors')
    this.list = list
  }
}

/** The maximum number of errors in a response. */
export const maxFieldErrors = 10_000

/** The 422 for an object with errors; `isCut` if there are others that were not looked for. */
export function invalid(
  kind: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
  isCut = false,
): StatusError {
  const shown = errors.length > maxFieldErrors ? errors.slice(0, maxFieldErrors) : errors
  const text = formatFieldErrors(shown, isCut ? 'unknown' : errors.length - shown.length)
  const causes: StatusCause[] = shown.map(({ reason, field, message }) => ({ reason, message, field }))
  return new StatusError('Invalid', `${formatGroupKind(kind)} ${quote(name)} is invalid: ${text}`, {
    // Empty members are omitted, as in Kubernetes.
    details: {
      ...(name === '' ? {} : { name }),
      ...(kind.group === '' ? {} : { group: kind.group }),
      ...(kind.kind === '' ? {} : { kind: kind.kind }),
      causes,
    },
  })
}

/** Formats errors as one text; `omitted` is the number of errors that are not listed, `unknown` if there are some. */
// upstream: util/errors.Aggregate – duplicates are removed, several messages are in brackets.
export function formatFieldErrors(errors: readonly FieldError[], omitted: number | 'unknown' = 0): string {
  const lines = errors.map(({ field, message }) => `${field}: ${message}`)
  if (omitted === 'unknown') lines.push('and more')
  else if (omitted > 0) lines.push(`${omitted} more errors`)
  const distinct = [...new Set(lines)]
  const joined = distinct.join(', ')
  return distinct.length === 1 ? joined : `[${joined}]`
}

/** Formats a value for field errors: strings in quotes, other values as JSON that HTML may contain. */
export function formatFieldValue(value: unknown): string {
  if (value === undefined || value === null) return 'null'
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'bigint') return String(value)
  return escapeHtml(formatJson(value))
}

function withDetail(body: string, detail: string): string {
  return detail === '' ? body : `${body}: ${detail}`
}
