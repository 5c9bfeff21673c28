import { badRequest } from '@pinnace/meta'

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
 * where the stored list has them.
 */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, normalizeElementOrder
export function orderItems(
  merged: readonly unknown[],
  patchOrder: readonly unknown[],
  serverOrder: readonly unknown[],
  mergeKey: string | undefined,
): unknown[] {
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
  stableSort(fromPatch, (placed) => placed.patch)
  stableSort(serverOnly, (placed) => placed.server)
  return weave(serverOnly, fromPatch)
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

/** Items without a position go in front of what stands before them, as the original's comparison makes them. */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, normalizeSliceOrder
function stableSort(list: Placed[], position: (placed: Placed) => number | undefined): void {
  if (list.every((placed) => position(placed) !== undefined)) {
    list.sort((left, right) => position(left)! - position(right)!)
    return
  }
  for (let index = 1; index < list.length; index++) {
    for (let at = index; at > 0 && goesBefore(position(list[at]!), position(list[at - 1]!)); at--) {
      const moved = list[at]!
      list[at] = list[at - 1]!
      list[at - 1] = moved
    }
  }
}

function goesBefore(left: number | undefined, right: number | undefined): boolean {
  return left === undefined || right === undefined || left < right
}

/** Keeps the order of both lists; a server-only item goes before the first item that follows it on the server. */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, mergeSortedSlice
function weave(serverOnly: readonly Placed[], fromPatch: readonly Placed[]): unknown[] {
  const result: unknown[] = []
  let left = 0
  let right = 0
  while (left < serverOnly.length && right < fromPatch.length) {
    const one = serverOnly[left]!
    const other = fromPatch[right]!
    if (one.server !== undefined && other.server !== undefined && one.server < other.server) {
      result.push(one.item)
      left++
    } else {
      result.push(other.item)
      right++
    }
  }
  for (; right < fromPatch.length; right++) result.push(fromPatch[right]!.item)
  for (; left < serverOnly.length; left++) result.push(serverOnly[left]!.item)
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
    throw badRequest(
      `the order in patch list:\n${formatGo(patchList)}\n doesn't match ${setElementOrderPrefix} list:\n${formatGo(order)}`,
    )
  }
}

function isDeletion(item: unknown): boolean {
  if (!isObject(item)) throw badArgument({}, item)
  return (item as JsonObject)[directiveMarker] === 'delete'
}
