import type { FieldErrors } from '@pinnace/meta'

/** The path of what stands in a value. */
export function joinPath(parent: string, step: string | number): string {
  if (typeof step === 'number') return `${parent}[${step}]`
  if (step === '') return parent
  return parent === '' ? step : `${parent}.${step}`
}

/** Code points, as Go counts runes. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** A JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A number without a fraction. */
export function isInteger(value: unknown): boolean {
  return typeof value === 'bigint' || Number.isInteger(value)
}

/** What is wrong with a number that should be a multiple of another; nothing where it is one. */
// upstream: kube-openapi/pkg/validation/validate/values.go, MultipleOf
export function multipleProblem(value: number | bigint, of: number, path: string): string | undefined {
  if (!(of > 0)) return `factor MultipleOf declared for ${path} must be positive: ${of}`
  return isMultiple(value, of) ? undefined : `${path} in body should be a multiple of ${of}`
}

function isMultiple(value: number | bigint, of: number): boolean {
  if (typeof value === 'bigint')
    return Number.isInteger(of) ? value % BigInt(of) === 0n : Number.isInteger(Number(value) / of)
  return Number.isInteger(value / of)
}

/** What JSON calls the type of a value. */
export function jsonType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'bigint' ? 'integer' : typeof value
}

// upstream: kube-openapi/pkg/validation/validate/values.go, IsValueValidAgainstRange – the error has no field.
export function notInFormat(
  errors: FieldErrors,
  path: string,
  { type, format }: { readonly type: string; readonly format?: string | undefined },
): void {
  const named = format === undefined ? '(default format)' : `with format ${format}`
  errors.invalid('<nil>', '', `Checked value must be of type ${type} ${named} in ${path}`)
}
