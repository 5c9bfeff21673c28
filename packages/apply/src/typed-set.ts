import { emptySet, leaf, type FieldSet, type MutableFieldSet } from './field-set.ts'
import { isEmptyObject, isObject, type JsonObject } from './json-object.ts'
import { indexList } from './list-element.ts'
import { kindFor, type ValueType } from './value-type.ts'

/** The fields that a configuration names: its leaves, and the items of its lists and maps. */
// upstream: structured-merge-diff typed/tofieldset.go
export function fieldSetOfValue(valueType: ValueType, value: unknown): FieldSet {
  return nodeOf(valueType, value, false) ?? emptySet
}

/** With `self`, the value's own path is in the set though it is no leaf. */
function nodeOf(valueType: ValueType, value: unknown, self: boolean): FieldSet | undefined {
  switch (kindFor(valueType, value)) {
    case 'scalar':
    case 'atomic':
      return leaf
    case 'struct':
    case 'map':
      return (isObject(value) ? mapNode(valueType, value, self) : undefined) ?? (self ? leaf : undefined)
    default:
      return (Array.isArray(value) ? listNode(valueType, value, self) : undefined) ?? (self ? leaf : undefined)
  }
}

function mapNode(valueType: ValueType, value: JsonObject, self: boolean): FieldSet | undefined {
  let node: MutableFieldSet | undefined
  for (const key of Object.keys(value)) {
    const item = value[key]
    if (item === undefined) continue
    const { element, valueType: below, isDeclared } = valueType.place(key)
    const child = nodeOf(below, item, !isDeclared || item === null || (isObject(item) && isEmptyObject(item)))
    if (child !== undefined) (node ??= self ? { '.': leaf } : {})[element] = child
  }
  return node
}

function listNode(valueType: ValueType, items: readonly unknown[], self: boolean): FieldSet | undefined {
  let node: MutableFieldSet | undefined
  for (const [element, same] of indexList(valueType, items)) {
    // Items that share their keys are owned together.
    const child = (same.length > 1 ? undefined : nodeOf(valueType.items, same[0], true)) ?? leaf
    ;(node ??= self ? { '.': leaf } : {})[element] = child
  }
  return node
}
