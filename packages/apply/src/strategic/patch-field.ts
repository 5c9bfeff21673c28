import { unclassifiedError } from '@pinnace/meta'
import type { Schema } from '@pinnace/schema'

/** How one field of a map is patched. `schema` is undefined where nothing is known of the value. */
export interface PatchField {
  readonly schema: Schema | undefined
  readonly strategy: string | undefined
  readonly mergeKey: string | undefined
}

const unknownField: PatchField = { schema: undefined, strategy: undefined, mergeKey: undefined }

/** How a strategic merge patch changes the member `key` of a value of `schema`. */
// upstream: apimachinery/pkg/util/strategicpatch/meta.go, LookupPatchMetadataForStruct
export function patchField(schema: Schema | undefined, key: string): PatchField {
  if (schema === undefined || schema.type === 'raw' || schema.type === 'any') return unknownField
  if (schema.type === 'map') return { schema: schema.values, strategy: undefined, mergeKey: undefined }
  if (schema.type !== 'object') {
    throw unclassifiedError(`merging an object in json but data type is not map or struct, instead is: ${schema.type}`)
  }
  const field = schema.fields.get(key)
  if (field === undefined) {
    if (schema.preserveUnknownFields || schema.embeddedResource) return unknownField
    throw unclassifiedError(
      `unable to find api field in struct ${typeName(schema.name)} for the json field ${JSON.stringify(key)}`,
    )
  }
  return { schema: field.schema, strategy: readStrategy(field.patchStrategy), mergeKey: field.patchMergeKey }
}

/** The items of a field's list. */
// upstream: apimachinery/pkg/util/strategicpatch/meta.go, LookupPatchMetadataForSlice
export function itemSchema(field: PatchField): Schema | undefined {
  const { schema } = field
  if (schema === undefined || schema.type === 'raw' || schema.type === 'any') return undefined
  if (schema.type !== 'list') throw unclassifiedError('expected slice or array type, but got: struct')
  if (schema.items.type === 'list') throw unclassifiedError('unexpected slice of slice')
  return schema.items
}

/** The strategy beside `retainKeys`, which only says that patches will carry a directive. */
function readStrategy(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const others = text.split(',').filter((strategy) => strategy !== 'retainKeys')
  if (others.length > 1) throw unclassifiedError(`unexpected patch strategy: [${text.split(',').join(' ')}]`)
  return others[0]
}

function typeName(name: string | undefined): string {
  return name === undefined ? '' : name.slice(name.lastIndexOf('.') + 1)
}
