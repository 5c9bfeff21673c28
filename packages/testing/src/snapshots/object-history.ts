import type { ResourceClient } from '@pinnace/client'
import type { ApiObject } from '@pinnace/meta'
import { isDeepStrictEqual } from 'node:util'

/** A member that a change has set, changed or removed. */
export interface ChangedField {
  /** `spec.replicas`; items of lists by their index: `spec.containers[0].image`. */
  readonly path: string
  /** Undefined: it did not exist. */
  readonly before: unknown
  /** Undefined: it was removed. */
  readonly after: unknown
}

/** A change of an object. */
export interface ObjectChange {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly resourceVersion: string
  /** The field manager of the write; undefined if none can be told, as for a write that only removes fields. */
  readonly manager: string | undefined
  /** Without resourceVersion and managedFields. */
  readonly fields: readonly ChangedField[]
  readonly object: ApiObject
}

/**
 * The changes of an object that exists, oldest first, as far as the history of the server goes. Throws the 404 of an
 * object that does not exist, and the 410 of a server whose history is gone.
 */
export async function readHistory(client: ResourceClient, name: string): Promise<readonly ObjectChange[]> {
  const live = await client.get(name)
  const last = live.metadata.resourceVersion ?? ''
  const changes: ObjectChange[] = []
  let before: ApiObject | undefined
  for await (const { type, object } of client.watch({ fieldSelector: `metadata.name=${name}`, resourceVersion: '1' })) {
    if (type === 'BOOKMARK') continue
    const { resourceVersion = '' } = object.metadata
    changes.push({
      type,
      resourceVersion,
      manager: managerOf(before, object),
      fields: [...changedFields('', shown(before), shown(object))],
      object,
    })
    before = type === 'DELETED' ? undefined : object
    if (BigInt(resourceVersion) >= BigInt(last)) break
  }
  return changes
}

type ManagerEntry = NonNullable<ApiObject['metadata']['managedFields']>[number]

/** The manager whose entry is new, or has grown: a manager that another one takes fields from did not write. */
function managerOf(before: ApiObject | undefined, { metadata }: ApiObject): string | undefined {
  const known = new Map((before?.metadata.managedFields ?? []).map((entry) => [keyOf(entry), entry]))
  const entries = metadata.managedFields ?? []
  const isNew = (entry: ManagerEntry): boolean => !known.has(keyOf(entry))
  const hasWritten = (entry: ManagerEntry): boolean => {
    const old = known.get(keyOf(entry))
    return old !== undefined && (old.time !== entry.time || sizeOf(entry) > sizeOf(old))
  }
  return (entries.findLast(isNew) ?? entries.findLast(hasWritten))?.manager
}

function keyOf({ manager, operation, subresource, apiVersion }: ManagerEntry): string {
  return JSON.stringify([manager, operation, subresource, apiVersion])
}

function sizeOf({ fieldsV1 }: ManagerEntry): number {
  return JSON.stringify(fieldsV1 ?? {}).length
}

function shown(object: ApiObject | undefined): object | undefined {
  if (object === undefined) return undefined
  const { resourceVersion: _version, managedFields: _fields, ...metadata } = object.metadata
  return { ...object, metadata }
}

function* changedFields(path: string, before: unknown, after: unknown): Generator<ChangedField> {
  if (isDeepStrictEqual(before, after)) return
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length)
    for (let index = 0; index < length; index++) yield* changedFields(`${path}[${index}]`, before[index], after[index])
    return
  }
  if (!isRecord(after) || (before !== undefined && !isRecord(before))) {
    yield { path, before, after }
    return
  }
  const old = new Map(Object.entries(before ?? {}))
  const next = new Map(Object.entries(after))
  for (const name of new Set([...old.keys(), ...next.keys()])) {
    yield* changedFields(path === '' ? name : `${path}.${name}`, old.get(name), next.get(name))
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
