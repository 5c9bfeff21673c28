import type { FieldErrors } from '@pinnace/meta'
import { extensionOf, hasDefault, itemsOf, type SchemaExtensions } from '@pinnace/resources/custom-resource'
import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import { shownItems } from './shown-schema.ts'

/** Adds what is wrong with how a list says that it is merged. */
// upstream: apiextensions/validation, ValidateCustomResourceDefinitionOpenAPISchema and validateMapListKeysMapSet
export function validateListType(
  schema: JSONSchemaProps,
  at: string,
  names: SchemaExtensions,
  errors: FieldErrors,
): void {
  const listType = extensionOf(schema, names.listType)
  const keys = (extensionOf(schema, names.listMapKeys) as readonly string[] | undefined) ?? []
  const { type = '' } = schema
  const items = itemsOf(schema)
  if (listType !== undefined && type !== 'array') {
    const detail = `must be array if ${names.listType} is specified`
    if (type === '') errors.required(`${at}.type`, detail)
    else errors.invalid(`${at}.type`, type, detail)
  } else if (listType === 'set' && items !== undefined) validateSetItems(items, at, names, errors)
  if (listType !== undefined && listType !== 'atomic' && listType !== 'set' && listType !== 'map') {
    errors.notSupported(`${at}.${names.listType}`, listType, ['atomic', 'set', 'map'])
  }
  if (keys.length > 0 && listType !== 'map') {
    const detail = `must be map if ${names.listMapKeys} is non-empty`
    if (listType === undefined) errors.required(`${at}.${names.listType}`, detail)
    else errors.invalid(`${at}.${names.listType}`, listType, detail)
  }
  if (listType === 'map') validateKeys(schema, at, errors, { keys, names })
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return
  if (items.nullable === true) {
    errors.forbidden(`${at}.items.nullable`, `cannot be nullable when ${names.listType} is ${listType}`)
  }
  if (listType === 'map') validateKeyProperties(items, at, errors, { keys, names })
}

/** Items of a set are compared as wholes, so they must have one owner each. */
function validateSetItems(items: JSONSchemaProps, at: string, names: SchemaExtensions, errors: FieldErrors): void {
  const detail = `must be atomic as item of a list with ${names.listType}=set`
  const listType = extensionOf(items, names.listType)
  if (items.type === 'array' && listType !== undefined && listType !== 'atomic') {
    errors.invalid(`${at}.items.${names.listType}`, listType, detail)
  }
  if (items.type === 'object' && extensionOf(items, names.mapType) !== 'atomic') {
    // The value named is the list type there too, which an object has none of.
    errors.invalid(`${at}.items.${names.mapType}`, listType, detail)
  }
}

function validateKeys(
  schema: JSONSchemaProps,
  at: string,
  errors: FieldErrors,
  { keys, names }: { readonly keys: readonly string[]; readonly names: SchemaExtensions },
): void {
  const items = itemsOf(schema)
  if (keys.length === 0) {
    errors.required(`${at}.${names.listMapKeys}`, `must not be empty if ${names.listType} is map`)
  }
  if (schema.items === undefined) {
    errors.required(`${at}.items`, `must have a schema if ${names.listType} is map`)
    return
  }
  if (items === undefined) {
    errors.invalid(
      `${at}.items`,
      shownItems(schema.items, names),
      `must only have a single schema if ${names.listType} is map`,
    )
    return
  }
  const { type = '', properties = {} } = items
  if (type !== 'object') {
    errors.invalid(`${at}.items.type`, type, `must be object if parent array's ${names.listType} is map`)
    return
  }
  const seen = new Set<string>()
  for (const key of keys) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (property === undefined) {
      errors.invalid(`${at}.${names.listMapKeys}`, keys, 'entries must all be names of item properties')
    } else if (property.type === 'array' || property.type === 'object') {
      const detail = `must be a scalar type if parent array's ${names.listType} is map`
      errors.invalid(`${at}.items.properties[${key}].type`, type, detail)
    }
    if (seen.has(key)) errors.invalid(`${at}.${names.listMapKeys}`, keys, 'must not contain duplicate entries')
    seen.add(key)
  }
}

/** What identifies an item must always be there. */
function validateKeyProperties(
  { required = [], properties = {} }: JSONSchemaProps,
  at: string,
  errors: FieldErrors,
  { keys, names }: { readonly keys: readonly string[]; readonly names: SchemaExtensions },
): void {
  for (const key of keys) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (property === undefined) continue
    const field = `${at}.items.properties[${key}]`
    const why = `this property is in ${names.listMapKeys}, so it`
    if (!required.includes(key) && !hasDefault(property)) {
      errors.required(`${field}.default`, `${why} must have a default or be a required property`)
    }
    if (property.nullable === true) errors.forbidden(`${field}.nullable`, `${why} cannot be nullable`)
  }
}
