import type { ApiObject } from '@pinnace/meta'
import jsonPatch from 'fast-json-patch'

/** One step of a JSON Patch (RFC 6902). */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

/** The JSON Patch that makes `after` of `before`. */
export function jsonPatchBetween(before: ApiObject, after: ApiObject): readonly JsonPatchOperation[] {
  return jsonPatch.compare(before, after) as readonly JsonPatchOperation[]
}
