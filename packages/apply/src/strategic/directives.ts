import { badRequest, setMember, unclassifiedError, type StatusError } from '@pinnace/meta'

import { formatGo, formatGoType } from '../go-format.ts'
import { deleteOwn, isObject, type JsonObject } from '../json-object.ts'

/** Key of the directive that replaces or deletes the map it stands in. */
export const directiveMarker: string = '$patch'

/** Key of the directive that lists the only keys a map may keep. */
export const retainKeysDirective: string = '$retainKeys'

/** Prefix of the directive that removes from a list of scalars. */
export const deleteFromPrimitiveListPrefix: string = '$deleteFromPrimitiveList'

/** Prefix of the directive that orders a list. */
export const setElementOrderPrefix: string = '$setElementOrder'

/** Refusals that stand for a malformed patch. */
// upstream: apimachinery/pkg/util/mergepatch/errors.go. What handlers/patch.go does not know is a 500 without a reason.
export const noMergeKey = (item: JsonObject, mergeKey: string): StatusError =>
  unclassifiedError(`map: ${formatGo(item)} does not contain declared merge key: ${mergeKey}`)

/** `expected` is a value of the type that was wanted. */
export const badArgument = (expected: unknown, actual: unknown): StatusError =>
  unclassifiedError(`expected a ${formatGoType(expected)}, but received a ${formatGoType(actual)}`)

export const badPatchType = (directive: unknown, map: JsonObject): StatusError =>
  unclassifiedError(`unknown patch type: ${formatGo(directive)} in map: ${formatGo(map)}`)

/** The name of the list in `$directive/list`. */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, extractKey
export function directiveTarget(key: string, prefix: string): string {
  const slash = key.indexOf('/')
  if (slash < 0 || key.slice(0, slash) !== prefix) {
    const kind = prefix === setElementOrderPrefix ? 'setElementOrder' : 'primitive'
    throw badRequest(`invalid patch format of ${kind} list`)
  }
  return key.slice(slash + 1)
}

/** Marks a value that was nothing but a directive. */
export const nothing: unique symbol = Symbol('nothing')

/** A patch value as it is stored where nothing was to merge with: no nulls in maps, no maps that are directives. */
// upstream: apimachinery/pkg/util/strategicpatch/patch.go, discardNullValuesFromPatch and removeDirectives
export function settle(value: unknown): unknown {
  return removeDirectives(value, true)
}

/** `value` without the maps that carry a directive; with `dropNulls` also without the keys that are null. */
export function removeDirectives(value: unknown, dropNulls: boolean): unknown {
  if (Array.isArray(value)) {
    const kept = value.map((item) => removeDirectives(item, dropNulls))
    if (kept.every((item, index) => item === value[index])) return value
    return kept.filter((item) => item !== nothing)
  }
  if (!isObject(value)) return value
  if (Object.hasOwn(value, directiveMarker)) return nothing
  let next: JsonObject | undefined
  for (const key of Object.keys(value)) {
    const item = value[key]
    const kept = item === null && dropNulls ? nothing : removeDirectives(item, dropNulls)
    if (kept === item) continue
    next ??= { ...value }
    if (kept === nothing) deleteOwn(next, key)
    else setMember(next, key, kept)
  }
  return next ?? value
}
