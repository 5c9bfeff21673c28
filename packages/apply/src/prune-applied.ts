import type { ApiObject } from '@pinnace/meta'

import { difference, intersection, isEmptySet, union, type FieldSet } from './field-set.ts'
import type { Manager, Managers } from './managed-fields.ts'
import { reconcileWithSchema, withNamedFields } from './reconcile.ts'
import { pruneFields, removeFields } from './remove.ts'
import { topologyOf } from './topology.ts'
import { fieldSetOfValue } from './typed-set.ts'
import { atVersion, type TypedObject, type VersionContext } from './versions.ts'

/**
 * The merged object without what the manager applied last time, does not apply now, and nobody else owns.
 * `managers` holds what everybody owns now, the manager's new set included.
 */
// upstream: structured-merge-diff merge/update.go, prune, addBackOwnedItems and addBackDanglingItems
export function pruneApplied(
  context: VersionContext,
  merged: unknown,
  managers: Managers,
  last: Manager | undefined,
  now: FieldSet,
): unknown {
  if (last === undefined || isEmptySet(last.set)) return merged
  if (last.apiVersion === context.apiVersion && isEmptySet(difference(last.set, now))) return merged
  const typed = atVersion(context, merged, last.apiVersion)
  if (typed === undefined) return merged
  const { topology } = typed
  const lastNamed = withNamedFields(topology, last.set)
  let pruned = removeFields(topology, typed.object, lastNamed)
  let survivors: TypedObject = { topology, object: pruned }
  for (const [apiVersion, owned] of ownedByVersion(managers, last.apiVersion)) {
    const base = atOther(context, typed, last.apiVersion, apiVersion)
    const kept = atOther(context, { topology, object: pruned }, last.apiVersion, apiVersion)
    if (base === undefined || kept === undefined) continue
    const gone = difference(named(base), union(named(kept), withNamedFields(base.topology, owned)))
    survivors = { topology: base.topology, object: removeFields(base.topology, base.object, gone) }
    const back = atOther(context, survivors, apiVersion, last.apiVersion)
    if (back !== undefined) pruned = back.object
  }
  const gone = intersection(difference(named(typed), named({ topology, object: pruned })), lastNamed)
  const result = pruneFields(topology, typed.object, gone)
  return atOther(context, { topology, object: result }, last.apiVersion, context.apiVersion)?.object ?? merged
}

function named({ topology, object }: TypedObject): FieldSet {
  return withNamedFields(topology, fieldSetOfValue(topology, object))
}

/** What is owned at each version, the version that was pruned first. */
function ownedByVersion(managers: Managers, first: string): Map<string, FieldSet> {
  const owned = new Map<string, FieldSet>([[first, {}]])
  for (const { apiVersion, set } of managers.values()) owned.set(apiVersion, union(owned.get(apiVersion) ?? {}, set))
  return owned
}

function atOther(context: VersionContext, typed: TypedObject, from: string, to: string): TypedObject | undefined {
  if (from === to) return typed
  const converted = context.convert?.(typed.object as ApiObject, to)
  return converted === undefined ? undefined : { topology: topologyOf(converted.schema), object: converted.object }
}

/** The managers of the context's version, their sets as today's schema sees them. */
export function reconciledManagers(context: VersionContext, managers: Managers): Managers {
  let next: Managers | undefined
  for (const [id, manager] of managers) {
    if (manager.apiVersion !== context.apiVersion) continue
    const set = reconcileWithSchema(context.topology, manager.set)
    if (set !== manager.set) (next ??= new Map(managers)).set(id, { ...manager, set })
  }
  return next ?? managers
}
