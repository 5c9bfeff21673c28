import { extensionOf, shownRule, type SchemaExtensions } from '@pinnace/resources/custom-resource'
import { withEmptied } from '@pinnace/schema'
import type { CustomResourceDefinitionVersion, JSONSchemaProps, ValidationRule } from '@pinnace/types/apiextensions-v1'
import type { SharedParts } from './crd-shape.ts'

type Fields = Readonly<Record<string, unknown>>

/** A schema as messages print it: as Go writes its internal struct, where nothing is left out. */
// upstream: pkg/apis/apiextensions/types_jsonschema.go
export function shownSchema(schema: JSONSchemaProps, names: SchemaExtensions): Fields {
  const of = withEmptied(schema)
  const one = (inner: JSONSchemaProps | undefined): unknown => (inner === undefined ? null : shownSchema(inner, names))
  const list = (schemas: readonly JSONSchemaProps[] | undefined): unknown => schemas?.map(one) ?? null
  const map = <T>(values: Readonly<Record<string, T>> | undefined, show: (value: T) => unknown): unknown =>
    values === undefined ? null : sorted(values, show)
  const orBool = (value: JSONSchemaProps | boolean | undefined): unknown => {
    if (value === undefined) return null
    return typeof value === 'boolean' ? { Allows: value, Schema: null } : { Allows: true, Schema: one(value) }
  }
  return {
    ID: of.id ?? '',
    Schema: of.$schema ?? '',
    Ref: of.$ref ?? null,
    Description: of.description ?? '',
    Type: of.type ?? '',
    Nullable: of.nullable ?? false,
    Format: of.format ?? '',
    Title: of.title ?? '',
    Default: shownJson(of.default),
    ...shownBounds(of),
    Enum: of.enum?.map(shownJson) ?? null,
    MaxProperties: of.maxProperties ?? null,
    MinProperties: of.minProperties ?? null,
    Required: of.required ?? null,
    Items: shownItems(of.items, names),
    AllOf: list(of.allOf),
    OneOf: list(of.oneOf),
    AnyOf: list(of.anyOf),
    Not: one(of.not),
    Properties: map(of.properties, one),
    AdditionalProperties: orBool(of.additionalProperties),
    PatternProperties: map(of.patternProperties, one),
    Dependencies: map(of.dependencies, (value) =>
      isList(value)
        ? { Schema: null, Property: value.length === 0 ? null : value }
        : { Schema: isSchema(value) ? one(value) : null, Property: null },
    ),
    AdditionalItems: orBool(of.additionalItems),
    Definitions: map(of.definitions, one),
    ExternalDocs:
      of.externalDocs === undefined
        ? null
        : { Description: of.externalDocs.description ?? '', URL: of.externalDocs.url ?? '' },
    Example: shownJson(of.example),
    XPreserveUnknownFields: extensionOf(of, names.preserveUnknownFields) ?? null,
    XEmbeddedResource: extensionOf(of, names.embeddedResource) ?? false,
    XIntOrString: extensionOf(of, names.intOrString) ?? false,
    XListMapKeys: extensionOf(of, names.listMapKeys) ?? null,
    XListType: extensionOf(of, names.listType) ?? null,
    XMapType: extensionOf(of, names.mapType) ?? null,
    XValidations: (extensionOf(of, names.validations) as readonly ValidationRule[] | undefined)?.map(shownRule) ?? null,
  }
}

// upstream: JSONSchemaPropsOrStringArray – values of other types are read as neither.
function isSchema(value: unknown): value is JSONSchemaProps {
  return typeof value === 'object' && value !== null
}

/** The items of a schema as messages print them. */
export function shownItems(items: JSONSchemaProps['items'], names: SchemaExtensions): unknown {
  if (items === undefined) return null
  const several = isList(items) ? items : (items as { readonly JSONSchemas?: readonly JSONSchemaProps[] }).JSONSchemas
  if (several === undefined) return { Schema: shownSchema(items as JSONSchemaProps, names), JSONSchemas: null }
  // upstream: the conversion to the internal struct makes no list of no schemas.
  return { Schema: null, JSONSchemas: several.length === 0 ? null : several.map((item) => shownSchema(item, names)) }
}

/** A version of a definition as messages print it: what all versions share is not part of it. */
export function shownVersion(
  version: CustomResourceDefinitionVersion,
  shared: SharedParts,
  names: SchemaExtensions,
): Fields {
  const { schema, subresources, additionalPrinterColumns: columns, selectableFields } = version
  const props = schema?.openAPIV3Schema
  const { status, scale } = subresources ?? {}
  return {
    Name: version.name,
    Served: version.served,
    Storage: version.storage,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema:
      shared.schema || schema === undefined
        ? null
        : { OpenAPIV3Schema: props === undefined ? null : shownSchema(props, names) },
    Subresources:
      shared.subresources || subresources === undefined
        ? null
        : {
            Status: status ?? null,
            Scale:
              scale === undefined
                ? null
                : {
                    SpecReplicasPath: scale.specReplicasPath,
                    StatusReplicasPath: scale.statusReplicasPath,
                    LabelSelectorPath: scale.labelSelectorPath ?? null,
                  },
          },
    AdditionalPrinterColumns: shared.columns
      ? null
      : (columns?.map((column) => ({
          Name: column.name,
          Type: column.type,
          Format: column.format ?? '',
          Description: column.description ?? '',
          Priority: column.priority ?? 0,
          JSONPath: column.jsonPath,
        })) ?? null),
    SelectableFields: shared.selectableFields
      ? null
      : (selectableFields?.map(({ jsonPath }) => ({ JSONPath: jsonPath })) ?? null),
  }
}

function shownBounds(of: JSONSchemaProps): Fields {
  return {
    Maximum: of.maximum ?? null,
    ExclusiveMaximum: of.exclusiveMaximum ?? false,
    Minimum: of.minimum ?? null,
    ExclusiveMinimum: of.exclusiveMinimum ?? false,
    MaxLength: of.maxLength ?? null,
    MinLength: of.minLength ?? null,
    Pattern: of.pattern ?? '',
    MaxItems: of.maxItems ?? null,
    MinItems: of.minItems ?? null,
    UniqueItems: of.uniqueItems ?? false,
    MultipleOf: of.multipleOf ?? null,
  }
}

/** A JSON value as Go writes it: the members of an object by name. */
function shownJson(value: unknown): unknown {
  if (isList(value)) return value.map(shownJson)
  if (typeof value !== 'object' || value === null) return value ?? null
  return sorted(value as Fields, shownJson)
}

function sorted<T>(values: Readonly<Record<string, T>>, show: (value: T) => unknown): Fields {
  const keys = Object.keys(values).sort()
  return Object.fromEntries(keys.map((key) => [key, show(values[key] as T)]))
}

function isList<T, U>(value: readonly T[] | U): value is readonly T[] {
  return Array.isArray(value)
}
