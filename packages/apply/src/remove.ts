import { setMember } from '@pinnace/meta'
import { isEmptySet, isMember, type FieldSet } from './field-set.ts'
import { deleteOwn, isObject, type JsonObject } from './json-object.ts'
import { elementAt } from './list-element.ts'
import { kindFor, type ValueType } from './value-type.ts'

/** The replacement of a map or list that has lost every entry; undefined removes it. */
type Hollow = (value: unknown, kept: FieldSet | undefined) => unknown

/**
 * `value` without the fields and items of a set. A map or list that loses every entry becomes null, so that its path
 * is still in the set of fields of the result. Unchanged parts are shared with `value`.
 */
// upstream: structured-merge-diff typed/remove.go
export function removeFields(valueType: ValueType, value: unknown, gone: FieldSet): unknown {
  return removalToNull.remove(valueType, value, gone, undefined)
}

/**
 * Like {@link removeFields}, for the object that will be stored: a map or list that loses every entry is removed rather
 * than set to null, so that it can be defaulted again. It stays as an empty value if its own path is in `kept`.
 */
export function pruneFields(valueType: ValueType, value: unknown, gone: FieldSet, kept: FieldSet): unknown {
  return isEmptySet(gone) ? value : (removalToAbsent.remove(valueType, value, gone, kept) ?? {})
}

function leaveEmptyWhereKept(value: unknown, kept: FieldSet | undefined): unknown {
  if (kept === undefined || !isMember(kept)) return undefined
  return Array.isArray(value) ? [] : {}
}

/** Removes the fields and items of a set; what stands for an emptied map or list is given once. */
class Removal {
  readonly #hollow: Hollow

  constructor(hollow: Hollow) {
    this.#hollow = hollow
  }

  remove(valueType: ValueType, value: unknown, gone: FieldSet, kept: FieldSet | undefined): unknown {
    switch (kindFor(valueType, value)) {
      case 'scalar':
        return value
      case 'atomic':
        return this.#hollow(value, undefined)
      case 'struct':
      case 'map':
        return isObject(value) ? this.#removeFromMap(valueType, value, gone, kept) : value
      default:
        return Array.isArray(value) ? this.#removeFromList(valueType, value, gone, kept) : value
    }
  }

  #removeFromMap(valueType: ValueType, value: JsonObject, gone: FieldSet, kept: FieldSet | undefined): unknown {
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
            : this.remove(below, value[key], node, kept?.[element])
      if (item !== undefined) left++
      if (item === value[key]) continue
      next ??= { ...value }
      if (item === undefined) deleteOwn(next, key)
      else setMember(next, key, item)
    }
    return left === 0 ? this.#hollow(value, kept) : (next ?? value)
  }

  #removeFromList(
    valueType: ValueType,
    items: readonly unknown[],
    gone: FieldSet,
    kept: FieldSet | undefined,
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
            : this.remove(valueType.items, items[position], node, kept?.[element])
      if (item !== items[position]) changed = true
      if (item !== undefined) left.push(item)
    }
    return left.length === 0 ? this.#hollow(items, kept) : changed ? left : items
  }
}

const removalToNull = new Removal(() => null)
const removalToAbsent = new Removal(leaveEmptyWhereKept)
