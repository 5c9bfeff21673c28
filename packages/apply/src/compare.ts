import { isEqualJson, runAtOnce } from '@pinnace/meta'
import { DeferredWork, manyMembers, stepLength } from './deferred-work.ts'
import type { PathElement } from './field-path.ts'
import { emptySet, leaf, unionWithin, type FieldSet, type MutableFieldSet } from './field-set.ts'
import { hasNoMembers, isObject } from './json-object.ts'
import { indexList, indexListInSteps } from './list-element.ts'
import { kindFor, type ValueType } from './value-type.ts'
import { assertType, contentsNode, wholeNode } from './whole-node.ts'

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
  const walk = new Walk(undefined)
  walk.both(valueType, before, after)
  return walk.comparison
}

/** As {@link compare}; can be interrupted within large maps and lists. */
export function* compareInSteps(valueType: ValueType, before: unknown, after: unknown): Generator<void, Comparison> {
  if (before === after) return noDifference
  const later = new DeferredWork()
  const walk = new Walk(later)
  walk.both(valueType, before, after)
  yield* later.run()
  return walk.comparison
}

/** The items of a list by their step. */
type Items = ReadonlyMap<PathElement, readonly unknown[]>

class Walk {
  readonly #later: DeferredWork | undefined
  #path: PathElement[] = []
  readonly #added: MutableFieldSet = {}
  readonly #removed: MutableFieldSet = {}
  readonly #modified: MutableFieldSet = {}

  constructor(later: DeferredWork | undefined) {
    this.#later = later
  }

  get comparison(): Comparison {
    return { added: this.#added, removed: this.#removed, modified: this.#modified }
  }

  both(valueType: ValueType, before: unknown, after: unknown): void {
    if (before === after) return
    if (valueType.kind === 'atomic') {
      this.#atomic(valueType, before, after)
      return
    }
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

  #atomic(valueType: ValueType, before: unknown, after: unknown): void {
    const work = this.#compareAtomic(valueType, before, after)
    const later = typeof before === 'object' ? this.#later : undefined
    if (later === undefined) {
      runAtOnce(work)
      return
    }
    const path = [...this.#path]
    later.add(() => {
      this.#path = path
      return work
    })
  }

  /** What is below an atomic value is looked at as a whole: the work can be interrupted between one look and the next. */
  *#compareAtomic(valueType: ValueType, before: unknown, after: unknown): Generator<void> {
    assertType(valueType, before)
    yield
    if (isEqualJson(before, after)) return
    yield
    // Only now: equal values have the same types.
    assertType(valueType, after)
    this.#insert(this.#modified, leaf)
  }

  /** A deduced value that became another type: the value itself is modified, what a map held or holds is gone or new. */
  #otherType(valueType: ValueType, before: unknown, after: unknown): void {
    const gone = contentsNode(valueType, before, false, this.#later)
    const come = contentsNode(valueType, after, false, this.#later)
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
    if (hasNoMembers(left) && hasNoMembers(right)) {
      this.#leaf(before, after)
      return
    }
    // Not over Object.keys: loops over arrays make the frames of a function that calls itself for each level larger.
    for (const key in left) {
      const mine = left[key]
      if (mine === undefined) continue
      const other = right !== undefined && Object.hasOwn(right, key) ? right[key] : undefined
      if (mine === other) continue
      const place = valueType.place(key)
      this.#path.push(place.element)
      if (other === undefined) this.#insert(this.#removed, wholeNode(place.valueType, mine, this.#later))
      else this.both(place.valueType, mine, other)
      this.#path.pop()
    }
    for (const key in right) {
      const item = right[key]
      if (item === undefined || (left !== undefined && Object.hasOwn(left, key) && left[key] !== undefined)) continue
      const place = valueType.place(key)
      this.#path.push(place.element)
      this.#insert(this.#added, wholeNode(place.valueType, item, this.#later))
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
    if (this.#later === undefined || left.length + right.length < manyMembers) {
      runAtOnce(this.#indexed(valueType, indexList(valueType, left), indexList(valueType, right)))
      return
    }
    const path = [...this.#path]
    this.#later.add(() => this.#listsLater(path, valueType, left, right))
  }

  *#listsLater(
    path: readonly PathElement[],
    valueType: ValueType,
    left: readonly unknown[],
    right: readonly unknown[],
  ): Generator<void> {
    const lefts = yield* indexListInSteps(valueType, left)
    const rights = yield* indexListInSteps(valueType, right)
    this.#path = [...path]
    yield* this.#indexed(valueType, lefts, rights)
  }

  *#indexed(valueType: ValueType, lefts: Items, rights: Items): Generator<void> {
    let count = 0
    for (const [element, mine] of lefts) {
      if (++count % stepLength === 0) yield
      this.#path.push(element)
      this.#items(valueType, mine, rights.get(element))
      this.#path.pop()
    }
    for (const [element, other] of rights) {
      if (++count % stepLength === 0) yield
      if (lefts.has(element)) continue
      this.#path.push(element)
      this.#insert(this.#added, other.length > 1 ? leaf : wholeNode(valueType.items, other[0], this.#later))
      this.#path.pop()
    }
  }

  /** Items of one step. Duplicates are compared as one atomic value, marked by the item's own path. */
  #items(valueType: ValueType, mine: readonly unknown[], other: readonly unknown[] | undefined): void {
    if (other === undefined) {
      this.#insert(this.#removed, mine.length > 1 ? leaf : wholeNode(valueType.items, mine[0], this.#later))
    } else if (mine.length === 1 && other.length === 1) {
      this.both(valueType.items, mine[0], other[0])
    } else if (mine.length > 1 && other.length > 1) {
      this.#leaf(mine, other)
    } else if (mine.length > 1) {
      this.#insert(this.#added, wholeNode(valueType.items, other[0], this.#later))
      this.#insert(this.#removed, leaf)
    } else {
      this.#insert(this.#removed, wholeNode(valueType.items, mine[0], this.#later))
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
