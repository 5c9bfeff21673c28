import type { FieldPath, PathElement } from './field-path.ts'

/**
 * A set of fields: a trie that is its own wire form (FieldsV1). A key is a step; its value is the set below it, where
 * `{}` means "this field, and nothing below it", and a key `.` means "this field too". Never changed once made: what
 * two sets share stays shared.
 */
export interface FieldSet {
  readonly [element: PathElement]: FieldSet
}

/** A field with nothing below it; as a whole set, the set of no fields. */
export const leaf: FieldSet = Object.freeze({})

/** The set of no fields. */
export const emptySet: FieldSet = leaf

/** A set under construction. */
export type MutableFieldSet = { [element: PathElement]: FieldSet }

/** True when nothing is in the set. */
export function isEmptySet(set: FieldSet): boolean {
  for (const _ in set) return false
  return true
}

/** True for a node whose own field is in the set. */
export function isMember(node: FieldSet): boolean {
  return '.' in node || isEmptySet(node)
}

/** The set of these paths. */
export function fieldSetOf(paths: Iterable<FieldPath>): FieldSet {
  let set: FieldSet = emptySet
  for (const path of paths) set = union(set, singlePath(path))
  return set
}

function singlePath(path: FieldPath): FieldSet {
  let node: FieldSet = leaf
  for (const element of path.toReversed()) node = { [element]: node }
  return node
}

/** True when the very path is in the set; no path above or below it counts. */
export function hasPath(set: FieldSet, path: FieldPath): boolean {
  let node = set
  for (const element of path) {
    const next = node[element]
    if (next === undefined) return false
    node = next
  }
  return path.length > 0 && isMember(node)
}

/** Every path in either set. */
export function union(left: FieldSet, right: FieldSet): FieldSet {
  if (left === right || isEmptySet(right)) return left
  if (isEmptySet(left)) return right
  return unionWithin(left, right)
}

/** The union of two nodes below the top: a node with nothing below it is a field of its own. */
export function unionWithin(left: FieldSet, right: FieldSet): FieldSet {
  if (left === right) return left
  if (isEmptySet(left)) return addSelf(right)
  if (isEmptySet(right)) return addSelf(left)
  let result: MutableFieldSet | undefined
  for (const element in right) {
    const mine = left[element]
    const other = right[element]
    if (other === undefined || (element === '.' && mine !== undefined)) continue
    const merged = mine === undefined ? other : unionWithin(mine, other)
    if (merged === mine) continue
    result ??= { ...left }
    result[element] = merged
  }
  return result ?? left
}

/** The node with its own field in the set. */
function addSelf(node: FieldSet): FieldSet {
  return isMember(node) ? node : { '.': leaf, ...node }
}

/** Every path in both sets. */
export function intersection(left: FieldSet, right: FieldSet): FieldSet {
  return left === right ? left : (intersectChildren(left, right, false) ?? emptySet)
}

function intersectChildren(left: FieldSet, right: FieldSet, self: boolean): FieldSet | undefined {
  let result: MutableFieldSet | undefined
  for (const element in left) {
    const mine = left[element]
    const other = right[element]
    if (mine === undefined || other === undefined || element === '.') continue
    const both = mine === other ? mine : intersectChildren(mine, other, isMember(mine) && isMember(other))
    if (both !== undefined) (result ??= self ? { '.': leaf } : {})[element] = both
  }
  return result ?? (self ? leaf : undefined)
}

/** Every path of `left` that is not in `right`. A path stays where only a path above or below it is in `right`. */
export function difference(left: FieldSet, right: FieldSet): FieldSet {
  if (isEmptySet(right)) return left
  return differenceOfNodes(left, right, false, false) ?? emptySet
}

/** Every path of `left` that is neither in `right` nor below a path of `right`. */
export function recursiveDifference(left: FieldSet, right: FieldSet): FieldSet {
  if (isEmptySet(right)) return left
  return differenceOfNodes(left, right, false, true) ?? emptySet
}

/** The difference below a node; `self` keeps the path of the node itself in the result. */
function differenceOfNodes(left: FieldSet, right: FieldSet, self: boolean, recursive: boolean): FieldSet | undefined {
  // Made once something is missing; what came before is copied then.
  let result: MutableFieldSet | undefined
  let count = 0
  for (const element in left) {
    const mine = left[element]
    if (element === '.' || mine === undefined) continue
    const other = right[element]
    let kept: FieldSet | undefined = mine
    if (other !== undefined) {
      const gone = isMember(other)
      kept = recursive && gone ? undefined : differenceOfNodes(mine, other, isMember(mine) && !gone, recursive)
    }
    if (kept !== mine) result ??= copyUntil(left, element, self)
    if (kept === undefined) continue
    count++
    if (result !== undefined) result[element] = kept
  }
  if (count === 0) return self ? leaf : undefined
  if (result !== undefined) return result
  return '.' in left === self ? left : copyUntil(left, undefined, self)
}

function copyUntil(node: FieldSet, end: PathElement | undefined, self: boolean): MutableFieldSet {
  const copy: MutableFieldSet = self ? { '.': leaf } : {}
  for (const element in node) {
    if (element === end) break
    const below = node[element]
    if (element !== '.' && below !== undefined) copy[element] = below
  }
  return copy
}

/** The paths that have no path below them. */
export function leaves(set: FieldSet): FieldSet {
  const result: MutableFieldSet = {}
  for (const element in set) {
    const node = set[element]
    if (element !== '.' && node !== undefined) result[element] = leaves(node)
  }
  return result
}

/** True when both sets have exactly the same paths. */
export function equalSets(left: FieldSet, right: FieldSet): boolean {
  if (left === right) return true
  let count = 0
  for (const element in left) {
    const mine = left[element]
    const other = right[element]
    if (mine === undefined || other === undefined || !equalSets(mine, other)) return false
    count++
  }
  for (const _ in right) count--
  return count === 0
}

/** Calls `visit` with every path, those of one level before those below them. The path is reused: copy it to keep it. */
export function eachPath(set: FieldSet, visit: (path: FieldPath) => void, path: PathElement[] = []): void {
  for (const element in set) {
    const node = set[element]
    if (element === '.' || node === undefined || !isMember(node)) continue
    path.push(element)
    visit(path)
    path.pop()
  }
  for (const element in set) {
    const node = set[element]
    if (element === '.' || node === undefined) continue
    path.push(element)
    eachPath(node, visit, path)
    path.pop()
  }
}

/** How many paths are in the set. */
export function sizeOfSet(set: FieldSet): number {
  let size = 0
  eachPath(set, () => size++)
  return size
}
