import { isEqualJson } from '@pinnace/meta'
import type { PathElement } from './field-path.ts'
import { emptySet, leaf, unionWithin, type FieldSet, type MutableFieldSet } from './field-set.ts'
import { FieldSetBuilder } from './field-set-pool.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { elementAt, indexList, TypedError } from './list-element.ts'
import { kindFor, type ValueType } from './value-type.ts'

/** How a value differs from what was there before. No path is in more than one of the sets. */
export interface Comparison {
  readonly added: FieldSet
  readonly removed: FieldSet
  readonly modified: FieldSet
}

/** The comparison of equal values. */
export const noDifference: Comparison = Object.freeze({ added: emptySet, removed: emptySet, modified: emptySet })

/**
 * Compares two values field by field, in one descent that skips what is the same reference.
 * @throws TypedError where list items cannot be told apart, or a changed value has another type than its schema
 */
// upstream: structured-merge-diff typed/compare.go
export function compare(valueType: ValueType, before: unknown, after: unknown): Comparison {
  if (before === after) return noDifference
  const walk = new Walk()
  walk.both(valueType, before, after)
  return walk.comparison
}

/** Every path of a value that stands on one side only: leaves and what holds them. */
function wholeNode(valueType: ValueType, value: unknown): FieldSet {
  return contentsNode(valueType, value, true)
}

/** What is below a value; with `self`, the value's own path too. A leaf where nothing is below it. */
function contentsNode(valueType: ValueType, value: unknown, self: boolean): FieldSet {
  assertType(valueType, value)
  const kind = kindFor(valueType, value)
  if (kind === 'struct' || kind === 'map') return isObject(value) ? memberNodes(valueType, value, self) : leaf
  if (kind === 'set' || kind === 'keyed') return Array.isArray(value) ? itemNodes(valueType, value, self) : leaf
  return leaf
}

function memberNodes(valueType: ValueType, value: JsonObject, self: boolean): FieldSet {
  const builder = new FieldSetBuilder(self)
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    const { element, valueType: below } = valueType.place(key)
    builder.add(element, wholeNode(below, item))
  }
  return builder.set
}

function itemNodes(valueType: ValueType, items: readonly unknown[], self: boolean): FieldSet {
  const builder = new FieldSetBuilder(self)
  if (items.length === 1) {
    builder.add(elementAt(valueType, items, 0), wholeNode(valueType.items, items[0]))
    return builder.set
  }
  for (const [element, same] of indexList(valueType, items)) {
    builder.add(element, same.length > 1 ? leaf : wholeNode(valueType.items, same[0]))
  }
  return builder.set
}

function assertType(valueType: ValueType, value: unknown): void {
  // What is below an atomic value is not walked.
  const isAccepted = valueType.kind === 'atomic' ? valueType.acceptsAll(value) : valueType.accepts(value)
  if (!isAccepted) throw new TypedError('a value has another type than its schema')
}

class Walk {
  readonly #path: PathElement[] = []
  readonly #added: MutableFieldSet = {}
  readonly #removed: MutableFieldSet = {}
  readonly #modified: MutableFieldSet = {}

  get comparison(): Comparison {
    return { added: this.#added, removed: this.#removed, modified: this.#modified }
  }

  both(valueType: ValueType, before: unknown, after: unknown): void {
    if (before === after) return
    assertType(valueType, before)
    assertType(valueType, after)
    // A null beside a map is a map without members.
    const beforeKind = kindFor(valueType, before === null && isObject(after) ? after : before)
    const afterKind = kindFor(valueType, after === null && isObject(before) ? before : after)
    if (beforeKind !== afterKind) {
      this.#otherType(valueType, before, after)
      return
    }
    switch (afterKind) {
      case 'scalar':
      case 'atomic':
        this.#leaf(before, after)
        return
      case 'struct':
      case 'map':
        this.#maps(valueType, before, after)
        return
      default:
        this.#lists(valueType, before, after)
    }
  }

  /** A deduced value that became another type: the value itself is modified, what a map held or holds is gone or new. */
  #otherType(valueType: ValueType, before: unknown, after: unknown): void {
    const gone = contentsNode(valueType, before, false)
    const come = contentsNode(valueType, after, false)
    this.#insert(this.#modified, leaf)
    if (gone !== leaf) this.#insert(this.#removed, gone)
    if (come !== leaf) this.#insert(this.#added, come)
  }

