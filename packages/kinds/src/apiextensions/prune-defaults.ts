import type { Mutable } from '@pinnace/meta'
import {
  entriesOf,
  extensionOf,
  isPlainScalar,
  itemsOf,
  type SchemaExtensions,
} from '@pinnace/resources/custom-resource'
import { prune } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import type { CustomResourceDefinitionSpec, JSONSchemaProps } from '@pinnace/types/apiextensions-v1'

/** Removes, in place, unknown fields from the metadata of embedded objects in the defaults of a definition. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/defaulting/prune.go, PruneDefaults
export function pruneDefaults({ versions }: Mutable<CustomResourceDefinitionSpec>, names: SchemaExtensions): void {
  for (const { schema } of versions) {
    if (schema?.openAPIV3Schema !== undefined) pruneSchema(schema.openAPIV3Schema, names)
  }
}

function pruneSchema(schema: JSONSchemaProps, names: SchemaExtensions): void {
  pruneValue(schema.default, schema, names)
  const items = itemsOf(schema)
  if (items !== undefined) pruneSchema(items, names)
  for (const [, property] of entriesOf(schema.properties)) if (!isPlainScalar(property)) pruneSchema(property, names)
}

function pruneValue(value: unknown, schema: JSONSchemaProps, names: SchemaExtensions): void {
  if (Array.isArray(value)) {
    const items = itemsOf(schema)
    if (items !== undefined) for (const item of value) pruneValue(item, items, names)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const fields = value as Readonly<Record<string, unknown>>
  if (extensionOf(schema, names.embeddedResource) === true && Object.hasOwn(fields, 'metadata')) {
    prune(fields['metadata'], loadType('meta.v1.ObjectMeta'))
  }
  for (const [key, property] of entriesOf(schema.properties)) {
    if (Object.hasOwn(fields, key)) pruneValue(fields[key], property, names)
  }
}
