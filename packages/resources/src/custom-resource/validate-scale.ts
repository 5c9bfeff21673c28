import type { ApiObject, FieldErrors } from '@pinnace/meta'
import type { CustomResourceSubresourceScale } from '@pinnace/types/apiextensions-v1'
import { stepsOf, valueAt } from './custom-subresources.ts'

const largest = 2_147_483_647

/** Adds numbers of replicas that are none, and a selector that is no text. */
// upstream: apiextensions-apiserver/pkg/registry/customresource/validator.go, ValidateScaleSpec and ValidateScaleStatus
export function validateScale(object: ApiObject, scale: CustomResourceSubresourceScale, errors: FieldErrors): void {
  replicas(object, scale.specReplicasPath, errors)
  replicas(object, scale.statusReplicasPath, errors)
  const { labelSelectorPath: path = '' } = scale
  if (path === '') return
  const selector = read(object, path, '', errors)
  if (selector !== undefined && typeof selector !== 'string')
    refuse(errors, path, selector, { zero: '', wanted: 'string' })
}

function replicas(object: ApiObject, path: string, errors: FieldErrors): void {
  const value = read(object, path, 0, errors)
  if (value === undefined) return
  if (!isInt64(value)) refuse(errors, path, value, { zero: 0, wanted: 'int64' })
  else if (value < 0) errors.invalid(path, value, 'should be a non-negative integer')
  else if (value > largest) errors.invalid(path, value, `should be less than or equal to ${largest}`)
}

/** The value at a path, where there is one. Adds an error for a value on the way that has no fields. */
// upstream: apimachinery/pkg/apis/meta/v1/unstructured/helpers.go, NestedFieldNoCopy
function read(object: ApiObject, path: string, zero: unknown, errors: FieldErrors): unknown {
  const steps = stepsOf(path)
  for (const [index] of steps.entries()) {
    const value = valueAt(object, steps.slice(0, index))
    if (value === undefined || value === null) return undefined
    if (typeof value === 'object' && !Array.isArray(value)) continue
    const reached = `.${steps.slice(0, index + 1).join('.')}`
    errors.invalid(path, zero, accessorError(reached, value, 'map[string]interface{}'))
    return undefined
  }
  return valueAt(object, steps)
}

/** Whether a value is a whole number of 64 bits: larger ones are floating-point numbers. */
function isInt64(value: unknown): value is number | bigint {
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value
  return Number.isInteger(value) && Math.abs(value as number) < 2 ** 63
}

interface WantedType {
  readonly zero: unknown
  readonly wanted: string
}

function refuse(errors: FieldErrors, path: string, value: unknown, { zero, wanted }: WantedType): void {
  errors.invalid(path, zero, accessorError(path, value, wanted))
}

function accessorError(path: string, value: unknown, wanted: string): string {
  return `${path} accessor error: ${goText(value)} is of the type ${goType(value)}, expected ${wanted}`
}

/** A value as Go prints it. */
function goText(value: unknown): string {
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`
  if (typeof value === 'bigint' && !isInt64(value)) return goText(Number(value))
  if (typeof value === 'number') return isInt64(value) ? String(value) : formatFloat(value)
  if (typeof value !== 'object') return String(value)
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `map[${members.map(([key, member]) => `${key}:${goText(member)}`).join(' ')}]`
}

/** A floating-point number as Go prints it: large and small ones have an exponent of at least two digits. */
function formatFloat(value: number): string {
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 6) return String(value)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

function goType(value: unknown): string {
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'object') return 'map[string]interface {}'
  if (typeof value === 'number') return isInt64(value) ? 'int64' : 'float64'
  return typeof value === 'boolean'
    ? 'bool'
    : typeof value === 'bigint'
      ? isInt64(value)
        ? 'int64'
        : 'float64'
      : 'string'
}
