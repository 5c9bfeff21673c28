import { badRequest } from '@pinnace/meta'
import type { Schema } from '@pinnace/schema'

import { isObject, type JsonObject } from './json-object.ts'
import { withinDepth } from './patch-error.ts'
import { mergeMap } from './strategic/merge-map.ts'

/**
 * The document a strategic merge patch makes of `document`. Neither argument is changed; what the patch does not touch
 * is shared with `document`.
 *
 * Lists merge where the schema's field has patch strategy `merge`: lists of maps by their `patchMergeKey`, lists of
 * scalars as sets. The directives `$patch`, `$retainKeys`, `$setElementOrder/list` and `$deleteFromPrimitiveList/list`
 * are obeyed. Values without a schema (raw, any) are merged as a JSON merge patch does. Pass no `schema` to merge a
 * whole document so.
 * @throws StatusError 400 when the patch or a directive in it is malformed, 422 for lists of lists.
 */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, StrategicMergeMapPatch
export function applyStrategicMergePatch(document: unknown, patch: unknown, schema: Schema | undefined): JsonObject {
  if (!isObject(patch) || !isObject(document)) throw badRequest('invalid JSON document')
  return withinDepth(() => mergeMap(document, patch, schema))
}
