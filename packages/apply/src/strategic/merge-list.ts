import { badRequest, unclassifiedError } from '@pinnace/meta'
import type { Schema } from '@pinnace/schema'

import { formatGo } from '../go-format.ts'
import { stepLength } from '../deferred-work.ts'
import { getOwn, isObject, type JsonObject } from '../json-object.ts'
import { unprocessablePatch } from '../patch-error.ts'
import { badPatchType, directiveMarker, noMergeKey } from './directives.ts'
import { itemKey, orderItems } from './element-order.ts'
import { itemSchema, type PatchField } from './patch-field.ts'

/** Merges a patch into one map; handed down because maps hold lists and lists hold maps. */
export type MergeMap = (
  original: JsonObject,
  patch: JsonObject,
  schema: Schema | undefined,
) => Generator<void, JsonObject>

/** The list that a patch makes of a stored one. Can be interrupted. */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, mergeSliceHandler and mergeSlice
export function* mergeList(
  original: readonly unknown[],
  patch: readonly unknown[],
  field: PatchField,
  mergeMap: MergeMap,
): Generator<void, readonly unknown[]> {
  const items = itemSchema(field)
  if (field.strategy !== 'merge') return patch
  if (original.length === 0 && patch.length === 0) return original
  if (elementType(original, patch) !== 'map') {
    return yield* orderItems([...new Set([...original, ...patch])], patch, original, undefined)
  }
  const { mergeKey } = field
  if (mergeKey === undefined) throw unclassifiedError('cannot merge lists without merge key for struct')
  const plan = readDirectives(original, patch, mergeKey)
  const merged = yield* mergeItems(plan, mergeKey, items, mergeMap)
  return yield* orderItems(merged, plan.patch, plan.original, mergeKey)
}

/** `original` without the scalars of a `$deleteFromPrimitiveList`. */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, deleteFromSlice
export function deleteFromPrimitiveList(original: readonly unknown[], scalars: readonly unknown[]): readonly unknown[] {
  if (original.length === 0 && scalars.length === 0) return original
  if (elementType(original, scalars) === 'map') throw badRequest('invalid patch format of primitive list')
  const removed = new Set(scalars)
  return original.filter((item) => !removed.has(item))
}

interface Plan {
  readonly original: readonly JsonObject[]
  readonly patch: readonly JsonObject[]
}

/** What is left to merge once the items that carry a directive have had their effect. */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, mergeSliceWithSpecialElements
function readDirectives(original: readonly unknown[], patch: readonly unknown[], mergeKey: string): Plan {
  const plain: JsonObject[] = []
  const deleted = new Set<unknown>()
  let replace = false
  for (const item of patch as readonly JsonObject[]) {
    if (!Object.hasOwn(item, directiveMarker)) {
      plain.push(item)
      continue
    }
    const directive = item[directiveMarker]
    if (directive === 'delete') {
      if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey)
      deleted.add(item[mergeKey])
    } else if (directive === 'replace') replace = true
    else if (directive === 'merge') throw unclassifiedError('merging lists cannot yet be specified in the patch')
    else throw badPatchType(directive, item)
  }
  if (replace) return { original: plain, patch: [] }
  const stored = original as readonly JsonObject[]
  const kept =
    deleted.size === 0
      ? stored
      : stored.filter((item) => !Object.hasOwn(item, mergeKey) || !deleted.has(item[mergeKey]))
  return { original: kept, patch: plain }
}

// upstream: apimachinery/pkg/util/strategicpatch/patch.go, mergeSliceWithoutSpecialElements
function* mergeItems(
  { original, patch }: Plan,
  mergeKey: string,
  schema: Schema | undefined,
  mergeMap: MergeMap,
): Generator<void, readonly JsonObject[]> {
  const merged = original.slice()
  const indexes = new Map<unknown, number>()
  let position = 0
  for (const item of original) {
    const key = getOwn(item, mergeKey)
    if (key !== undefined && !indexes.has(key)) indexes.set(key, position)
    position++
  }
  let count = 0
  for (const item of patch) {
    if (++count % stepLength === 0) yield
    const key = itemKey(item, mergeKey)
    const index = indexes.get(key)
    const stored = index === undefined ? undefined : merged[index]
    if (index === undefined || stored === undefined) indexes.set(key, merged.push(item) - 1)
    else merged[index] = yield* mergeMap(stored, item, schema)
  }
  return merged
}

/** The one type that all items have. */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, sliceElementType
export function elementType(...lists: readonly (readonly unknown[])[]): string {
  let found: string | undefined
  for (const list of lists) {
    for (const item of list) {
      if (Array.isArray(item)) throw unprocessablePatch('lists of lists are not supported')
      const type = isObject(item) ? 'map' : item === null ? 'null' : typeof item === 'bigint' ? 'number' : typeof item
      if (found !== undefined && found !== type) {
        throw unclassifiedError(`list element types are not identical: ${formatGo(lists)}`)
      }
      found = type
    }
  }
  return found ?? 'null'
}
