import type { Vocabulary } from '@pinnace/meta'
import { isPlainScalar } from '@pinnace/resources/custom-resource'
import { compileDecoder, createTypeLoader, DecodeError, type Decoder } from '@pinnace/schema'
import { crdTypeTables } from '@pinnace/types'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'

type Json = Record<string, unknown>

const listsOfSchemas = ['allOf', 'anyOf', 'oneOf']
const mapsOfSchemas = ['properties', 'patternProperties', 'definitions']

/** Creates the function that decodes, in place, the schemas of a CRD in fields that also accept another type. */
// upstream: apiextensions/v1/marshal.go – what is in them is never read strictly, only their types are looked at.
export function createOpenPartsReader(vocabulary: Vocabulary): (crd: CustomResourceDefinition) => void {
  let decoder: Decoder | undefined
  const decode: Decoder = (value) => {
    decoder ??= compileDecoder(
      createTypeLoader(crdTypeTables(vocabulary.schemaExtensionPrefix))('apiextensions.v1.JSONSchemaProps'),
    )
    return decoder(value)
  }
  return ({ spec }) => {
    // No version at all is refused later, as what it is.
    for (const { schema } of (spec.versions as typeof spec.versions | null) ?? []) {
      const path = 'spec.versions.schema.openAPIV3Schema'
      if (isObject(schema?.openAPIV3Schema)) readParts(schema.openAPIV3Schema, path, decode)
    }
  }
}

/** Reads what is inside a schema that has been read itself; `path` has names of fields, without indices and keys. */
function readParts(schema: Json, path: string, decode: Decoder): void {
  const at = (name: string): string => `${path}.${name}`
  for (const name of ['additionalProperties', 'additionalItems']) {
    const value = schema[name]
    if (isObject(value)) readWhole(value, at(name), decode)
    else if (value !== undefined && typeof value !== 'boolean') throw new DecodeError('boolean or JSON schema expected')
  }
  const { items } = schema
  if (isObject(items)) readWhole(items, at('items'), decode)
  // Neither a schema nor a list of them is a list of none.
  else if (items !== undefined) schema['items'] = readList(items, at('items'), decode)
  for (const value of Object.values((schema['dependencies'] ?? {}) as Json)) {
    if (isObject(value)) readWhole(value, at('dependencies'), decode)
  }
  if (isObject(schema['not'])) readParts(schema['not'], at('not'), decode)
  for (const name of listsOfSchemas) {
    for (const one of (schema[name] ?? []) as readonly Json[]) readParts(one, at(name), decode)
  }
  for (const name of mapsOfSchemas) {
    for (const one of Object.values((schema[name] ?? {}) as Json)) {
      if (!isPlainScalar(one as Json)) readParts(one as Json, at(name), decode)
    }
  }
}

function readList(items: unknown, path: string, decode: Decoder): readonly unknown[] {
  if (!Array.isArray(items)) return []
  for (const item of items as readonly unknown[]) readWhole(item, path, decode)
  return items
}

/** Reads a schema and what is inside it. An error names the path of the outermost of such schemas. */
function readWhole(value: unknown, path: string, decode: Decoder): void {
  try {
    readParts(decode(value), path, decode)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    const end = error.message.indexOf(' into Go ')
    const type = error.message.lastIndexOf(' of type ')
    if (end < 0 || type < 0) throw error
    const found = error.message.slice(0, end)
    throw new DecodeError(`${found} into Go struct field JSONSchemaProps.${path}${error.message.slice(type)}`)
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
