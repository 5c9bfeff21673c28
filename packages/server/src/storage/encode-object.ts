import { formatJson, type ApiObject } from '@pinnace/meta'
import type { StoreValue } from '@pinnace/store'

/**
 * The JSON of an object with a hole where its resourceVersion goes: the store writes the revision of the commit there,
 * and those bytes are what every reader gets. Key order: kind, apiVersion, metadata (name, generateName, namespace, uid,
 * resourceVersion, the rest), everything else.
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
 * Everything before the metadata of an encoded object. In an item of a list this part is left out, so its length is
 * what a list skips.
 */
export function objectHead(kind: string, apiVersion: string): string {
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":`
}

function member(name: string, value: string | undefined): string {
  return value === undefined || value === '' ? '' : `"${name}":${JSON.stringify(value)},`
}

// `,"a":1}` to go on within an object that has been opened; `}` where nothing is left.
function continueObject(members: object): string {
  const json = formatJson(members)
  return json === '{}' ? '}' : `,${json.slice(1)}`
}
