import type { Mutable, Vocabulary } from '@pinnace/meta'
import { compileDecoder, createTypeLoader, type Decoder } from '@pinnace/schema'

import {
  apiextensionsV1Types,
  type CustomResourceDefinition,
  type JSONSchemaProps,
} from '../../types/apiextensions-v1.ts'
import { typeTables } from '../../types/type-tables.ts'

/** Fills in what a definition leaves out. */
// upstream: apis/apiextensions/v1/defaults.go
export function createDefinitionDefaults(vocabulary: Vocabulary): (next: Mutable<CustomResourceDefinition>) => void {
  let decode: Decoder | undefined
  const read = (value: object): void => {
    decode ??= compileDecoder(
      createTypeLoader([apiextensionsV1Types(vocabulary.schemaExtensionPrefix), ...typeTables])(
        'apiextensions.v1.JSONSchemaProps',
      ),
    )
    decode(value)
  }
  return ({ spec }) => {
    const { names } = spec
    if ((names.singular ?? '') === '') names.singular = names.kind.toLowerCase()
    if ((names.listKind ?? '') === '' && names.kind !== '') names.listKind = `${names.kind}List`
    spec.conversion ??= { strategy: 'None' }
    const service = spec.conversion.webhook?.clientConfig?.service
    if (service !== undefined) service.port ??= 443
    for (const { schema } of spec.versions) readOpenParts(schema?.openAPIV3Schema, read)
  }
}

/** Schemas under keywords that may hold something else too are read like all others. */
function readOpenParts(schema: unknown, read: (value: object) => void): void {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return
  const props = schema as JSONSchemaProps
  const open = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    read(value)
    readOpenParts(value, read)
  }
  open(props.items)
  if (Array.isArray(props.items)) for (const item of props.items as readonly unknown[]) open(item)
  open(props.additionalProperties)
  open(props.additionalItems)
  for (const value of Object.values(props.dependencies ?? {})) open(value)
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) for (const one of props[name] ?? []) readOpenParts(one, read)
  readOpenParts(props.not, read)
  for (const name of ['properties', 'patternProperties', 'definitions'] as const) {
    for (const one of Object.values(props[name] ?? {})) readOpenParts(one, read)
  }
}
