import type { FieldErrors } from '@pinnace/meta'
import {
  entriesOf,
  extensionOf,
  isPlainScalar,
  itemsOf,
  propsOf,
  type SchemaExtensions,
} from '@pinnace/resources/custom-resource'
import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import { validateRules } from './expression-rules.ts'
import { validateListType } from './validate-list-type.ts'
import { emptiedMember } from '@pinnace/schema'

const types: readonly string[] = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const envelope: readonly string[] = ['metadata', 'kind', 'apiVersion']

/** What may be said depends on where it is said. */
interface Place {
  /** Why no default may stand here. */
  readonly noDefaults?: string
  /** Inside of what every object has: metadata, kind, apiVersion. */
  readonly isEnvelope: boolean
  readonly isRoot: boolean
}

/** Adds the keywords of a schema, and of those within it, that are not served. Can be interrupted between two schemas. */
// upstream: apiextensions/validation, ValidateCustomResourceDefinitionOpenAPISchema
export function* validateOpenApi(
  schema: JSONSchemaProps,
  path: string,
  names: SchemaExtensions,
  errors: FieldErrors,
): Generator<void> {
  yield* walk(schema, path, { isEnvelope: false, isRoot: true })

  function* walk(of: JSONSchemaProps, at: string, place: Place): Generator<void> {
    yield
    validateKeywords(of, at, errors, { place, names })
    const inside: Place = { ...place, isRoot: false }
    if (of.uniqueItems === true) {
      const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic'
      errors.forbidden(`${at}.uniqueItems`, detail)
    }
    const { additionalProperties } = of
    if (additionalProperties !== undefined) {
      if (entriesOf(of.properties).length > 0 && additionalProperties !== true) {
        errors.forbidden(`${at}.additionalProperties`, 'additionalProperties and properties are mutual exclusive')
      }
      const placeOfValues: Place = place.isEnvelope
        ? { ...inside, noDefaults: 'inside additionalProperties applying to object metadata' }
        : inside
      yield* within(propsOf(additionalProperties), `${at}.additionalProperties`, placeOfValues)
    }
    const holdsObject = place.isRoot || extensionOf(of, names.embeddedResource) === true
    for (const [key, property] of entriesOf(of.properties)) {
      if (isPlainScalar(property) && emptiedMember(property, 'dependencies') === undefined) continue
      const isMeta = holdsObject && envelope.includes(key)
      const placeOfField: Place = isMeta
        ? { ...inside, isEnvelope: true, ...(place.isRoot ? { noDefaults: `in top-level ${key}` } : {}) }
        : inside
      yield* walk(property, `${at}.properties[${key}]`, placeOfField)
    }
    yield* within(of.not, `${at}.not`, inside)
    for (const name of ['allOf', 'oneOf', 'anyOf'] as const) {
      for (const [index, one] of (of[name] ?? []).entries()) yield* within(one, `${at}.${name}[${index}]`, inside)
    }
    for (const [key, one] of entriesOf(of.definitions)) yield* within(one, `${at}.definitions[${key}]`, inside)
    yield* within(itemsOf(of), `${at}.items`, inside)
    if (Array.isArray(of.items)) {
      for (const [index, one] of of.items.entries()) yield* within(propsOf(one), `${at}.items[${index}]`, inside)
    }
    for (const [key, one] of Object.entries(of.dependencies ?? {})) {
      yield* within(propsOf(one), `${at}.dependencies[${key}]`, inside)
    }
    validateExtensions(of, at, names, errors)
    validateListType(of, at, names, errors)
    validateRules(of, at, names, errors)
  }

  function within(of: JSONSchemaProps | undefined, at: string, place: Place): Iterable<void> {
    return of === undefined ? [] : walk(of, at, place)
  }
}

// upstream: apiextensions/validation, specStandardValidatorV3.validate
function validateKeywords(
  schema: JSONSchemaProps,
  at: string,
  errors: FieldErrors,
  { place, names }: { readonly place: Place; readonly names: SchemaExtensions },
): void {
  const { type = '' } = schema
  if (type !== '' && !types.includes(type)) errors.notSupported(`${at}.type`, type, types)
  if (schema.default !== undefined && place.noDefaults !== undefined) {
    errors.forbidden(`${at}.default`, `must not be set ${place.noDefaults}`)
  }
  if ((schema.id ?? '') !== '') errors.forbidden(`${at}.id`, 'id is not supported')
  if (schema.additionalItems !== undefined) {
    errors.forbidden(`${at}.additionalItems`, 'additionalItems is not supported')
  }
  for (const name of ['patternProperties', 'definitions'] as const) {
    if (entriesOf(schema[name]).length > 0) errors.forbidden(`${at}.${name}`, `${name} is not supported`)
  }
  if ((schema.dependencies ?? emptiedMember(schema, 'dependencies')) !== undefined)
    errors.forbidden(`${at}.dependencies`, 'dependencies is not supported')
  if (schema.$ref !== undefined) errors.forbidden(`${at}.$ref`, '$ref is not supported')
  if (type === 'null') {
    errors.forbidden(`${at}.type`, 'type cannot be set to null, use nullable as an alternative')
  }
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    errors.forbidden(`${at}.items`, 'items must be a schema object and not an array')
  }
  if (place.isEnvelope && extensionOf(schema, names.embeddedResource) === true) {
    errors.forbidden(`${at}.${names.embeddedResource}`, 'must not be used inside of resource meta')
  }
}

function validateExtensions(schema: JSONSchemaProps, at: string, names: SchemaExtensions, errors: FieldErrors): void {
  const { type = '' } = schema
  if (extensionOf(schema, names.preserveUnknownFields) === false) {
    errors.invalid(`${at}.${names.preserveUnknownFields}`, false, 'must be true or undefined')
  }
  const mapType = extensionOf(schema, names.mapType)
  if (mapType === undefined) return
  if (type !== 'object') {
    const detail = `must be object if ${names.mapType} is specified`
    if (type === '') errors.required(`${at}.type`, detail)
    else errors.invalid(`${at}.type`, type, detail)
  }
  if (mapType !== 'atomic' && mapType !== 'granular') {
    errors.notSupported(`${at}.${names.mapType}`, mapType, ['atomic', 'granular'])
  }
}
