import { setMember, type ApiObject } from '@pinnace/meta'

import {
  difference,
  emptySet,
  intersection,
  isEmptySet,
  leaf,
  union,
  type FieldSet,
  type MutableFieldSet,
} from './field-set.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { maxRememberedManagers, type Manager, type Managers } from './managed-fields.ts'
import { reconcileWithSchema, withNamedFields } from './reconcile-schema.ts'
import { pruneFields, removeFields } from './remove.ts'
import { valueTypeOf, type ValueType } from './value-type.ts'
import { fieldSetOfValue } from './typed-set.ts'
import { atVersion, type TypedObject, type VersionContext } from './versions.ts'

/**
 * The merged object without the fields that the manager applied last time, does not apply now, and that no other
 * manager owns. `managers` includes the manager's new set.
 */
export function pruneApplied(
  context: VersionContext,
  merged: unknown,
  managers: Managers,
  last: Manager | undefined,
): unknown {
  if (last === undefined || isEmptySet(last.set)) return merged
  if (isOneVersion(context, managers, last)) return pruneWithin(context, merged, managers, last)
  return pruneAcrossVersions(context, merged, managers, last)
}

function isOneVersion({ apiVersion }: VersionContext, managers: Managers, last: Manager): boolean {
  for (const manager of managers.values()) if (manager.apiVersion !== apiVersion) return false
  return last.apiVersion === apiVersion
}

/** The usual case: only those parts of the object are looked at in which something was given up. */
function pruneWithin(context: VersionContext, merged: unknown, managers: Managers, last: Manager): unknown {
  const { valueType } = context
  const owned = ownedByAll(managers)
  const givenUp = difference(last.set, owned)
  if (isEmptySet(givenUp)) return merged
  const part = restrictObject(valueType, merged, givenUp)
  const lastPart = withNamedFields(valueType, restrictSet(valueType, last.set, givenUp))
  const ownedPart = withNamedFields(valueType, restrictSet(valueType, owned, givenUp))
  return pruneFields(valueType, merged, goneFields({ valueType, object: part }, lastPart, ownedPart), owned)
}

// upstream: structured-merge-diff merge/update.go, prune, addBackOwnedItems and addBackDanglingItems, for one version
function goneFields(typed: TypedObject, last: FieldSet, owned: FieldSet): FieldSet {
  const { valueType, object } = typed
  const all = named(typed)
  const without = named({ valueType, object: removeFields(valueType, object, last) })
  const kept = removeFields(valueType, object, difference(all, union(without, owned)))
  return intersection(difference(all, named({ valueType, object: kept })), last)
}

/** The parts of a value that a set leads to: of structs the fields in it, everything else whole. */
function restrictObject(valueType: ValueType, value: unknown, set: FieldSet): unknown {
  if (valueType.kind !== 'struct' || !isObject(value)) return value
  const part: JsonObject = {}
  for (const element in set) {
    const name = element.slice(2)
    const node = set[element]
    if (element === '.' || node === undefined || !Object.hasOwn(value, name)) continue
    setMember(part, name, restrictObject(valueType.place(name).valueType, value[name], node))
  }
  return part
}

function restrictSet(valueType: ValueType, set: FieldSet, within: FieldSet): FieldSet {
  if (valueType.kind !== 'struct') return set
  const part: MutableFieldSet = '.' in set ? { '.': leaf } : {}
  for (const element in within) {
    const node = set[element]
    const below = within[element]
    if (element === '.' || node === undefined || below === undefined) continue
    part[element] = isEmptySet(node) ? node : restrictSet(valueType.place(element.slice(2)).valueType, node, below)
  }
  return part
}

// upstream: structured-merge-diff merge/update.go, prune, addBackOwnedItems and addBackDanglingItems
function pruneAcrossVersions(context: VersionContext, merged: unknown, managers: Managers, last: Manager): unknown {
  const typed = atVersion(context, merged, last.apiVersion)
  if (typed === undefined) return merged
  const { valueType } = typed
  const lastNamed = withNamedFields(valueType, last.set)
  let pruned = removeFields(valueType, typed.object, lastNamed)
  for (const [apiVersion, owned] of ownedByVersion(managers, last.apiVersion)) {
    const base = atOther(context, typed, last.apiVersion, apiVersion)
    const kept = atOther(context, { valueType, object: pruned }, last.apiVersion, apiVersion)
    if (base === undefined || kept === undefined) continue
    const gone = difference(named(base), union(named(kept), withNamedFields(base.valueType, owned)))
    const survivors = { valueType: base.valueType, object: removeFields(base.valueType, base.object, gone) }
    const back = atOther(context, survivors, apiVersion, last.apiVersion)
    if (back !== undefined) pruned = back.object
  }
  const gone = intersection(difference(named(typed), named({ valueType, object: pruned })), lastNamed)
  const result = pruneFields(valueType, typed.object, gone, ownedByAll(managers))
  return atOther(context, { valueType, object: result }, last.apiVersion, context.apiVersion)?.object ?? merged
}

function named({ valueType, object }: TypedObject): FieldSet {
  return withNamedFields(valueType, fieldSetOfValue(valueType, object))
}

/** What any manager owns, at whatever version: what is left empty stays if it is owned. */
function ownedByAll(managers: Managers): FieldSet {
  let owned: FieldSet = emptySet
  for (const { set } of managers.values()) owned = union(owned, set)
  return owned
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
  return converted === undefined ? undefined : { valueType: valueTypeOf(converted.schema), object: converted.object }
}

/** Sets that a schema leaves as they are. A set does not change, so that an owner of the last write is known in this one. */
const settled = new WeakMap<ValueType, WeakSet<FieldSet>>()

/** The managers of the context's version, their sets as today's schema sees them. */
export function reconciledManagers(context: VersionContext, managers: Managers): Managers {
  const { valueType, apiVersion } = context
  let known = settled.get(valueType)
  if (known === undefined) settled.set(valueType, (known = new WeakSet()))
  const remembers = managers.size <= maxRememberedManagers
  let next: Managers | undefined
  for (const [id, manager] of managers) {
    if (manager.apiVersion !== apiVersion || known.has(manager.set)) continue
    const set = reconcileWithSchema(valueType, manager.set)
    if (remembers) known.add(set)
    if (set !== manager.set) (next ??= new Map(managers)).set(id, { ...manager, set })
  }
  return next ?? managers
}
