import {
  badRequest,
  StatusError,
  unclassifiedError,
  type ApiObject,
  type ManagedFieldsEntry,
  type Vocabulary,
} from '@pinnace/meta'
import type { ObjectSchema } from '@pinnace/schema'

import type { ApplyOptions, ApplyResult } from './field-manager-types.ts'
import type { Comparison } from './compare.ts'
import { difference, equalSets, isEmptySet, recursiveDifference } from './field-set.ts'
import { fieldsOfLastApplied, lastAppliedOf, withLastApplied } from './client-side-apply.ts'
import { TypedError } from './list-element.ts'
import {
  entriesOf,
  managerId,
  readManagedFields,
  writeManagedFields,
  writeManagedFieldsInSteps,
  type Manager,
  type Managers,
} from './managed-fields.ts'
import { mergeTyped } from './merge.ts'
import { pruneApplied, reconciledManagers } from './prune-applied.ts'
import { resetFieldSet, strippedFields } from './stripped-fields.ts'
import { takeFields } from './take-fields.ts'
import { trackChange, withoutManagedFields, type TrackContext } from './track-update.ts'
import { fieldSetOfValue } from './typed-set.ts'
import { assertTyped, describeObject } from './assert-typed.ts'
import { compareInVersions } from './versions.ts'

/** What applying needs in addition to the objects. */
export interface ApplyContext extends TrackContext {
  readonly schema: ObjectSchema
  readonly vocabulary: Vocabulary
}

/** Server-side apply of one configuration. Can be interrupted. @throws StatusError */
// upstream: managedfields/internal/fieldmanager.go, FieldManager.Apply and what it wraps
export function* applyObject(context: ApplyContext, options: ApplyOptions): Generator<void, ApplyResult> {
  const { live, applied, force, subresource = '', resetFields, isLarge = false } = options
  const manager = options.manager === '' ? 'unknown' : options.manager
  assertApplicable(context, applied)
  yield
  const liveEntries = entriesOf(live)
  const read = readManagedFields(liveEntries)
  if (read === undefined) throw new StatusError('InternalError', 'failed to decode managed fields of the live object')
  try {
    const base = live === undefined ? { metadata: {} } : withoutManagedFields(live)
    const owners = yield* startOwners(context, read, live === undefined ? undefined : base, { resetFields, isLarge })
    yield
    const result = yield* merge(context, base, owners, { ...options, manager, subresource, force })
    yield
    return yield* finish(context, options, { base, liveEntries }, result)
  } catch (error) {
    if (error instanceof TypedError)
      throw unclassifiedError(`failed to merge ${describeObject(applied)}: ${error.message}`)
    throw error
  }
}

// upstream: managedfields/internal/versioncheck.go; structuredmerge.go, Apply
function assertApplicable({ apiVersion, schema }: ApplyContext, applied: ApiObject): void {
  if (applied.apiVersion !== apiVersion) {
    const { apiVersion: sent = '', kind = '' } = applied
    throw badRequest(`invalid object type: ${sent.includes('/') ? sent : `/${sent}`}, Kind=${kind}`)
  }
  const entries: unknown = applied.metadata?.managedFields
  if (entries !== undefined && entries !== null) throw badRequest('metadata.managedFields must be nil')
  assertTyped(schema, applied)
}

/**
 * The managers before the apply. An object that has none gets `before-first-apply`, which owns all of its fields and has
 * no time.
 */
// upstream: managedfields/internal/skipnonapplied.go, Apply, which calls Update below the manager that keeps the times
function* startOwners(
  context: ApplyContext,
  read: Managers,
  live: unknown,
  { resetFields, isLarge }: Pick<ApplyOptions, 'resetFields' | 'isLarge'>,
): Generator<void, Managers> {
  const owners = reconciledManagers(context, read)
  if (owners.size > 0 || live === undefined) return owners
  const tracked = yield* trackChange(context, owners, {
    before: context.emptyObject(),
    after: live,
    manager: 'before-first-apply',
    subresource: '',
    ignored: resetFieldSet(resetFields),
    isLarge: isLarge === true,
  })
  return new Map([...tracked].map(([id, owner]) => [id, { ...owner, time: undefined }]))
}

