import { badRequest, type ApiObject } from '@pinnace/meta'
import { listTypeOf, type Field, type ObjectSchema, type Schema } from '@pinnace/schema'

import { fieldElement, formatStep, type PathElement } from './field-path.ts'
import { formatGo, formatGoType } from './go-format.ts'
import { isObject } from './json-object.ts'
import { listElement, TypedError } from './list-element.ts'
import { valueTypeOf } from './value-type.ts'

/**
 * Refuses a configuration that contradicts its schema: fields nobody declared, values of another type, list items that
 * cannot be told apart.
 * @throws StatusError 400 with every contradiction
 */
// upstream: structured-merge-diff typed/validate.go; the original answers these with an unexplained 500.
export function assertTyped(schema: ObjectSchema, applied: ApiObject): void {
  const errors: string[] = []
  validate(schema, undefined, applied, [], errors)
  if (errors.length === 0) return
  const text = errors.length === 1 ? errors[0]! : ['errors:', ...errors.map((error) => `  ${error}`)].join('\n')
  throw badRequest(`failed to create typed patch object (${describeObject(applied)}): ${text}`)
}

/** An object as messages about merging name it: `namespace/name; group/version, Kind=Kind`. */
// upstream: managedfields/internal/structuredmerge.go, objectGVKNN
export function describeObject({ apiVersion = '', kind = '', metadata }: ApiObject): string {
  const groupVersion = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`
  return `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}; ${groupVersion}, Kind=${kind}`
}

function validate(
  schema: Schema,
  field: Field | undefined,
  value: unknown,
  path: PathElement[],
  errors: string[],
): void {
  if (value === null || value === undefined) return
  switch (schema.type) {
    case 'object':
      if (!isObject(value)) report(path, errors, `expected map, got &{${formatGo(value)}}`)
      else {
        for (const key of Object.keys(value)) {
          const declared = schema.fields.get(key)
          path.push(fieldElement(key))
          if (declared !== undefined) validate(declared.schema, declared, value[key], path, errors)
          else if (!schema.preserveUnknownFields && !schema.embeddedResource) {
            report(path, errors, 'field not declared in schema')
          }
          path.pop()
        }
      }
      return
    case 'map':
      if (!isObject(value)) report(path, errors, `expected map, got &{${formatGo(value)}}`)
      else {
        for (const key of Object.keys(value)) {
          path.push(fieldElement(key))
          validate(schema.values, undefined, value[key], path, errors)
          path.pop()
        }
      }
      return
    case 'list':
      if (!Array.isArray(value)) report(path, errors, `expected list, got &{${formatGo(value)}}`)
      else if (listTypeOf(schema, field) === 'atomic') {
        for (let index = 0; index < value.length; index++) {
          path.push(`i:${index}`)
          validate(schema.items, undefined, value[index], path, errors)
          path.pop()
        }
      } else validateItems(schema, field, value, path, errors)
      return
    case 'raw':
    case 'any':
      return
    default:
      validateScalar(schema, value, path, errors)
  }
}

function validateItems(
  schema: Schema & { readonly type: 'list' },
  field: Field | undefined,
  items: readonly unknown[],
  path: PathElement[],
  errors: string[],
): void {
  const valueType = valueTypeOf(schema, field)
  const seen = new Set<PathElement>()
  for (let index = 0; index < items.length; index++) {
    let element: PathElement
    try {
      element = listElement(valueType, items[index])
    } catch (error) {
      if (!(error instanceof TypedError)) throw error
      report(path, errors, `element ${index}: ${error.message}`)
      return
    }
    if (seen.has(element)) report(path, errors, `duplicate entries for key ${formatStep(element)}`)
    seen.add(element)
    path.push(element)
    validate(schema.items, undefined, items[index], path, errors)
    path.pop()
  }
}

// upstream: structured-merge-diff typed/validate.go, validateScalar
function validateScalar(schema: Schema, value: unknown, path: PathElement[], errors: string[]): void {
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  switch (schema.type) {
    case 'integer':
    case 'number':
      if (!isNumber) report(path, errors, `expected numeric (int or float), got ${formatGoType(value)}`)
      return
    case 'boolean':
      if (typeof value !== 'boolean') report(path, errors, `expected boolean, got &{${formatGo(value)}}`)
      return
    case 'string':
      // A quantity may be written as a bare number.
      if (typeof value === 'string' || (schema.format === 'quantity' && isNumber)) return
      report(path, errors, `expected string, got &value.valueUnstructured{Value:${formatGo(value)}}`)
      return
    default:
      if (typeof value === 'object') report(path, errors, `expected any scalar, got &{${formatGo(value)}}`)
  }
}

function report(path: readonly PathElement[], errors: string[], message: string): void {
  errors.push(path.length === 0 ? message : `${path.map(formatStep).join('')}: ${message}`)
}
