import { listTypeOf, mapKeysOf, type Field, type ListSchema, type ObjectSchema, type Schema } from '@pinnace/schema'

type Members = Record<string, unknown>

/**
 * Gives the items of keyed lists the keys that they lack, where built-in kinds always have them: empty texts and zeros,
 * which the validation of the object refuses. The object is edited.
 */
// upstream: apiserver/pkg/admission/plugin/policy/mutating/patch/smd.go – the configuration is read as the Go struct.
export function fillListKeys(schema: ObjectSchema, object: Members): void {
  for (const [name, value] of Object.entries(object)) {
    const field = schema.fields.get(name)
    if (field !== undefined) fillValue(field.schema, field, value)
  }
}

function fillValue(schema: Schema, field: Field | undefined, value: unknown): void {
  if (schema.type === 'list' && Array.isArray(value)) fillItems(schema, field, value)
  else if (schema.type === 'object' && isMembers(value)) fillListKeys(schema, value)
  else if (schema.type === 'map' && isMembers(value)) {
    for (const member of Object.values(value)) fillValue(schema.values, undefined, member)
  }
}

function fillItems(schema: ListSchema, field: Field | undefined, items: readonly unknown[]): void {
  const keys = listTypeOf(schema, field) === 'map' ? mapKeysOf(schema, field) : []
  for (const item of items) {
    if (isMembers(item) && schema.items.type === 'object') fillKeys(schema.items, keys, item)
    fillValue(schema.items, undefined, item)
  }
}

function fillKeys({ fields }: ObjectSchema, keys: readonly string[], item: Members): void {
  for (const key of keys) {
    const field = fields.get(key)
    if (Object.hasOwn(item, key) || field === undefined || !isAlwaysWritten(field)) continue
    const { type } = field.schema
    if (type === 'string') item[key] = ''
    else if (type === 'integer') item[key] = 0
  }
}

/** Whether a field is written where it is not set. Only fields of built-in kinds have numbers. */
function isAlwaysWritten({ omitEmpty, pointer, numbers }: Field): boolean {
  return numbers !== undefined && omitEmpty !== true && pointer !== true
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
