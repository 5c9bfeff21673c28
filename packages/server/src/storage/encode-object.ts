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
  const { kind = '', apiVersion = '', metadata } = object
  let before = `${objectHead(kind, apiVersion)}{`
  for (const key of identityMembers) {
    const value = metadata[key]
    if (value !== undefined && value !== '') before += `"${key}":${JSON.stringify(value)},`
  }
  before += '"resourceVersion":"'
  const others = formatOthers(metadata, isIdentityMember, formatMetadataMember)
  return { before, after: `"${others}}${formatOthers(object, isHeadMember, formatMember)}}\n`, note, object }
}

/** The members of the metadata that are before its resourceVersion. */
export const identityMembers = ['name', 'generateName', 'namespace', 'uid'] as const

/** True for what is written before the other members of the metadata. */
export function isIdentityMember(key: string): boolean {
  return key === 'name' || key === 'generateName' || key === 'namespace' || key === 'uid' || key === 'resourceVersion'
}

/** True for what is written before the other members of the object. */
export function isHeadMember(key: string): boolean {
  return key === 'kind' || key === 'apiVersion' || key === 'metadata'
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

/** `,"a":1,"b":2`: the members that are not written before. */
function formatOthers(
  object: object,
  isWritten: (key: string) => boolean,
  format: (key: string, value: unknown) => string,
): string {
  const members = object as Readonly<Record<string, unknown>>
  let text = ''
  for (const key in members) {
    const value = members[key]
    if (value !== undefined && !isWritten(key)) text += `,${format(key, value)}`
  }
  return text
}

function formatMember(key: string, value: unknown): string {
  return `${plainKey.test(key) ? `"${key}"` : escapeHtml(JSON.stringify(key))}:${escapeHtml(formatJson(value))}`
}

const plainKey = /^[A-Za-z0-9]+$/

// A third of a typical object is the fields of its managers, whose JSON is known.
function formatMetadataMember(key: string, value: unknown): string {
  if (key !== 'managedFields' || !Array.isArray(value)) return formatMember(key, value)
  return `"managedFields":[${(value as readonly ManagedFieldsEntry[]).map(formatEntry).join(',')}]`
}

function formatEntry(entry: ManagedFieldsEntry): string {
  let text = ''
  for (const key in entry) {
    const value: unknown = entry[key as keyof ManagedFieldsEntry]
    if (value === undefined) continue
    const member = key === 'fieldsV1' ? `"fieldsV1":${formatFieldSet(value as FieldSet)}` : formatMember(key, value)
    text += text === '' ? member : `,${member}`
  }
  return `{${text}}`
}
