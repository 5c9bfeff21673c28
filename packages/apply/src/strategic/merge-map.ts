import { badRequest, setMember } from '@pinnace/meta'
import type { Schema } from '@pinnace/schema'

import { stepLength } from '../deferred-work.ts'
import { deleteOwn, getOwn, isObject, type JsonObject } from '../json-object.ts'
import {
  badArgument,
  badPatchType,
  deleteFromPrimitiveListPrefix,
  directiveMarker,
  directiveTarget,
  nothing,
  removeDirectives,
  retainKeysDirective,
  setElementOrderPrefix,
  settle,
} from './directives.ts'
import { assertOrderCovers, orderItems, orderLeftBehind } from './element-order.ts'
import { deleteFromPrimitiveList, elementType, mergeList } from './merge-list.ts'
import { patchField } from './patch-field.ts'

/** The map that a strategic merge patch makes of `original`. Neither is changed. Can be interrupted. */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, mergeMap
export function* mergeMap(
  original: JsonObject,
  patch: JsonObject,
  schema: Schema | undefined,
): Generator<void, JsonObject> {
  if (Object.hasOwn(patch, directiveMarker)) return obeyDirective(patch)
  const next: JsonObject = { ...original }
  const rest: JsonObject = { ...patch }
  retainKeys(next, rest)
  yield* orderLists(next, rest, schema)
  let count = 0
  for (const key of Object.keys(rest)) {
    if (++count % stepLength === 0) yield
    if (key.startsWith(deleteFromPrimitiveListPrefix)) deleteScalars(next, key, rest[key])
    else yield* mergeKey(next, key, rest[key], schema)
  }
  return next
}

// upstream: apimachinery/pkg/util/strategicpatch/patch.go, handleDirectiveInMergeMap
function obeyDirective(patch: JsonObject): JsonObject {
  const directive = patch[directiveMarker]
  if (directive === 'delete') return {}
  if (directive !== 'replace') throw badPatchType(directive, patch)
  const next = { ...patch }
  deleteOwn(next, directiveMarker)
  return next
}

// upstream: apimachinery/pkg/util/strategicpatch/patch.go, applyRetainKeysDirective
function retainKeys(next: JsonObject, rest: JsonObject): void {
  if (!Object.hasOwn(rest, retainKeysDirective)) return
  const list = rest[retainKeysDirective]
  deleteOwn(rest, retainKeysDirective)
  if (!Array.isArray(list)) throw badRequest('invalid patch format of retainKeys')
  const retained = new Set<unknown>(list)
  for (const key of Object.keys(rest)) {
    const isDirective = key.startsWith(deleteFromPrimitiveListPrefix) || key.startsWith(setElementOrderPrefix)
    if (rest[key] === null || isDirective || retained.has(key)) continue
    throw badRequest('invalid patch format of retainKeys')
  }
  for (const key of Object.keys(next)) {
    if (!retained.has(key)) deleteOwn(next, key)
  }
}

/** Merges the lists that a `$setElementOrder` speaks of, and takes them out of `rest`. */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, mergePatchIntoOriginal
function* orderLists(next: JsonObject, rest: JsonObject, schema: Schema | undefined): Generator<void> {
  for (const directive of Object.keys(rest)) {
    if (!directive.startsWith(setElementOrderPrefix)) continue
    const order = rest[directive]
    deleteOwn(rest, directive)
    if (!Array.isArray(order)) throw badArgument([], order)
    const key = directiveTarget(directive, setElementOrderPrefix)
    const original = ownList(next, key)
    const patch = ownList(rest, key)
    const field = patchField(schema, key)
    assertOrderCovers(patch ?? [], order, field.mergeKey)
    let merged: readonly unknown[]
    if (original === undefined) {
      if (patch === undefined) continue
      merged = removeDirectives(patch, false) as readonly unknown[]
    } else {
      merged = patch === undefined ? original : yield* mergeList(original, patch, field, mergeMap)
    }
    elementType(original ?? [], patch ?? [])
    const left =
      original === undefined || patch === undefined ? original : yield* orderLeftBehind(original, patch, field.mergeKey)
    setMember(next, key, yield* orderItems(merged, order, left ?? [], field.mergeKey))
    deleteOwn(rest, key)
  }
}

function ownList(map: JsonObject, key: string): readonly unknown[] | undefined {
  if (!Object.hasOwn(map, key)) return undefined
  const value = map[key]
  if (!Array.isArray(value)) throw badArgument([], value)
  return value
}

function deleteScalars(next: JsonObject, directive: string, scalars: unknown): void {
  const key = directiveTarget(directive, deleteFromPrimitiveListPrefix)
  if (scalars === null) {
    deleteOwn(next, key)
    return
  }
  const current = getOwn(next, key)
  if (Array.isArray(current) && Array.isArray(scalars)) setMember(next, key, deleteFromPrimitiveList(current, scalars))
}

function* mergeKey(next: JsonObject, key: string, wanted: unknown, schema: Schema | undefined): Generator<void> {
  if (wanted === null) {
    deleteOwn(next, key)
    return
  }
  const current = getOwn(next, key)
  if (isObject(current) && isObject(wanted)) {
    const field = patchField(schema, key)
    setMember(next, key, field.strategy === 'replace' ? wanted : yield* mergeMap(current, wanted, field.schema))
  } else if (Array.isArray(current) && Array.isArray(wanted)) {
    setMember(next, key, yield* mergeList(current, wanted, patchField(schema, key), mergeMap))
  } else {
    const settled = settle(wanted)
    if (settled === nothing) deleteOwn(next, key)
    else setMember(next, key, settled)
  }
}
