import { formatFieldSet, type FieldSet } from '@pinnace/apply'
import { escapeHtml, formatJson, type ApiObject, type ManagedFieldsEntry } from '@pinnace/meta'
import type { StampedValue } from '@pinnace/store'

/** The JSON of an object for the store. */
export interface EncodedObject extends StampedValue {
  /** The object itself; only valid until the value has been passed to the store. */
  readonly object: ApiObject
}

/**
 * The JSON of an object in two parts, before and after its resourceVersion: the store inserts the commit revision
 * between them, and readers receive those bytes, with the newline at their end. Key order: kind, apiVersion, metadata
 * (name, generateName, namespace, uid, resourceVersion, the rest), everything else.
 */
export function encodeObject(object: ApiObject, note: unknown): EncodedObject {
  const { kind = '', apiVersion = '', metadata, ...rest } = object
  const { name, generateName, namespace, uid, resourceVersion: _stale, ...otherMetadata } = metadata
  const identity =
    member('name', name) + member('generateName', generateName) + member('namespace', namespace) + member('uid', uid)
  const before = `${objectHead(kind, apiVersion)}{${identity}"resourceVersion":"`
  return { before, after: `"${continueMetadata(otherMetadata)}${continueObject(rest)}\n`, note, object }
}

/** The length of an encoded object without the newline at its end, which objects that were stored earlier do not have. */
export function jsonLength(value: Uint8Array): number {
  const last = value.length - 1
  return value[last] === 0x0a ? last : value.length
}

/**
 * The bytes of an encoded object before its metadata. Items of a list omit them, so their length is the number of bytes
 * that a list skips.
 */
export function objectHead(kind: string, apiVersion: string): string {
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":`
}

function member(name: string, value: string | undefined): string {
  return value === undefined || value === '' ? '' : `"${name}":${JSON.stringify(value)},`
}

// A third of a typical object is the fields of its managers, whose JSON is known.
function continueMetadata(metadata: Omit<ApiObject['metadata'], 'name'>): string {
  const { managedFields, ...rest } = metadata
  if (!Array.isArray(managedFields) || Object.keys(metadata).at(-1) !== 'managedFields') return continueObject(metadata)
  return `${continueObject(rest).slice(0, -1)},"managedFields":[${managedFields.map(formatEntry).join(',')}]}`
}

function formatEntry(entry: ManagedFieldsEntry): string {
  let text = ''
  for (const [key, value] of Object.entries(entry) as [string, unknown][]) {
    if (value === undefined) continue
    const json = key === 'fieldsV1' ? formatFieldSet(value as FieldSet) : escapeHtml(formatJson(value))
    text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${json}`
  }
  return text === '' ? '{}' : `${text}}`
}

// `,"a":1}` to continue an open object; `}` if no members follow.
function continueObject(members: object): string {
  const json = escapeHtml(formatJson(members))
  return json === '{}' ? '}' : `,${json.slice(1)}`
}
