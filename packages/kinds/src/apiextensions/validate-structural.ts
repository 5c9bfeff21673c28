import { FieldErrors, isEqualJson } from '@pinnace/meta'
import {
  entriesOf,
  extensionOf,
  hasDefault,
  isPlainScalar,
  itemsOf,
  propsOf,
  type SchemaExtensions,
} from '@pinnace/resources/custom-resource'
import { patternProblem } from '@pinnace/schema'
import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import { validateCompleteness } from './validate-completeness.ts'

/** Where a schema stands, as messages tell. */
type Level = 'root' | 'item' | 'field'

const alternatives = [{ type: 'integer' }, { type: 'string' }]

const emptyTypes: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
}

/** Adds what keeps a schema from being structural, in the order of the text of what is wrong. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/validation.go, ValidateStructural
export function validateStructural(
  schema: JSONSchemaProps,
  path: string,
  names: SchemaExtensions,
  errors: FieldErrors,
): void {
  const found = new FieldErrors()
  invariants(schema, path, found, { level: 'root', names })
  validateCompleteness(schema, path, found)
  const sorted = found.list.map((error) => ({ error, text: `${error.field}: ${error.message}` }))
  sorted.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  for (const { error } of sorted) errors.add(error.reason, error.field, error.message)
}

function invariants(
  schema: JSONSchemaProps,
  at: string,
  errors: FieldErrors,
  { level, names }: { readonly level: Level; readonly names: SchemaExtensions },
): void {
  const { type = '', properties = {}, additionalProperties } = schema
  const isPreserving = extensionOf(schema, names.preserveUnknownFields) === true
  const isEmbedded = extensionOf(schema, names.embeddedResource) === true
  const isIntOrString = extensionOf(schema, names.intOrString) === true
  const items = itemsOf(schema)
  if (type === 'array' && items === undefined) errors.required(`${at}.items`, 'must be specified')
  if (items !== undefined) invariants(items, `${at}.items`, errors, { level: 'item', names })
  for (const [key, property] of entriesOf(properties)) {
    if (isPlainScalar(property)) continue
    invariants(property, `${at}.properties[${key}]`, errors, { level: 'field', names })
  }
  if (additionalProperties !== undefined) {
    if (level === 'root') errors.forbidden(`${at}.additionalProperties`, 'must not be used at the root')
    const values = propsOf(additionalProperties)
    if (values !== undefined) invariants(values, `${at}.additionalProperties`, errors, { level: 'field', names })
  }
  if (isIntOrString && isPreserving) {
    errors.invalid(`${at}.${names.preserveUnknownFields}`, true, `must be false if ${names.intOrString} is true`)
  }
  if (isIntOrString && isEmbedded) {
    errors.invalid(`${at}.${names.embeddedResource}`, true, `must be false if ${names.intOrString} is true`)
  }
  values(schema, at, errors, {
    skipAnyOf: isEqualJson(schema.anyOf, alternatives),
    skipFirstAllOf: isEqualJson(schema.allOf?.[0]?.anyOf, alternatives),
    names,
  })
  if (isEmbedded && type !== 'object') {
    const detail = `must be object if ${names.embeddedResource} is true`
    if (type === '') errors.required(`${at}.type`, detail)
    else errors.invalid(`${at}.type`, type, detail)
  } else if (type === '' && !isIntOrString && !isPreserving) errors.required(`${at}.type`, emptyTypes[level])
  if (isEmbedded && additionalProperties !== undefined) {
    errors.forbidden(`${at}.additionalProperties`, `must not be used if ${names.embeddedResource} is set`)
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.invalid(`${at}.type`, type, 'must be object at the root')
  }
  if (level === 'root' || isEmbedded) validateEnvelope(properties, level, at, errors)
  if (isEmbedded && !isPreserving && entriesOf(properties).length === 0) {
    const detail = `must not be empty if ${names.embeddedResource} is true without ${names.preserveUnknownFields}`
    errors.required(`${at}.properties`, detail)
  }
}

/** What every object has may only be restricted, and metadata only in its names. */
function validateEnvelope(
  properties: Readonly<Record<string, JSONSchemaProps>>,
  level: Level,
  at: string,
  errors: FieldErrors,
): void {
  for (const key of ['kind', 'apiVersion']) {
    const { type = '' } = (Object.hasOwn(properties, key) ? properties[key] : undefined) ?? { type: 'string' }
    if (type !== 'string') errors.invalid(`${at}.properties[${key}].type`, type, 'must be string')
  }
  const metadata = Object.hasOwn(properties, 'metadata') ? properties['metadata'] : undefined
  if (metadata === undefined) return
  const field = `${at}.properties[metadata]`
  const { type = '' } = metadata
  if (type !== 'object') errors.invalid(`${field}.type`, type, 'must be object')
  if (level !== 'root') return
  const {
    type: _type,
    default: _default,
    example: _example,
    externalDocs: _docs,
    properties: named,
    ...rest
  } = metadata
  const others = entriesOf(named).filter(([key]) => key !== 'name' && key !== 'generateName')
  if (others.length === 0 && Object.keys(rest).length === 0) return
  const detail = 'must not specify anything other than name and generateName, but metadata is implicitly specified'
  errors.forbidden(field, detail)
}

