import { unclassifiedError } from '@pinnace/meta'

import { formatGo } from '../go-format.ts'
import { getOwn, isObject, type JsonObject } from '../json-object.ts'
import { badArgument, directiveMarker, noMergeKey, setElementOrderPrefix } from './directives.ts'

/** What identifies an item: the value of its merge key, or the scalar itself. */
export function itemKey(item: unknown, mergeKey: string | undefined): unknown {
  if (mergeKey === undefined) return item
  if (!isObject(item)) throw badArgument({}, item)
  if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey)
  return getOwn(item, mergeKey)
}

/**
 * The items of `merged`, those of the patch in the order of `patchOrder`, those that only the server knows woven in
 * where the stored list has them. Can be interrupted.
 */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, normalizeElementOrder
export function* orderItems(
  merged: readonly unknown[],
  patchOrder: readonly unknown[],
  serverOrder: readonly unknown[],
  mergeKey: string | undefined,
): Generator<void, unknown[]> {
  const patchPositions = positions(patchOrder, mergeKey)
  const serverPositions = positions(serverOrder, mergeKey)
  const fromPatch: Placed[] = []
  const serverOnly: Placed[] = []
  for (const item of merged) {
    const key = itemKey(item, mergeKey)
    const placed = { item, patch: patchPositions.get(key), server: serverPositions.get(key) }
    if (placed.patch === undefined) serverOnly.push(placed)
    else fromPatch.push(placed)
  }
  yield* stableSort(fromPatch, (placed) => placed.patch)
  yield* stableSort(serverOnly, (placed) => placed.server)
  return weave(serverOnly, fromPatch)
}

/**
 * The stored list as a merge leaves it behind: kube-apiserver deletes items in place, and appends new ones where there is
 * room. The places of items that only the server knows are those in this list. Can be interrupted.
 */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, deleteMatchingEntries and mergeSliceWithoutSpecialElements
export function* orderLeftBehind(
  original: readonly unknown[],
  patch: readonly unknown[],
  mergeKey: string | undefined,
): Generator<void, readonly unknown[]> {
  if (mergeKey === undefined) return original
  const list = [...original]
  let length = list.length
  const find = (key: unknown): number =>
    list.findIndex((item, at) => at < length && isObject(item) && getOwn(item, mergeKey) === key)
  const plain: unknown[] = []
  for (const item of patch) {
    if (!isObject(item) || item[directiveMarker] === 'replace') return original
    if (item[directiveMarker] !== 'delete') plain.push(item)
    else {
      yield
      for (let at = find(item[mergeKey]); at >= 0; at = find(item[mergeKey])) {
        list.copyWithin(at, at + 1, length)
        length--
        yield
      }
    }
  }
  const keys = new Set(list.slice(0, length).map((item) => (isObject(item) ? getOwn(item, mergeKey) : undefined)))
  for (const item of plain) {
    const key = getOwn(item as JsonObject, mergeKey)
    if (keys.has(key)) continue
    keys.add(key)
    // Beyond its room, a list is copied.
    if (length === list.length) break
    list[length++] = item
  }
  return list
}

interface Placed {
  readonly item: unknown
  readonly patch: number | undefined
  readonly server: number | undefined
}

function positions(list: readonly unknown[], mergeKey: string | undefined): Map<unknown, number> {
  const map = new Map<unknown, number>()
  for (let index = 0; index < list.length; index++) {
    const key = itemKey(list[index], mergeKey)
    if (!map.has(key)) map.set(key, index)
  }
  return map
}

/** Items that are moved before the work can be interrupted: each at most as far as the list is long. */
const movedAtOnce = 16

/** Sorts by position. An item without a position moves in front of the items before it, as kube-apiserver does. */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, normalizeSliceOrder
function* stableSort(list: Placed[], position: (placed: Placed) => number | undefined): Generator<void> {
  if (list.every((placed) => position(placed) !== undefined)) {
    list.sort((left, right) => (position(left) ?? 0) - (position(right) ?? 0))
    return
  }
  for (const [index, moved] of list.entries()) {
    // An item may pass all before it.
    if (index % movedAtOnce === movedAtOnce - 1) yield
    let at = index
    for (; at > 0; at--) {
      const previous = list[at - 1]
      if (previous === undefined || !goesBefore(position(moved), position(previous))) break
      list[at] = previous
    }
    list[at] = moved
  }
}

function goesBefore(left: number | undefined, right: number | undefined): boolean {
  return left === undefined || right === undefined || left < right
}

/** Keeps the order of both lists; a server-only item goes before the first item that follows it on the server. */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, mergeSortedSlice
function weave(serverOnly: readonly Placed[], fromPatch: readonly Placed[]): unknown[] {
  const result: unknown[] = []
  let next = 0
  for (const { item, server } of fromPatch) {
    for (; next < serverOnly.length; next++) {
      const other = serverOnly[next]
      if (other?.server === undefined || server === undefined || other.server >= server) break
      result.push(other.item)
    }
    result.push(item)
  }
  for (const { item } of serverOnly.slice(next)) result.push(item)
  return result
}

/** Refuses a patch list whose items are not all in the `$setElementOrder` list, or stand in another order. */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, validatePatchWithSetOrderList
export function assertOrderCovers(
  patchList: readonly unknown[],
  order: readonly unknown[],
  mergeKey: string | undefined,
): void {
  if (order.length === 0 || patchList.length === 0) return
  const kept = mergeKey === undefined ? patchList : patchList.filter((item) => !isDeletion(item))
  let inPatch = 0
  let inOrder = 0
  while (inPatch < kept.length && inOrder < order.length) {
    const item = kept[inPatch]
    if (isObject(item) && Object.hasOwn(item, directiveMarker)) {
      inPatch++
      continue
    }
    if (itemKey(item, mergeKey) === itemKey(order[inOrder], mergeKey)) inPatch++
    inOrder++
  }
  if (inPatch < kept.length && inOrder >= order.length) {
    throw unclassifiedError(
      `the order in patch list:\n${formatGo(patchList)}\n doesn't match ${setElementOrderPrefix} list:\n${formatGo(order)}`,
    )
  }
}

function isDeletion(item: unknown): boolean {
  if (!isObject(item)) throw badArgument({}, item)
  return (item as JsonObject)[directiveMarker] === 'delete'
}
