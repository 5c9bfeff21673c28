import { isEqualJson, maxMembers, setMember, tooManyItems } from '@pinnace/meta'
import { formatStep, type PathElement } from './field-path.ts'
import { getOwn, isObject, type JsonObject } from './json-object.ts'
import { elementAt, haveSameKeys, TypedError } from './list-element.ts'
import { kindFor, type ValueType } from './value-type.ts'

/**
 * What becomes of `live` when a configuration is laid over it: values of the configuration win, nothing is removed.
 * Items of lists stand as in `live` where the configuration does not say otherwise, and as in the configuration where
 * it does. What does not change is shared with `live`; `live` itself is returned when nothing does.
 * @throws TypedError where list items cannot be told apart.
 */
// upstream: structured-merge-diff typed/merge.go
export function mergeTyped(valueType: ValueType, live: unknown, applied: unknown): unknown {
  if (applied === undefined || applied === live) return live
  if (live === undefined) return applied
  // A null beside a map is a map without members.
  const kind = kindFor(valueType, applied === null && isObject(live) ? live : applied)
  switch (kind) {
    case 'scalar':
    case 'atomic':
      return isEqualJson(live, applied) ? live : applied
    case 'struct':
    case 'map':
      return mergeMaps(valueType, live, applied)
    default:
      return mergeLists(valueType, live, applied)
  }
}

function mergeMaps(valueType: ValueType, live: unknown, applied: unknown): unknown {
  const left = isObject(live) ? live : undefined
  const right = isObject(applied) ? applied : undefined
  if (right === undefined || isEmpty(right)) return left === undefined || isEmpty(left) ? keep(live, applied) : live
  if (left === undefined) return applied
  let next: JsonObject | undefined
  for (const key of Object.keys(right)) {
    const wanted = right[key]
    if (wanted === undefined) continue
    const current = getOwn(left, key)
    const merged = mergeTyped(valueType.place(key).valueType, current, wanted)
    if (merged !== current) setMember((next ??= { ...left }), key, merged)
  }
  return next ?? live
}

function mergeLists(valueType: ValueType, live: unknown, applied: unknown): unknown {
  const left: readonly unknown[] = Array.isArray(live) ? live : []
  const right: readonly unknown[] = Array.isArray(applied) ? applied : []
  if (right.length === 0) return left.length === 0 ? keep(live, applied) : live
  if (left.length === 0) {
    appliedElements(valueType, right)
    return applied
  }
  const merged = mergeAligned(valueType, left, right) ?? weave(valueType, left, right)
  return merged.length === left.length && merged.every((item, index) => item === left[index]) ? live : merged
}

/** The usual case: the same items in the same order. Undefined for all others. */
function mergeAligned(list: ValueType, left: readonly unknown[], right: readonly unknown[]): unknown[] | undefined {
  if (left.length !== right.length || !left.every((item, index) => haveSameKeys(list, item, right[index])))
    return undefined
  // INVARIANT: the applied list has no duplicates (it has been validated), so the stored one has none either.
  return left.map((item, index) => mergeTyped(list.items, item, right[index]))
}

function keep(live: unknown, applied: unknown): unknown {
  return isEqualJson(live, applied) ? live : applied
}

function isEmpty(value: JsonObject): boolean {
  for (const key in value) if (value[key] !== undefined) return false
  return true
}

/** The steps of an applied list, in order, each with its item. Duplicates are refused. */
function appliedElements(list: ValueType, items: readonly unknown[]): Map<PathElement, unknown> {
  if (items.length > maxMembers) throw tooManyItems()
  const elements = new Map<PathElement, unknown>()
  for (let position = 0; position < items.length; position++) {
    const element = elementAt(list, items, position)
    if (elements.has(element)) throw new TypedError(`duplicate entries for key ${formatStep(element)}`)
    elements.set(element, items[position])
  }
  return elements
}

/**
 * Both lists in one: the shared items in the order of the configuration, the items only `left` has before the shared
 * one that followed them.
 */
// upstream: structured-merge-diff typed/merge.go, visitListItems
function weave(list: ValueType, left: readonly unknown[], right: readonly unknown[]): unknown[] {
  const rights = appliedElements(list, right)
  const rightOrder = [...rights.keys()]
  const leftOrder = left.map((_, position) => elementAt(list, left, position))
  const lefts = new Map<PathElement, unknown>()
  let position = 0
  for (const element of leftOrder) {
    // Stored duplicates are not merged with what is applied: it replaces them.
    lefts.set(element, lefts.has(element) ? undefined : left[position])
    position++
  }
  const shared = rightOrder.filter((element) => lefts.has(element))
  let nextShared = 0
  const done = new Set<PathElement>()
  const out: unknown[] = []
  const take = (element: PathElement): void => {
    done.add(element)
    out.push(mergeTyped(list.items, lefts.get(element), rights.get(element)))
  }
  let l = 0
  let r = 0
  while (l < leftOrder.length || r < rightOrder.length) {
    const element = leftOrder[l]
    const wanted = rightOrder[r]
    if (element !== undefined && wanted !== undefined) {
      if (element === wanted) {
        take(element)
        l++
        r++
        nextShared++
        continue
      }
      // A shared item whose turn has not come.
      if (rights.has(element) && nextShared < shared.length && shared[nextShared] !== element) {
        l++
        continue
      }
    }
    if (element !== undefined) {
      if (!rights.has(element)) {
        out.push(left[l])
        l++
        continue
      }
      if (done.has(element)) l++
    }
    if (wanted !== undefined) {
      take(wanted)
      r++
      if (shared[nextShared] === wanted) nextShared++
    }
  }
  return out
}
