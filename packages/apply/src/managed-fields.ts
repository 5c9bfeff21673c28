import { parseTime, type ManagedFieldsEntry, type ApiObject } from '@pinnace/meta'

import { emptySet, type FieldSet } from './field-set.ts'
import { isPooled, mayBePooled, shareText } from './field-set-pool.ts'
import { readFieldsV1, writeFieldsV1, writeFieldsV1InSteps } from './fields-v1.ts'
import { compareBytes } from './go-format.ts'

/** One manager of an object, with what it owns. */
export interface Manager {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  readonly subresource: string
  /** RFC 3339, whole seconds. */
  readonly time: string | undefined
  readonly set: FieldSet
  /** The entry this was read from, while nothing has changed. */
  readonly entry?: ManagedFieldsEntry | undefined
}

/** The managers of an object by their identifier. Copied before it is changed. */
export type Managers = Map<string, Manager>

/** What tells managers apart: appliers by name, updaters also by version; both by subresource. */
// upstream: managedfields/internal/managedfields.go, BuildManagerIdentifier
export function managerId(manager: Pick<Manager, 'manager' | 'operation' | 'apiVersion' | 'subresource'>): string {
  const { operation, apiVersion, subresource } = manager
  const name = manager.manager === '' ? '' : `"manager":${JSON.stringify(manager.manager)},`
  const version = operation === 'Apply' || apiVersion === '' ? '' : `,"apiVersion":${JSON.stringify(apiVersion)}`
  const below = subresource === '' ? '' : `,"subresource":${JSON.stringify(subresource)}`
  return `{${name}"operation":"${operation}"${version}${below}}`
}

const readSets = new WeakMap<object, FieldSet>()

/**
 * Managers of an object whose sets are remembered from one write to the next. An object that has more is too large to stay
 * parsed, and weak maps of many objects that are soon gone take more time than reading the sets.
 */
export const maxRememberedManagers = 64

/**
 * The managers that entries describe; undefined when one of them is invalid, and then all of them are.
 * The set of an entry is read once, however often the entry is seen.
 */
// upstream: managedfields/internal/managedfields.go, DecodeManagedFields
export function readManagedFields(entries: readonly ManagedFieldsEntry[]): Managers | undefined {
  const managers: Managers = new Map()
  const remembers = entries.length <= maxRememberedManagers
  for (const entry of entries) {
    const read = readEntry(entry, remembers)
    if (read === undefined) return undefined
    managers.set(managerId(read), read)
  }
  return managers
}

function readEntry(entry: ManagedFieldsEntry, remembers: boolean): Manager | undefined {
  const { manager = '', operation, apiVersion = '', subresource = '', time, fieldsType, fieldsV1 } = entry
  if ((operation !== 'Apply' && operation !== 'Update') || apiVersion === '' || fieldsType !== 'FieldsV1')
    return undefined
  if (typeof manager !== 'string' || typeof apiVersion !== 'string' || typeof subresource !== 'string') return undefined
  const set = readSet(fieldsV1, remembers)
  if (set === undefined) return undefined
  const kept = set === fieldsV1 ? entry : undefined
  return { manager, operation, apiVersion, subresource, time: time ?? undefined, set, entry: kept }
}

function readSet(fields: ManagedFieldsEntry['fieldsV1'], remembers: boolean): FieldSet | undefined {
  if (fields === undefined || fields === null) return emptySet
  if (isPooled(fields as FieldSet) && !('.' in fields)) return fields as FieldSet
  let set = Object.isFrozen(fields) ? readSets.get(fields) : undefined
  if (set === undefined) {
    try {
      set = readFieldsV1(fields)
    } catch {
      return undefined
    }
    if (remembers && Object.isFrozen(fields)) {
      readSets.set(fields, set)
      if (set === fields && mayBePooled(set)) shareText(set, writeFieldsV1(set))
    }
  }
  return set
}

/** The entries that describe managers, in the order of kube-apiserver: appliers first, then by time, name, version. */
// upstream: managedfields/internal/managedfields.go, encodeManagedFields and sortEncodedManagedFields
export function writeManagedFields(managers: Managers): ManagedFieldsEntry[] {
  const remembers = managers.size <= maxRememberedManagers
  return [...managers.values()].sort(compareManagers).map((manager) => writeEntry(manager, remembers))
}

/** As {@link writeManagedFields}, of large sets. Can be interrupted. */
export function* writeManagedFieldsInSteps(managers: Managers): Generator<void, ManagedFieldsEntry[]> {
  const remembers = managers.size <= maxRememberedManagers
  const entries: ManagedFieldsEntry[] = []
  for (const manager of [...managers.values()].sort(compareManagers)) {
    entries.push(sameEntry(manager) ?? newEntry(manager, yield* writeFieldsV1InSteps(manager.set), remembers))
    yield
  }
  return entries
}

function writeEntry(manager: Manager, remembers: boolean): ManagedFieldsEntry {
  return sameEntry(manager) ?? newEntry(manager, writeFieldsV1(manager.set), remembers)
}

/** The entry that a manager was read from, if nothing has changed. */
function sameEntry({ entry, time, apiVersion, set }: Manager): ManagedFieldsEntry | undefined {
  return entry?.time === time && entry?.apiVersion === apiVersion && entry.fieldsV1 === set ? entry : undefined
}

function newEntry(manager: Manager, fieldsV1: FieldSet, remembers: boolean): ManagedFieldsEntry {
  const { operation, apiVersion, subresource, time } = manager
  // Frozen with its object, it is read again by the next write.
  if (remembers && !isPooled(fieldsV1) && !('.' in fieldsV1)) readSets.set(fieldsV1, fieldsV1)
  const name = manager.manager
  // Spreads would take longer than the rest.
  if (name !== '' && time !== undefined && subresource === '') {
    return { manager: name, operation, apiVersion, time, fieldsType: 'FieldsV1', fieldsV1 }
  }
  return {
    ...(name === '' ? {} : { manager: name }),
    operation,
    apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...(subresource === '' ? {} : { subresource }),
  }
}

function compareManagers(left: Manager, right: Manager): number {
  if (left.operation !== right.operation) return left.operation < right.operation ? -1 : 1
  const byTime = secondsOf(left) - secondsOf(right)
  if (byTime !== 0) return byTime
  return (
    compareBytes(left.manager, right.manager) ||
    compareBytes(left.apiVersion, right.apiVersion) ||
    compareBytes(left.subresource, right.subresource)
  )
}

/** Unix seconds of a manager's time; 0 where it has none. */
export function secondsOf({ time }: Manager): number {
  const ms = time === undefined ? undefined : parseTime(time)
  return ms === undefined ? 0 : Math.floor(ms / 1000)
}

/** The managedFields entries of an object; empty when it has none. */
export function entriesOf(object: ApiObject | undefined): readonly ManagedFieldsEntry[] {
  const entries: unknown = object?.metadata?.managedFields
  return Array.isArray(entries) ? (entries as readonly ManagedFieldsEntry[]) : []
}
