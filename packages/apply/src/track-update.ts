import type { ApiObject, ManagedFieldsEntry } from '@pinnace/meta'

import { capUpdateManagers } from './cap-managers.ts'
import { noDifference } from './compare.ts'
import type { TrackUpdateOptions } from './field-manager-types.ts'
import { difference, isEmptySet, recursiveDifference, union, type FieldSet } from './field-set.ts'
import { type JsonObject } from './json-object.ts'
import {
  entriesOf,
  managerId,
  writeManagedFields,
  writeManagedFieldsInSteps,
  type Manager,
  type Managers,
} from './managed-fields.ts'
import { reconciledManagers } from './prune-applied.ts'
import { newObjectFields } from './new-object-fields.ts'
import { resetFieldSet, strippedFields } from './stripped-fields.ts'
import { takeFields } from './take-fields.ts'
import { compareInVersions, type VersionContext } from './versions.ts'
import { startingManagers } from './reset-managed-fields.ts'

/** What tracking needs in addition to the objects. */
export interface TrackContext extends VersionContext {
  readonly emptyObject: () => object
  /** The time entries get now, RFC 3339 in whole seconds. */
  readonly time: () => string
}

/** The managedFields of an object after a write other than an apply. Can be interrupted. @throws TypedError */
// upstream: managedfields/internal/fieldmanager.go, FieldManager.Update and what it wraps
export function* trackUpdate(
  context: TrackContext,
  options: TrackUpdateOptions,
): Generator<void, readonly ManagedFieldsEntry[]> {
  const { live, next, manager, subresource = '', resetFields, isTimeless = false, isLarge = false } = options
  const liveEntries = entriesOf(live)
  const managers = startingManagers(liveEntries, next, subresource)
  // The owners of the fields of this object are unknown: nothing is tracked until the first apply.
  // upstream: managedfields/internal/skipnonapplied.go, Update
  if (managers.size === 0 && live !== undefined) return []
  const ignored = resetFieldSet(resetFields)
  if (live === undefined && managers.size === 0 && !isLarge) {
    const set = newObjectFields(context.valueType, context.emptyObject(), withoutManagedFields(next), ignored)
    return isEmptySet(set) ? [] : writeManagedFields(new Map([[manager, updater(context, options, set)]]))
  }
  const before = live === undefined ? context.emptyObject() : withoutManagedFields(live)
  const after = withoutManagedFields(next)
  yield
  const tracked = yield* trackChange(context, managers, {
    before,
    after,
    manager,
    subresource,
    ignored,
    isTimeless,
    isLarge,
  })
  if (tracked === managers && sameEntries(managers, liveEntries)) return liveEntries
  yield
  return isLarge ? yield* writeManagedFieldsInSteps(tracked) : writeManagedFields(tracked)
}

/** One change of an object, and the manager that made it. */
export interface TrackedChange {
  readonly before: unknown
  readonly after: unknown
  readonly manager: string
  readonly subresource: string
  readonly ignored: FieldSet | undefined
  /** The entry of the manager gets no time. @default false */
  readonly isTimeless?: boolean
  /** The objects are large, and are compared in steps. @default false */
  readonly isLarge?: boolean
}

/** The managers after `after` has replaced `before`; the same map when nothing has changed. Can be interrupted. */
// upstream: structured-merge-diff merge/update.go, Updater.Update; managedfields/internal/managedfieldsupdater.go
export function* trackChange(
  context: TrackContext,
  managers: Managers,
  { before, after, manager, subresource, ignored, isTimeless = false, isLarge = false }: TrackedChange,
): Generator<void, Managers> {
  const current = reconciledManagers(context, managers)
  yield
  const comparisonAt = yield* compareInVersions(context, { before, after, ignored, isLarge })
  const { added, modified, removed } = comparisonAt(context.apiVersion) ?? noDifference
  if (isEmptySet(added) && isEmptySet(modified) && isEmptySet(removed)) {
    return hasOtherVersions(context, current)
      ? yield* takeFields({ managers: current, self: '', comparisonAt, force: true })
      : current
  }
  const next = yield* takeFields({ managers: current, self: '', comparisonAt, force: true })
  yield
  let set = union(modified, added)
  if (ignored !== undefined) set = recursiveDifference(set, ignored)
  set = difference(set, strippedFields)
  if (isEmptySet(set)) return next
  const self = updater(context, { manager, subresource, isTimeless }, set)
  const id = managerId(self)
  yield
  const previous = next.get(id)
  next.set(id, previous === undefined ? self : { ...self, set: union(previous.set, set) })
  capUpdateManagers(next)
  return next
}

/** The manager that owns a set by an update or a create. */
function updater(
  { apiVersion, time }: TrackContext,
  { manager, subresource = '', isTimeless = false }: Pick<TrackUpdateOptions, 'manager' | 'subresource' | 'isTimeless'>,
  set: FieldSet,
): Manager {
  return {
    manager: manager === '' ? 'unknown' : manager,
    operation: 'Update',
    apiVersion,
    subresource,
    time: isTimeless ? undefined : time(),
    set,
  }
}

function hasOtherVersions({ apiVersion }: TrackContext, managers: Managers): boolean {
  for (const manager of managers.values()) if (manager.apiVersion !== apiVersion) return true
  return false
}

/** The object as it is compared and merged: without its managedFields, which have no owner. */
export function withoutManagedFields(object: ApiObject): ApiObject {
  const metadata = object.metadata as unknown as JsonObject | undefined
  if (metadata === undefined || metadata === null || !('managedFields' in metadata)) return object
  const { managedFields: _, ...rest } = object.metadata
  return { ...object, metadata: rest }
}

function sameEntries(managers: Managers, entries: readonly ManagedFieldsEntry[]): boolean {
  if (managers.size !== entries.length) return false
  let index = 0
  for (const { entry } of managers.values()) if (entry === undefined || entry !== entries[index++]) return false
  return true
}
