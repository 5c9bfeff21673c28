import { formatJson, type ApiObject, type FieldErrors } from '@pinnace/meta'
import type { CustomResourceSubresourceScale } from '@pinnace/types/apiextensions-v1'
import { stepsOf, valueAt } from './custom-subresources.ts'

const largest = 2_147_483_647

/** Adds numbers of replicas that are none, and a selector that is no text. */
// upstream: apiextensions-apiserver/pkg/registry/customresource/validator.go, ValidateScaleSpec and ValidateScaleStatus
export function validateScale(object: ApiObject, scale: CustomResourceSubresourceScale, errors: FieldErrors): void {
  replicas(object, scale.specReplicasPath, errors)
  replicas(object, scale.statusReplicasPath, errors)
  const { labelSelectorPath: path = '' } = scale
  const selector = path === '' ? undefined : valueAt(object, stepsOf(path))
  if (selector !== undefined && typeof selector !== 'string')
    refuse(errors, path, selector, { zero: '', wanted: 'string' })
}

function replicas(object: ApiObject, path: string, errors: FieldErrors): void {
  const value = valueAt(object, stepsOf(path))
  if (value === undefined) return
  if (!isWhole(value)) refuse(errors, path, value, { zero: 0, wanted: 'int64' })
  else if (value < 0) errors.invalid(path, value, 'should be a non-negative integer')
  else if (value > largest) errors.invalid(path, value, `should be less than or equal to ${largest}`)
}

function isWhole(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value)
}

interface WantedType {
  readonly zero: unknown
  readonly wanted: string
}

function refuse(errors: FieldErrors, path: string, value: unknown, { zero, wanted }: WantedType): void {
  const shown = typeof value === 'object' ? formatJson(value) : String(value)
  errors.invalid(path, zero, `${path} accessor error: ${shown} is of the type ${goType(value)}, expected ${wanted}`)
}

function goType(value: unknown): string {
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'object') return 'map[string]interface {}'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  return typeof value === 'boolean' ? 'bool' : typeof value === 'bigint' ? 'int64' : 'string'
}
