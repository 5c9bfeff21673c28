import type { ApiObject } from '@pinnace/meta'
import type { RequestScope } from '../request/request-scope.ts'
import { largeBytes } from '../request/pace.ts'
import type { WriteTurn } from './write-turns.ts'
import type { CacheEntry } from '@pinnace/watch-cache'
import { storageOf } from '../storage/served-resource.ts'

/** The stored object that a write starts from. */
export interface Live {
  readonly object: ApiObject
  readonly value: Uint8Array
  readonly modRevision: bigint
  /** Its size in bytes; more for an object of many field managers, which take longer than other bytes. */
  readonly weight: number
}

/** What the entry of a field manager counts for: an object with 128 of them is large. */
const managerBytes = largeBytes / 128

function weightOf({ metadata }: ApiObject, { byteLength }: Uint8Array): number {
  return Math.max(byteLength, (metadata.managedFields?.length ?? 0) * managerBytes)
}

/**
 * Reads the newest state of the request's object; undefined for a create, and if it does not exist. That of a large object
 * is read when it is the turn of the write.
 */
export function readLive(scope: RequestScope, turn?: WriteTurn): Promise<Live | undefined> | undefined {
  return scope.name === '' ? undefined : readNewest(scope, turn)
}

async function readNewest(scope: RequestScope, turn: WriteTurn | undefined): Promise<Live | undefined> {
  const storage = storageOf(scope.served)
  const key = storage.key(scope.namespace, scope.name)
  let entry = await storage.readNewest(key)
  if (entry !== undefined && isLarge(entry) && (await turn?.take(storage, key)) === true) {
    entry = await storage.readNewest(key)
  }
  if (entry === undefined) return undefined
  const shown = scope.served.codec.showOne(entry.object())
  const object = shown instanceof Promise ? await shown : shown
  const { value, modRevision } = entry
  return { object, value, modRevision, weight: weightOf(object, value) }
}

function isLarge(entry: CacheEntry<ApiObject>): boolean {
  return entry.value.byteLength >= largeBytes || weightOf(entry.object(), entry.value) >= largeBytes
}
