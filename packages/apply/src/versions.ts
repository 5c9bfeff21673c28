import type { ApiObject } from '@pinnace/meta'

import { compare, compareInSteps, type Comparison } from './compare.ts'
import type { ConvertedObject, FieldManagerOptions } from './field-manager-types.ts'
import { recursiveDifference, type FieldSet } from './field-set.ts'
import { valueTypeOf, type ValueType } from './value-type.ts'

/** A value beside what describes it. */
export interface TypedObject {
  readonly valueType: ValueType
  readonly object: unknown
}

/** What one kind needs to be looked at in several versions. */
export interface VersionContext {
  readonly valueType: ValueType
  readonly apiVersion: string
  readonly convert: FieldManagerOptions['convert']
}

/** `object`, which has the context's version, at another one; undefined where that is not served. */
export function atVersion(context: VersionContext, object: unknown, apiVersion: string): TypedObject | undefined {
  if (apiVersion === context.apiVersion) return { valueType: context.valueType, object }
  const converted: ConvertedObject | undefined = context.convert?.(object as ApiObject, apiVersion)
  if (converted === undefined) return undefined
  return { valueType: valueTypeOf(converted.schema), object: converted.object }
}

/** Two objects, and how they are compared. */
export interface ComparedObjects {
  readonly before: unknown
  readonly after: unknown
  /** Fields that are in no comparison. */
  readonly ignored: FieldSet | undefined
  /** Compares large maps and lists in steps. */
  readonly isLarge: boolean
}

/** Compares two objects in the versions that are asked for, once each. Can be interrupted, for the version of the context. */
export function* compareInVersions(
  context: VersionContext,
  { before, after, ignored, isLarge }: ComparedObjects,
): Generator<void, (apiVersion: string) => Comparison | undefined> {
  const known = new Map<string, Comparison | undefined>()
  if (isLarge) {
    const comparison = yield* compareInSteps(context.valueType, before, after)
    known.set(context.apiVersion, exclude(comparison, ignored))
  }
  return (apiVersion) => {
    if (known.has(apiVersion)) return known.get(apiVersion)
    const left = atVersion(context, before, apiVersion)
    const right = atVersion(context, after, apiVersion)
    const comparison =
      left === undefined || right === undefined
        ? undefined
        : exclude(compare(left.valueType, left.object, right.object), ignored)
    known.set(apiVersion, comparison)
    return comparison
  }
}

// upstream: structured-merge-diff typed/compare.go, ExcludeFields
function exclude(comparison: Comparison, ignored: FieldSet | undefined): Comparison {
  if (ignored === undefined) return comparison
  return {
    added: recursiveDifference(comparison.added, ignored),
    removed: recursiveDifference(comparison.removed, ignored),
    modified: recursiveDifference(comparison.modified, ignored),
  }
}
