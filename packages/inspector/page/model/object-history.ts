import { isApiObject, versionOf, type ApiObject } from './api-object.ts'
import { isEqual, itemsOf, memberOf, textOf } from './json.ts'

/** A revision of an object. */
export interface ObjectRevision {
  readonly type: string
  readonly resourceVersion: string
  /** The field manager of the write; empty if none can be told, as for a write that only removes fields. */
  readonly manager: string
  /** When the manager wrote last, RFC 3339; empty without one. */
  readonly time: string
  readonly object: ApiObject
}

/** The revisions in the events of a watch that began before the object did, oldest first. */
export function toHistory(events: Iterable<unknown>): readonly ObjectRevision[] {
  const revisions: ObjectRevision[] = []
  let before: ApiObject | undefined
  for (const event of events) {
    const object = memberOf(event, 'object')
    const type = textOf(event, 'type')
    if (type === 'BOOKMARK' || type === 'ERROR' || !isApiObject(object)) continue
    const entry = writerOf(before, object)
    revisions.push({
      type,
      resourceVersion: versionOf(object),
      manager: textOf(entry, 'manager'),
      time: textOf(entry, 'time'),
      object,
    })
    before = type === 'DELETED' ? undefined : object
  }
  return revisions
}

/** The oldest revision that a server can watch from, by the message of its 410; undefined for another message. */
export function oldestRevision(message: string): string | undefined {
  return /too old resource version: \d+ \((\d+)\)/.exec(message)?.[1]
}

/** The entry of managedFields that is new, or has changed: a manager that another one takes fields from did not write. */
function writerOf(before: ApiObject | undefined, object: ApiObject): unknown {
  const known = new Map(itemsOf(before?.metadata, 'managedFields').map((entry) => [keyOf(entry), entry]))
  const entries = itemsOf(object.metadata, 'managedFields')
  const added = entries.findLast((entry) => !known.has(keyOf(entry)))
  return added ?? entries.findLast((entry) => hasWritten(known.get(keyOf(entry)), entry))
}

function hasWritten(old: unknown, entry: unknown): boolean {
  if (textOf(old, 'time') !== textOf(entry, 'time')) return true
  const fields = memberOf(entry, 'fieldsV1')
  return !isEqual(memberOf(old, 'fieldsV1'), fields) && sizeOf(fields) >= sizeOf(memberOf(old, 'fieldsV1'))
}

function sizeOf(fields: unknown): number {
  return JSON.stringify(fields ?? {}).length
}

function keyOf(entry: unknown): string {
  return JSON.stringify(['manager', 'operation', 'subresource', 'apiVersion'].map((name) => textOf(entry, name)))
}
