import { freezeJson, type ApiObject } from '@pinnace/meta'
import type { Draft } from '../storage/draft.ts'
import { storageOf, type ServedResource } from '../storage/served-resource.ts'

/**
 * Records a stored object in the watch cache as the parsed object of its key, so that the next write does not parse it
 * again. Freezes the draft.
 */
export function recordHistory(served: ServedResource, key: string, next: Draft, revision: bigint): void {
  if (!served.codec.isStorageVersion) return
  next.metadata.resourceVersion = String(revision)
  dropAbsent(next, 200)
  storageOf(served).cache.cacheObject(key, revision, freezeJson(next) as ApiObject)
}

// JSON cannot represent undefined members, so a parsed object has none.
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
