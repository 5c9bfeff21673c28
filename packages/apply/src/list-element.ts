import { quote } from '@pinnace/meta'

import { stepLength } from './deferred-work.ts'
import { keyElement, valueElement, type PathElement } from './field-path.ts'
import { getOwn, isObject } from './json-object.ts'
import type { ValueType } from './value-type.ts'

/** An object that contradicts its schema so that its fields cannot be told apart. */
export class TypedError extends Error {
  override readonly name = 'TypedError'
}

/** The step to an item of a `set` or `keyed` list. @throws TypedError where the item cannot be identified. */
// upstream: structured-merge-diff typed/helpers.go, listItemToPathElement – a key may be absent, unless all of them are
export function listElement(list: ValueType, item: unknown): PathElement {
  if (list.kind === 'set') {
    if (isObject(item)) throw new TypedError("associative list without keys has an element that's a map type")
    if (Array.isArray(item)) throw new TypedError('not supported: associative list with lists as elements')
    if (item === null) throw new TypedError("associative list without keys has an element that's an explicit null")
    return valueElement(item)
  }
  if (item === null) throw new TypedError('associative list with keys may not have a null element')
  if (!isObject(item)) throw new TypedError('associative list with keys may not have non-map elements')
  const [first = '', second] = list.keys
  const only = second === undefined ? getOwn(item, first) : undefined
  if (typeof only === 'string') return list.elementOf(only)
  const keys: (readonly [string, unknown])[] = []
  let index = 0
  for (const name of list.keys) {
    const value = Object.hasOwn(item, name) ? item[name] : list.keyDefault(index)
    if (value !== undefined) keys.push([name, value])
    index++
  }
  if (keys.length === 0) {
    const names = list.declaredKeys.map(quote).join(' ')
    throw new TypedError(
      `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
    )
  }
  return keyElement(keys)
}

/** True for two items of a list that certainly have the same step, both saying every key. */
export function haveSameKeys(list: ValueType, left: unknown, right: unknown): boolean {
  if (list.kind === 'set') return left === right && typeof left !== 'object'
  if (!isObject(left) || !isObject(right)) return false
  for (const key of list.keys) {
    const value = getOwn(left, key)
    if (value === undefined || typeof value === 'object' || value !== getOwn(right, key)) return false
  }
  return true
}

/** The items of a list by their step, in order; several where the list has duplicates. */
export function indexList(list: ValueType, items: readonly unknown[]): Map<PathElement, unknown[]> {
  const index = new Map<PathElement, unknown[]>()
  for (let position = 0; position < items.length; position++) addItem(index, list, items, position)
  return index
}

/** As {@link indexList}; can be interrupted. */
export function* indexListInSteps(
  list: ValueType,
  items: readonly unknown[],
): Generator<void, Map<PathElement, unknown[]>> {
  const index = new Map<PathElement, unknown[]>()
  for (let position = 0; position < items.length; position++) {
    addItem(index, list, items, position)
    if (position % stepLength === 0) yield
  }
  return index
}

function addItem(
  index: Map<PathElement, unknown[]>,
  list: ValueType,
  items: readonly unknown[],
  position: number,
): void {
  const element = elementAt(list, items, position)
  const same = index.get(element)
  if (same === undefined) index.set(element, [items[position]])
  else same.push(items[position])
}

/** As {@link listElement}, and the error says which item. */
export function elementAt(list: ValueType, items: readonly unknown[], position: number): PathElement {
  try {
    return listElement(list, items[position])
  } catch (error) {
    if (error instanceof TypedError) throw new TypedError(`element ${position}: ${error.message}`, { cause: error })
    throw error
  }
}
