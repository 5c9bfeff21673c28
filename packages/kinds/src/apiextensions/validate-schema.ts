import { FieldErrors } from '@pinnace/meta'
import { extensionOf, hasDefault, someSchema, type SchemaExtensions } from '@pinnace/resources/custom-resource'
import { emptiedMember } from '@pinnace/schema'
import type { CustomResourceValidation, JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import type { ExpressionChecks } from './crd-expressions.ts'
import { shownSchema } from './shown-schema.ts'
import { unsupportedKeyword } from './unsupported-keyword.ts'
import { validateDefaults } from './validate-defaults.ts'
import { validateOpenApi } from './validate-open-api.ts'
import { validateStructural } from './validate-structural.ts'

/** What the validation of a schema depends on. */
export interface SchemaContext {
  readonly hasStatus: boolean
  readonly names: SchemaExtensions
  /** Undefined where the CRD has no rules. */
  readonly checks: ExpressionChecks | undefined
}

/** Adds what is wrong with the schema of a version, `at` being where its validation stands. Can be interrupted. */
// upstream: apiextensions/validation, validateCustomResourceDefinitionValidation
export function* validateSchema(
  validation: CustomResourceValidation | undefined,
  at: string,
  errors: FieldErrors,
  { hasStatus, names, checks }: SchemaContext,
): Generator<void> {
  const schema = validation?.openAPIV3Schema
  if (schema === undefined) return
  const path = `${at}.openAPIV3Schema`
  const found = new FieldErrors()
  if (hasStatus) validateRoot(schema, path, names, found)
  if (schema.nullable === true) found.forbidden(`${path}.nullable`, 'nullable cannot be true at the root')
  const unsupported = unsupportedKeyword(schema, names)
  const structural = new FieldErrors()
  yield
  if (unsupported === undefined) {
    validateStructural(schema, path, names, structural)
    yield
    if (structural.isEmpty && someSchema(schema, hasDefault)) {
      yield* validateDefaults(schema, path, names, { errors: structural, checks })
    }
    append(found, structural)
  }
  yield
  const malformed = new FieldErrors()
  yield* validateOpenApi(schema, path, names, malformed)
  append(found, malformed)
  yield
  if (unsupported === undefined && structural.isEmpty) checks?.validateRules(schema, path, found, malformed)
  if (found.isEmpty && unsupported !== undefined) found.invalid(path, '', unsupported)
  append(errors, found)
}

const rootFields =
  'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations'

const notAtRoot = [
  'id',
  '$schema',
  '$ref',
  'default',
  'enum',
  'maxProperties',
  'minProperties',
  'allOf',
  'oneOf',
  'anyOf',
  'not',
  'additionalProperties',
  'patternProperties',
  'dependencies',
  'additionalItems',
  'definitions',
  'nullable',
] as const

/** With the status subresource, the root of the schema may only use keywords that still apply without the status. */
function validateRoot(schema: JSONSchemaProps, path: string, names: SchemaExtensions, errors: FieldErrors): void {
  const { type = '' } = schema
  // upstream: the fields are looked at in the order of the struct, where these come before the type.
  const isEarlier = [schema.id, schema.$schema, schema.$ref].some((value) => (value ?? '') !== '')
  if (!isEarlier && type !== '' && type !== 'object') {
    const detail = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
    errors.invalid(`${path}.type`, type, detail)
    return
  }
  const extensions = [names.embeddedResource, names.intOrString, names.listMapKeys, names.listType, names.mapType]
  if (
    notAtRoot.some((name) => (schema[name] ?? emptiedMember(schema, name)) !== undefined) ||
    extensions.some((name) => extensionOf(schema, name) !== undefined)
  ) {
    const detail = `only [${rootFields}] fields are allowed at the root of the schema if the status subresource is enabled`
    errors.invalid(path, shownSchema(schema, names), detail)
  }
}

function append(errors: FieldErrors, more: FieldErrors): void {
  for (const { reason, field, message } of more.list) errors.add(reason, field, message)
}
