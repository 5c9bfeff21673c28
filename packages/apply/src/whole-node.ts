import { manyMembers, stepLength, type DeferredWork } from './deferred-work.ts'
import { leaf, type FieldSet, type MutableFieldSet } from './field-set.ts'
import { FieldSetBuilder } from './field-set-pool.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { elementAt, indexList, indexListInSteps, TypedError } from './list-element.ts'
import { kindFor, type ValueType } from './value-type.ts'

/**
 * Every path of a value that stands on one side only: leaves and what holds them. With `later`, large maps and lists are
 * walked by that work.
 */
export function wholeNode(valueType: ValueType, value: unknown, later: DeferredWork | undefined): FieldSet {
  return contentsNode(valueType, value, true, later)
}

/** What is below a value; with `self`, the value's own path too. A leaf where nothing is below it. */
export function contentsNode(
  valueType: ValueType,
  value: unknown,
  self: boolean,
  later: DeferredWork | undefined,
): FieldSet {
  assertType(valueType, value)
  const kind = kindFor(valueType, value)
  if (kind === 'struct' || kind === 'map') return isObject(value) ? memberNodes(valueType, value, self, later) : leaf
  if (kind === 'set' || kind === 'keyed') return Array.isArray(value) ? itemNodes(valueType, value, self, later) : leaf
  return leaf
}

function memberNodes(
  valueType: ValueType,
  value: JsonObject,
  self: boolean,
  later: DeferredWork | undefined,
): FieldSet {
  if (later !== undefined && Object.keys(value).length >= manyMembers) {
    return membersLater(valueType, value, self, later)
  }
  const builder = new FieldSetBuilder(self)
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    const { element, valueType: below } = valueType.place(key)
    builder.add(element, contentsNode(below, item, true, later))
  }
  return builder.set
}

function itemNodes(
  valueType: ValueType,
  items: readonly unknown[],
  self: boolean,
  later: DeferredWork | undefined,
): FieldSet {
  if (later !== undefined && items.length >= manyMembers) {
    return itemsLater(valueType, items, self, later)
  }
  const builder = new FieldSetBuilder(self)
  if (items.length === 1) {
    builder.add(elementAt(valueType, items, 0), contentsNode(valueType.items, items[0], true, later))
    return builder.set
  }
  for (const [element, same] of indexList(valueType, items)) {
    builder.add(element, same.length > 1 ? leaf : contentsNode(valueType.items, same[0], true, later))
  }
  return builder.set
}

// Functions of their own: a closure in those that call themselves for each level would make their frames larger.
function membersLater(valueType: ValueType, value: JsonObject, self: boolean, later: DeferredWork): FieldSet {
  const set = emptySet(self)
  later.add(() => fillMembers(set, valueType, value, later))
  return set
}

function itemsLater(valueType: ValueType, items: readonly unknown[], self: boolean, later: DeferredWork): FieldSet {
  const set = emptySet(self)
  later.add(() => fillItems(set, valueType, items, later))
  return set
}

/** A set that is filled later. It is too large for the pool. */
function emptySet(self: boolean): MutableFieldSet {
  return self ? { '.': leaf } : {}
}

function* fillMembers(
  set: MutableFieldSet,
  valueType: ValueType,
  value: JsonObject,
  later: DeferredWork,
): Generator<void> {
  let count = 0
  for (const key of Object.keys(value)) {
    if (++count % stepLength === 0) yield
    const item = value[key]
    if (item === undefined) continue
    const { element, valueType: below } = valueType.place(key)
    set[element] = wholeNode(below, item, later)
  }
}

function* fillItems(
  set: MutableFieldSet,
  valueType: ValueType,
  items: readonly unknown[],
  later: DeferredWork,
): Generator<void> {
  let count = 0
  for (const [element, same] of yield* indexListInSteps(valueType, items)) {
    if (++count % stepLength === 0) yield
    set[element] = same.length > 1 ? leaf : wholeNode(valueType.items, same[0], later)
  }
}

/** @throws TypedError for a value of another type than its schema */
export function assertType(valueType: ValueType, value: unknown): void {
  // What is below an atomic value is not walked.
  const isAccepted = valueType.kind === 'atomic' ? valueType.acceptsAll(value) : valueType.accepts(value)
  if (!isAccepted) throw new TypedError('a value has another type than its schema')
}
