import { isEmptySet, isMember, type FieldSet } from './field-set.ts'
import { deleteOwn, isObject, setOwn, type JsonObject } from './json-object.ts'
import { elementAt } from './list-element.ts'
import { kindFor, type Topology } from './topology.ts'

/**
 * `value` without the fields and items of a set. A map or list that loses all it had becomes null, which a set of
 * fields still names. What does not change is shared.
 */
// upstream: structured-merge-diff typed/remove.go
export function removeFields(topology: Topology, value: unknown, gone: FieldSet): unknown {
  switch (kindFor(topology, value)) {
    case 'scalar':
      return value
    case 'atomic':
      return null
    case 'struct':
    case 'map':
      return isObject(value) ? removeFromMap(topology, value, gone) : null
    default:
      return Array.isArray(value) ? removeFromList(topology, value, gone) : null
  }
}

function removeFromMap(topology: Topology, value: JsonObject, gone: FieldSet): unknown {
  let next: JsonObject | undefined
  let left = 0
  for (const key of Object.keys(value)) {
    const { element, topology: below } = topology.place(key)
    const node = gone[element]
    if (node !== undefined && isMember(node)) {
      deleteOwn((next ??= { ...value }), key)
      continue
    }
    left++
    if (node === undefined) continue
    const item = removeFields(below, value[key], node)
    if (item !== value[key]) setOwn((next ??= { ...value }), key, item)
  }
  return left === 0 ? null : (next ?? value)
}

function removeFromList(topology: Topology, items: readonly unknown[], gone: FieldSet): unknown {
  const left: unknown[] = []
  let changed = false
  for (let position = 0; position < items.length; position++) {
    const node = gone[elementAt(topology, items, position)]
    if (node !== undefined && isMember(node)) {
      changed = true
      continue
    }
    const item = node === undefined ? items[position] : removeFields(topology.items, items[position], node)
    if (item !== items[position]) changed = true
    left.push(item)
  }
  return left.length === 0 ? null : changed ? left : items
}

/**
 * As {@link removeFields} for the object that will be stored: what lost all it had is left out instead of null, so that
 * it can be defaulted again.
 */
export function pruneFields(topology: Topology, value: unknown, gone: FieldSet): unknown {
  if (isEmptySet(gone)) return value
  const removed = removeFields(topology, value, gone)
  return dropHollow(value, removed) ?? {}
}

/** `after` without the nulls that `before` did not have. */
function dropHollow(before: unknown, after: unknown): unknown {
  if (before === after) return after
  if (after === null) return before === null ? null : undefined
  if (Array.isArray(after)) {
    const kept = after.filter((item) => item !== null)
    return kept.length === after.length ? after : kept
  }
  if (!isObject(after) || !isObject(before)) return after
  const next = { ...after }
  for (const key of Object.keys(after)) {
    const item = dropHollow(before[key], after[key])
    if (item === undefined) deleteOwn(next, key)
    else if (item !== after[key]) setOwn(next, key, item)
  }
  return next
}
