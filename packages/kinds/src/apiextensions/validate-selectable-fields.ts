import { followPath, type SchemaExtensions } from '@pinnace/resources/custom-resource'
import type { FieldErrors } from '@pinnace/meta'
import type { CustomResourceValidation, SelectableField } from '@pinnace/types/apiextensions-v1'
import { unsupportedKeyword } from './unsupported-keyword.ts'

const limit = 8
const types: readonly unknown[] = ['string', 'boolean', 'integer']

/** The schema that fields are selected in. */
export interface SelectableContext {
  readonly validation: CustomResourceValidation | undefined
  /** The message if there is none. */
  readonly missing: string
  readonly names: SchemaExtensions
}

/** Adds what is wrong with the fields that can be selected on; `parent` is the path of what has them. */
// upstream: apiextensions/validation, ValidateCustomResourceSelectableFields
export function validateSelectableFields(
  fields: readonly SelectableField[] | undefined,
  parent: string,
  errors: FieldErrors,
  { validation, missing, names }: SelectableContext,
): void {
  if (fields === undefined || fields.length === 0) return
  const at = `${parent}.selectableFields`
  const schema = validation?.openAPIV3Schema
  if (schema === undefined) {
    errors.invalid(at, '', missing)
    return
  }
  const unsupported = unsupportedKeyword(schema, names)
  if (unsupported !== undefined) errors.invalid(`${parent}.schema.openAPIV3Schema`, '', unsupported)
  const seen = new Set<string>()
  for (const [index, { jsonPath }] of fields.entries()) {
    const field = `${at}[${index}].jsonPath`
    if (jsonPath === '') {
      errors.required(field)
      continue
    }
    const found = followPath(jsonPath, schema, false)
    if (found.problem !== undefined) {
      errors.invalid(field, jsonPath, `is an invalid path: ${found.problem}`)
      continue
    }
    if (found.steps[0] === 'metadata') errors.invalid(field, jsonPath, 'must not point to fields in metadata')
    if (!types.includes(found.schema.type)) {
      const detail =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.'
      errors.invalid(field, jsonPath, detail)
    }
    const path = found.steps.join('.')
    if (seen.has(path)) errors.duplicate(field, jsonPath)
    else seen.add(path)
  }
  if (seen.size > limit) errors.tooMany(at, seen.size, limit)
}
