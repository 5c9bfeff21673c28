import { hasPatchStrategy } from './patch-strategy.ts'
import type { Field, ListSchema, ListType } from './schema.ts'

// For server-side apply and strategic merge patches. Functions take the field as well as its schema, because older
// types have a patch strategy instead of a list type.

/** How a list is owned. `field` is the field that holds it, undefined for a list within a list or a map. */
// upstream: kube-openapi/pkg/schemaconv/smd.go, getListElementRelationship
export function listTypeOf(schema: ListSchema, field?: Field): ListType {
  if (schema.listType !== undefined) return schema.listType
  if (!isMerged(field)) return 'atomic'
  return field?.patchMergeKey === undefined ? 'set' : 'map'
}

/** Fields that identify an item; none unless the list is of type `map`. */
export function mapKeysOf(schema: ListSchema, field?: Field): readonly string[] {
  if (schema.listType === 'map') return schema.mapKeys ?? []
  if (schema.listType !== undefined || !isMerged(field) || field?.patchMergeKey === undefined) return []
  return [field.patchMergeKey]
}

function isMerged(field: Field | undefined): boolean {
  return hasPatchStrategy(field, 'merge')
}
