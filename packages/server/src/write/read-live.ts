import type { ApiObject } from '@pinnace/meta'
import type { RequestScope } from '../request/request-scope.ts'
import { largeBytes } from '../request/pace.ts'
import type { WriteTurn } from './write-turns.ts'
import { storageOf } from '../storage/served-resource.ts'

/** The stored object that a write starts from. */
export interface Live {
  readonly object: ApiObject
  readonly value: Uint8Array
  readonly modRevision: bigint
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
  const isLarge = entry !== undefined && entry.value.byteLength >= largeBytes
  if (isLarge && (await turn?.take(storage, key)) === true) entry = await storage.readNewest(key)
  if (entry === undefined) return undefined
  const shown = scope.served.codec.showOne(entry.object())
  const object = shown instanceof Promise ? await shown : shown
  return { object, value: entry.value, modRevision: entry.modRevision }
}
