import { formatJson, type ApiObject } from '@pinnace/meta'
import type { StoreValue } from '@pinnace/store'

/**
 * The JSON of an object in two parts, before and after its resourceVersion: the store inserts the commit revision
 * between them, and readers receive those bytes. Key order: kind, apiVersion, metadata (name, generateName, namespace,
 * uid, resourceVersion, the rest), everything else.
 */
export function encodeObject(object: ApiObject, note: unknown): StoreValue {
  const { kind = '', apiVersion = '', metadata, ...rest } = object
  const { name, generateName, namespace, uid, resourceVersion: _stale, ...otherMetadata } = metadata
  const identity =
    member('name', name) + member('generateName', generateName) + member('namespace', namespace) + member('uid', uid)
  const before = `${objectHead(kind, apiVersion)}{${identity}"resourceVersion":"`
  return { before, after: `"${continueObject(otherMetadata)}${continueObject(rest)}`, note }
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

// `,"a":1}` to continue an open object; `}` if no members follow.
function continueObject(members: object): string {
  const json = formatJson(members)
  return json === '{}' ? '}' : `,${json.slice(1)}`
}
