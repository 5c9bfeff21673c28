import { isEqualJson } from '@pinnace/meta'
import { FieldSetBuilder } from './field-set-pool.ts'
import { emptySet, isEmptySet, leaf, recursiveDifference, type FieldSet } from './field-set.ts'
import { hasNoMembers, isObject } from './json-object.ts'
import { strippedFields } from './stripped-fields.ts'
import { kindFor, type ValueType } from './value-type.ts'
import { assertType, contentsNode, wholeNode } from './whole-node.ts'

/**
 * The fields of a new object that its manager owns: those that a comparison with the `empty` object of the kind, which has
 * no items in its lists, adds or modifies, without those that no manager owns and those that are `ignored`. The sets of all
 * levels are from the pool.
 * @throws TypedError where a comparison does
 */
export function newObjectFields(
  valueType: ValueType,
  empty: unknown,
  object: unknown,
  ignored: FieldSet | undefined,
): FieldSet {
  const set = changedNode(valueType, empty, object, strippedFields) ?? emptySet
  return ignored === undefined ? set : recursiveDifference(set, ignored)
}

/** What is below a changed value, a leaf where the value itself has changed; undefined where nothing has. */
function changedNode(
  valueType: ValueType,
  before: unknown,
  after: unknown,
  stripped: FieldSet | undefined,
): FieldSet | undefined {
  if (before === after) return undefined
  if (before === undefined && stripped === undefined) return wholeNode(valueType, after, undefined)
  assertType(valueType, after)
  switch (kindFor(valueType, after ?? before)) {
    case 'struct':
    case 'map':
      return changedMembers(valueType, before, after, stripped)
    case 'set':
    case 'keyed':
      if (Array.isArray(after) && after.length > 0) return contentsNode(valueType, after, false, undefined)
      return changedLeaf(before, after)
    default:
      return changedLeaf(before, after)
  }
}

function changedMembers(
  valueType: ValueType,
  before: unknown,
  after: unknown,
  stripped: FieldSet | undefined,
): FieldSet | undefined {
  const old = isObject(before) ? before : undefined
  const members = isObject(after) ? after : undefined
  const builder = new FieldSetBuilder(false)
  let isChanged = false
  for (const key in members) {
    const item = members[key]
    if (item === undefined) continue
    const { element, valueType: below } = valueType.place(key)
    const strippedBelow = stripped?.[element]
    if (strippedBelow !== undefined && isEmptySet(strippedBelow)) continue
    const node = changedNode(
      below,
      old !== undefined && Object.hasOwn(old, key) ? old[key] : undefined,
      item,
      strippedBelow,
    )
    if (node === undefined) continue
    isChanged = true
    builder.add(element, node)
  }
  if (isChanged) return builder.set
  return stripped === undefined && hasNoMembers(old) && hasNoMembers(members) ? changedLeaf(before, after) : undefined
}

function changedLeaf(before: unknown, after: unknown): FieldSet | undefined {
  return isEqualJson(before, after) ? undefined : leaf
}
