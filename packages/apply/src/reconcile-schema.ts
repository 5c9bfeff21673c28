import type { PathElement } from './field-path.ts'
import { leaf, isEmptySet, type FieldSet, type MutableFieldSet } from './field-set.ts'
import type { ValueType } from './value-type.ts'

/**
 * A set adapted to the current schema: the owner of a part of a value that has become atomic owns the whole value. The
 * part of the set below a value that has become granular is unchanged, because its fields are not known.
 */
// upstream: structured-merge-diff typed/reconcile_schema.go
export function reconcileWithSchema(valueType: ValueType, set: FieldSet): FieldSet {
  if (valueType.kind === 'deduced') return set
  let next: MutableFieldSet | undefined
  for (const element in set) {
    const node = set[element]
    if (element === '.' || node === undefined || isEmptySet(node)) continue
    const place = placeAt(valueType, element)
    if (place === undefined) continue
    const reconciled = place.kind === 'atomic' ? leaf : reconcileWithSchema(place, node)
    if (reconciled !== node) (next ??= { ...set })[element] = reconciled
  }
  return next ?? set
}

/** Where a step leads, or undefined where the schema has no such place. */
function placeAt(valueType: ValueType, element: PathElement): ValueType | undefined {
  switch (valueType.kind) {
    case 'struct':
      return element.startsWith('f:') ? valueType.declared(element.slice(2))?.valueType : undefined
    case 'map':
    case 'deduced':
      return element.startsWith('f:') ? valueType.values : undefined
    case 'keyed':
      return element.startsWith('k:') ? valueType.items : undefined
    default:
      return undefined
  }
}

/** The set, and with every path the declared fields that lead to it. */
// upstream: structured-merge-diff fieldpath/set.go, EnsureNamedFieldsAreMembers
export function withNamedFields(valueType: ValueType | undefined, set: FieldSet): FieldSet {
  const next: MutableFieldSet = {}
  for (const element in set) {
    const node = set[element]
    if (node === undefined) continue
    if (element === '.' || isEmptySet(node)) {
      next[element] = node
      continue
    }
    const place = valueType === undefined ? undefined : placeAt(valueType, element)
    const below = withNamedFields(place, node)
    const isNamed = valueType?.kind === 'struct' && element.startsWith('f:') && place !== undefined
    next[element] = isNamed && !('.' in below) ? { '.': leaf, ...below } : below
  }
  return next
}
