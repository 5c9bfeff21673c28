import { setMember } from '@pinnace/meta'
import { isEmptySet, isMember, type FieldSet } from './field-set.ts'
import { deleteOwn, isObject, type JsonObject } from './json-object.ts'
import { elementAt } from './list-element.ts'
import { kindFor, type ValueType } from './value-type.ts'

/** What stands for a map or list that has lost all it had; undefined: nothing does. */
type Hollow = (value: unknown, kept: FieldSet | undefined) => unknown

/**
 * `value` without the fields and items of a set. A map or list that loses all it had becomes null, which a set of
 * fields still names. What does not change is shared.
 */
// upstream: structured-merge-diff typed/remove.go
export function removeFields(valueType: ValueType, value: unknown, gone: FieldSet): unknown {
  return remove(valueType, value, gone, undefined, () => null)
}

/**
 * As {@link removeFields} for the object that will be stored: a map or list that lost all it had is left out instead of
 * null, so that it can be defaulted again; it stays, empty, where `kept` has the map or list itself.
 */
export function pruneFields(valueType: ValueType, value: unknown, gone: FieldSet, kept: FieldSet): unknown {
  return isEmptySet(gone) ? value : (remove(valueType, value, gone, kept, leaveEmptyWhereKept) ?? {})
}

function leaveEmptyWhereKept(value: unknown, kept: FieldSet | undefined): unknown {
  if (kept === undefined || !isMember(kept)) return undefined
  return Array.isArray(value) ? [] : {}
}

function remove(
  valueType: ValueType,
  value: unknown,
  gone: FieldSet,
  kept: FieldSet | undefined,
  hollow: Hollow,
): unknown {
  switch (kindFor(valueType, value)) {
    case 'scalar':
      return value
    case 'atomic':
      return hollow(value, undefined)
    case 'struct':
    case 'map':
      return isObject(value) ? removeFromMap(valueType, value, gone, kept, hollow) : value
    default:
      return Array.isArray(value) ? removeFromList(valueType, value, gone, kept, hollow) : value
  }
}

function removeFromMap(
  valueType: ValueType,
  value: JsonObject,
  gone: FieldSet,
  kept: FieldSet | undefined,
  hollow: Hollow,
): unknown {
  let next: JsonObject | undefined
  let left = 0
  for (const key of Object.keys(value)) {
    const { element, valueType: below } = valueType.place(key)
    const node = gone[element]
    const item =
      node === undefined
        ? value[key]
        : isMember(node)
          ? undefined
          : remove(below, value[key], node, kept?.[element], hollow)
    if (item !== undefined) left++
    if (item === value[key]) continue
    next ??= { ...value }
    if (item === undefined) deleteOwn(next, key)
    else setMember(next, key, item)
  }
  return left === 0 ? hollow(value, kept) : (next ?? value)
}

function removeFromList(
  valueType: ValueType,
  items: readonly unknown[],
  gone: FieldSet,
  kept: FieldSet | undefined,
  hollow: Hollow,
): unknown {
  const left: unknown[] = []
  let changed = false
  for (let position = 0; position < items.length; position++) {
    const element = elementAt(valueType, items, position)
    const node = gone[element]
    const item =
      node === undefined
        ? items[position]
        : isMember(node)
          ? undefined
          : remove(valueType.items, items[position], node, kept?.[element], hollow)
    if (item !== items[position]) changed = true
    if (item !== undefined) left.push(item)
  }
  return left.length === 0 ? hollow(items, kept) : changed ? left : items
}