// upstream: validateValueValidation
function values(
  schema: JSONSchemaProps,
  at: string,
  errors: FieldErrors,
  {
    skipAnyOf,
    skipFirstAllOf,
    names,
  }: { readonly skipAnyOf: boolean; readonly skipFirstAllOf: boolean; readonly names: SchemaExtensions },
): void {
  if (!skipAnyOf) {
    for (const [index, one] of (schema.anyOf ?? []).entries())
      nested(one, `${at}.anyOf[${index}]`, errors, { skipAnyOf: false, names })
  }
  for (const [index, one] of (schema.allOf ?? []).entries()) {
    nested(one, `${at}.allOf[${index}]`, errors, { skipAnyOf: skipFirstAllOf && index === 0, names })
  }
  for (const [index, one] of (schema.oneOf ?? []).entries())
    nested(one, `${at}.oneOf[${index}]`, errors, { skipAnyOf: false, names })
  if (schema.not !== undefined) nested(schema.not, `${at}.not`, errors, { skipAnyOf: false, names })
  const { pattern = '' } = schema
  if (pattern !== '') {
    const problem = patternProblem(pattern)
    if (problem !== undefined) {
      errors.invalid(`${at}.pattern`, pattern, `must be a valid regular expression, but isn't: ${problem}`)
    }
  }
}

const mustBeEmpty = 'must be empty to be structural'
const mustBeUndefined = 'must be undefined to be structural'
const mustBeFalse = 'must be false to be structural'

// upstream: validateNestedValueValidation
function nested(
  schema: JSONSchemaProps,
  at: string,
  errors: FieldErrors,
  { skipAnyOf, names }: { readonly skipAnyOf: boolean; readonly names: SchemaExtensions },
): void {
  values(schema, at, errors, { skipAnyOf, skipFirstAllOf: false, names })
  const items = itemsOf(schema)
  if (items !== undefined) nested(items, `${at}.items`, errors, { skipAnyOf: false, names })
  for (const [key, property] of entriesOf(schema.properties)) {
    nested(property, `${at}.properties[${key}]`, errors, { skipAnyOf: false, names })
  }
  if ((schema.type ?? '') !== '') errors.forbidden(`${at}.type`, mustBeEmpty)
  if (schema.additionalProperties !== undefined) errors.forbidden(`${at}.additionalProperties`, mustBeUndefined)
  if (hasDefault(schema)) errors.forbidden(`${at}.default`, mustBeUndefined)
  if ((schema.title ?? '') !== '') errors.forbidden(`${at}.title`, mustBeEmpty)
  if ((schema.description ?? '') !== '') errors.forbidden(`${at}.description`, mustBeEmpty)
  if (schema.nullable === true) errors.forbidden(`${at}.nullable`, mustBeFalse)
  for (const name of [names.preserveUnknownFields, names.embeddedResource, names.intOrString]) {
    if (extensionOf(schema, name) === true) errors.forbidden(`${at}.${name}`, mustBeFalse)
  }
  const keys = extensionOf(schema, names.listMapKeys) as readonly string[] | undefined
  if (keys !== undefined && keys.length > 0) errors.forbidden(`${at}.${names.listMapKeys}`, mustBeEmpty)
  for (const name of [names.listType, names.mapType]) {
    if (extensionOf(schema, name) !== undefined) errors.forbidden(`${at}.${name}`, mustBeUndefined)
  }
  const rules = extensionOf(schema, names.validations) as readonly unknown[] | undefined
  if (rules !== undefined && rules.length > 0) errors.forbidden(`${at}.${names.validations}`, mustBeEmpty)
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, 'metadata')) {
    errors.forbidden(`${at}.properties[metadata]`, 'must not be specified in a nested context')
  }
}
