import { freezeJson, type ApiObject } from '@pinnace/meta'
import type { Draft } from '../storage/draft.ts'
import { storageOf, type ServedResource } from '../storage/served-resource.ts'

/**
 * Keeps what was just stored as the parsed object of its key, so that the next write to it does not parse it again.
 * The draft is the store's from here on: it is frozen.
 */
export function remember(served: ServedResource, key: string, next: Draft, revision: bigint): void {
  if (!served.codec.isStorageVersion) return
  next.metadata.resourceVersion = String(revision)
  dropAbsent(next, 200)
  storageOf(served).cache.cacheObject(key, revision, freezeJson(next) as ApiObject)
}

// JSON has no word for a member that is undefined; an object that was parsed never has one.
function dropAbsent(value: object, left: number): void {
  if (left === 0 || Object.isFrozen(value)) return
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && item !== null) dropAbsent(item, left - 1)
    return
  }
  const record = value as Record<string, unknown>
  for (const key of Object.keys(record)) {
    const member = record[key]
    if (member === undefined) delete record[key]
    else if (typeof member === 'object' && member !== null) dropAbsent(member, left - 1)
  }
}
