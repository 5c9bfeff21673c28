import { badRequest, runAtOnce } from '@pinnace/meta'
import type { Schema } from '@pinnace/schema'

import { isObject, type JsonObject } from './json-object.ts'
import { stepsWithinDepth } from './patch-error.ts'
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
  return runAtOnce(applyStrategicMergePatchInSteps(document, patch, schema))
}

/** As {@link applyStrategicMergePatch}; can be interrupted. */
export function applyStrategicMergePatchInSteps(
  document: unknown,
  patch: unknown,
  schema: Schema | undefined,
): Generator<void, JsonObject> {
  if (!isObject(patch) || !isObject(document)) throw badRequest('invalid JSON document')
  return stepsWithinDepth(mergeMap(document, patch, schema))
}