  #leaf(before: unknown, after: unknown): void {
    if (!isEqualJson(before, after)) this.#insert(this.#modified, leaf)
  }

  #maps(valueType: ValueType, before: unknown, after: unknown): void {
    const left = isObject(before) ? before : undefined
    const right = isObject(after) ? after : undefined
    if (isEmptyMap(left) && isEmptyMap(right)) {
      this.#leaf(before, after)
      return
    }
    if (left !== undefined) {
      for (const key of Object.keys(left)) {
        const mine = left[key]
        if (mine === undefined) continue
        const other = right !== undefined && Object.hasOwn(right, key) ? right[key] : undefined
        if (mine === other) continue
        const { element, valueType: child } = valueType.place(key)
        this.#path.push(element)
        if (other === undefined) this.#insert(this.#removed, wholeNode(child, mine))
        else this.both(child, mine, other)
        this.#path.pop()
      }
    }
    if (right === undefined) return
    for (const key of Object.keys(right)) {
      const item = right[key]
      if (item === undefined || (left !== undefined && Object.hasOwn(left, key) && left[key] !== undefined)) continue
      const { element, valueType: child } = valueType.place(key)
      this.#path.push(element)
      this.#insert(this.#added, wholeNode(child, item))
      this.#path.pop()
    }
  }

  #lists(valueType: ValueType, before: unknown, after: unknown): void {
    const left: readonly unknown[] = Array.isArray(before) ? before : []
    const right: readonly unknown[] = Array.isArray(after) ? after : []
    if (left.length === 0 && right.length === 0) {
      this.#leaf(before, after)
      return
    }
    // The usual case, and far cheaper than naming every item.
    if (isEqualJson(left, right)) return
    const lefts = indexList(valueType, left)
    const rights = indexList(valueType, right)
    for (const [element, mine] of lefts) {
      this.#path.push(element)
      this.#items(valueType, mine, rights.get(element))
      this.#path.pop()
    }
    for (const [element, other] of rights) {
      if (lefts.has(element)) continue
      this.#path.push(element)
      this.#insert(this.#added, other.length > 1 ? leaf : wholeNode(valueType.items, other[0]))
      this.#path.pop()
    }
  }

  /** Items of one step. Duplicates are compared as one atomic value, marked by the item's own path. */
  #items(valueType: ValueType, mine: readonly unknown[], other: readonly unknown[] | undefined): void {
    if (other === undefined) {
      this.#insert(this.#removed, mine.length > 1 ? leaf : wholeNode(valueType.items, mine[0]))
    } else if (mine.length === 1 && other.length === 1) {
      this.both(valueType.items, mine[0], other[0])
    } else if (mine.length > 1 && other.length > 1) {
      this.#leaf(mine, other)
    } else if (mine.length > 1) {
      this.#insert(this.#added, wholeNode(valueType.items, other[0]))
      this.#insert(this.#removed, leaf)
    } else {
      this.#insert(this.#removed, wholeNode(valueType.items, mine[0]))
      this.#insert(this.#added, leaf)
    }
  }

  /** Puts a node at the path walked to. Only the way down is made here; the node itself may be shared. */
  #insert(set: MutableFieldSet, node: FieldSet): void {
    const path = this.#path
    const last = path.length - 1
    if (last < 0) {
      // The whole object has no owner, only its fields have.
      for (const element in node) {
        const below = node[element]
        if (element !== '.' && below !== undefined) set[element] = below
      }
      return
    }
    let parent = set
    for (let depth = 0; depth <= last; depth++) {
      const element = path[depth]
      if (element === undefined) return
      if (depth < last) {
        parent = (parent[element] ??= {}) as MutableFieldSet
        continue
      }
      const there = parent[element]
      parent[element] = there === undefined ? node : unionWithin(there, node)
    }
  }
}

function isEmptyMap(value: JsonObject | undefined): boolean {
  if (value === undefined) return true
  for (const key in value) if (value[key] !== undefined) return false
  return true
}