function isUnchanged(comparison: Comparison | undefined): boolean {
  if (comparison === undefined) return true
  const { added, modified, removed } = comparison
  return isEmptySet(added) && isEmptySet(modified) && isEmptySet(removed)
}

interface Merged {
  readonly object: ApiObject
  readonly managers: Managers
}

// upstream: structured-merge-diff merge/update.go, Updater.Apply
function* merge(
  context: ApplyContext,
  base: ApiObject | object,
  owners: Managers,
  { live, applied, manager, force, subresource = '', resetFields, isLarge = false }: ApplyOptions,
): Generator<void, Merged> {
  const { valueType, apiVersion, vocabulary } = context
  const ignored = resetFieldSet(resetFields)
  const merged = mergeTyped(valueType, base, applied)
  yield
  const all = fieldSetOfValue(valueType, applied)
  const named = ignored === undefined ? all : recursiveDifference(all, ignored)
  const set = difference(named, strippedFields)
  yield
  const self: Manager = { manager, operation: 'Apply', apiVersion, subresource, time: undefined, set }
  const id = managerId(self)
  const last = owners.get(id)
  const isSame = last !== undefined && last.apiVersion === apiVersion && equalSets(last.set, set)
  const managers = new Map(owners)
  managers.set(id, self)
  // The fields that identify the object are in no stored set. They count as owned while given up fields are pruned, so
  // that the metadata stays.
  const claims = (): Managers => new Map(managers).set(id, { ...self, set: named })
  const object = (isSame ? merged : pruneApplied(context, merged, claims(), last)) as ApiObject
  yield
  const isClient = manager === vocabulary.commandLineClient && live !== undefined
  const allowed = isClient ? () => fieldsOfLastApplied(live, apiVersion, valueType, vocabulary) : undefined
  const comparisonAt = yield* compareInVersions(context, { before: base, after: object, ignored, isLarge })
  const kept = yield* takeFields({ managers, self: id, comparisonAt, force, allowed })
  // INVARIANT: the time of an entry moves only when its manager has changed the object. An applier that only takes or
  // gives up fields keeps its time, and has none at first.
  // upstream: structuredmerge.go, Apply returns no object where nothing changes; managedfieldsupdater.go, Apply
  if (isEmptySet(set)) kept.delete(id)
  else if (live !== undefined && isUnchanged(comparisonAt(apiVersion))) {
    kept.set(id, isSame ? last : { ...self, time: last?.time })
  } else kept.set(id, { manager, operation: 'Apply', apiVersion, subresource, time: context.time(), set })
  return { object, managers: kept }
}

function* finish(
  { vocabulary }: ApplyContext,
  { live, applied, manager, isLarge = false }: ApplyOptions,
  { base, liveEntries }: { readonly base: unknown; readonly liveEntries: readonly ManagedFieldsEntry[] },
  { object, managers }: Merged,
): Generator<void, ApplyResult> {
  const isAnnotated = manager === vocabulary.commandLineClient && lastAppliedOf(object, vocabulary) !== undefined
  const final = isAnnotated ? withLastApplied(object, applied, vocabulary) : object
  const managedFields = isLarge ? yield* writeManagedFieldsInSteps(managers) : writeManagedFields(managers)
  const changed = live === undefined || final !== base || !sameList(managedFields, liveEntries)
  return { object: final, managedFields: changed ? managedFields : liveEntries, changed }
}

function sameList(left: readonly ManagedFieldsEntry[], right: readonly ManagedFieldsEntry[]): boolean {
  return left.length === right.length && left.every((entry, index) => entry === right[index])
}
