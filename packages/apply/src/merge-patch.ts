import { badRequest, runAtOnce, setMember } from '@pinnace/meta'

import { stepLength } from './deferred-work.ts'
import { deleteOwn, getOwn, isObject, type JsonObject } from './json-object.ts'
import { stepsWithinDepth } from './patch-error.ts'

/**
 * The document a merge patch (RFC 7386) makes of `document`. Neither argument is changed; what the patch does not
 * touch is shared with `document`, and `document` itself is returned when nothing changed.
 *
 * A `null` removes, also inside values that are new, also inside lists of objects.
 * @throws StatusError 400 when the patch is no object.
 */
// upstream: evanphx/json-patch v4 merge.go, MergePatch – nulls are pruned from objects in lists too.
export function applyMergePatch(document: unknown, patch: unknown): unknown {
  return runAtOnce(applyMergePatchInSteps(document, patch))
}

/** As {@link applyMergePatch}; can be interrupted. */
export function applyMergePatchInSteps(document: unknown, patch: unknown): Generator<void, unknown> {
  if (!isObject(patch)) throw badRequest('Invalid JSON Patch')
  return stepsWithinDepth(isObject(document) ? merge(document, patch) : prune(patch))
}

function* prune(patch: JsonObject): Generator<void, unknown> {
  yield
  return pruneNulls(patch)
}

function* merge(document: JsonObject, patch: JsonObject): Generator<void, JsonObject> {
  let next: JsonObject | undefined
  let count = 0
  for (const key of Object.keys(patch)) {
    if (++count % stepLength === 0) yield
    const wanted = patch[key]
    if (wanted === null) {
      if (Object.hasOwn(document, key)) deleteOwn((next ??= { ...document }), key)
      continue
    }
    const current = getOwn(document, key)
    const merged = isObject(current) && isObject(wanted) ? yield* merge(current, wanted) : replace(current, wanted)
    if (merged !== current) setMember((next ??= { ...document }), key, merged)
  }
  return next ?? document
}

function replace(current: unknown, wanted: unknown): unknown {
  return isObject(current) ? wanted : pruneNulls(wanted)
}

/** `value` without the keys that are null, sharing what has none. */
function pruneNulls(value: unknown): unknown {
  if (Array.isArray(value)) {
    let next: unknown[] | undefined
    for (let index = 0; index < value.length; index++) {
      const pruned = pruneNulls(value[index])
      if (pruned !== value[index]) (next ??= value.slice())[index] = pruned
    }
    return next ?? value
  }
  if (!isObject(value)) return value
  let next: JsonObject | undefined
  for (const key of Object.keys(value)) {
    const item = value[key]
    if (item === null) {
      deleteOwn((next ??= { ...value }), key)
      continue
    }
    const pruned = pruneNulls(item)
    if (pruned !== item) setMember((next ??= { ...value }), key, pruned)
  }
  return next ?? value
}
