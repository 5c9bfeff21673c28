import { isEqualJson, type ApiObject } from '@pinnace/meta'
import jsonPatch from 'fast-json-patch'

/** An operation of a JSON Patch (RFC 6902). */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

/** Computes the JSON Patch from `before` to `after`. */
export function jsonPatchBetween(before: ApiObject, after: ApiObject): readonly JsonPatchOperation[] {
  try {
    return jsonPatch.compare(before, after) as readonly JsonPatchOperation[]
  } catch (error) {
    // The library throws a TypeError for bigints in new values, and a RangeError for deeply nested values.
    if (error instanceof TypeError || error instanceof RangeError) return wholeMembers(before, after)
    throw error
  }
}

/** A patch of whole top-level members. */
function wholeMembers(before: ApiObject, after: ApiObject): readonly JsonPatchOperation[] {
  const old = new Map(Object.entries(before))
  const now = new Map(Object.entries(after))
  const pathOf = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return [
    ...[...old.keys()]
      .filter((key) => !now.has(key))
      .map((key): JsonPatchOperation => ({ op: 'remove', path: pathOf(key) })),
    ...[...now]
      .filter(([key, value]) => !old.has(key) || !isEqualJson(old.get(key), value))
      .map(([key, value]): JsonPatchOperation => ({ op: old.has(key) ? 'replace' : 'add', path: pathOf(key), value })),
  ]
}
