import { extensionOf, someSchema, type SchemaExtensions } from '@pinnace/resources/custom-resource'
import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'

/** The first keyword that keeps a schema from being read as a structural one at all. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/convert.go, validateUnsupportedFields
export function unsupportedKeyword(schema: JSONSchemaProps, names: SchemaExtensions): string | undefined {
  let found: string | undefined
  someSchema(schema, (of) => {
    const keyword = unsupportedAt(of)
    if (keyword !== undefined) found = `OpenAPIV3Schema '${keyword}' is not supported`
    else if (Array.isArray(of.items)) found = "OpenAPIV3Schema 'items' must be a schema, but is an array"
    else if (extensionOf(of, names.preserveUnknownFields) === false) {
      found = `internal error: '${names.preserveUnknownFields}' must be true or undefined`
    }
    return found !== undefined
  })
  return found
}

function unsupportedAt(of: JSONSchemaProps): string | undefined {
  if ((of.id ?? '') !== '') return 'id'
  if ((of.$schema ?? '') !== '') return 'schema'
  if ((of.$ref ?? '') !== '') return '$ref'
  if (Object.keys(of.patternProperties ?? {}).length > 0) return 'patternProperties'
  if (Object.keys(of.dependencies ?? {}).length > 0) return 'dependencies'
  if (of.additionalItems !== undefined) return 'additionalItems'
  return Object.keys(of.definitions ?? {}).length > 0 ? 'definitions' : undefined
}
