import { isEqualJson, type ApiObject } from '@pinnace/meta'
import jsonPatch from 'fast-json-patch'

/** One step of a JSON Patch (RFC 6902). */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

/** The JSON Patch that makes `after` of `before`. */
export function jsonPatchBetween(before: ApiObject, after: ApiObject): readonly JsonPatchOperation[] {
  try {
    return jsonPatch.compare(before, after) as readonly JsonPatchOperation[]
  } catch (error) {
    // Integers beyond 2^53 within what is new are a TypeError there, very deep values a RangeError.
    if (error instanceof TypeError || error instanceof RangeError) return wholeMembers(before, after)
    throw error
  }
}

/** The same by whole members of the object, which nothing has to look into. */
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
