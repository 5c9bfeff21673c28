import type { ApiObject } from '@pinnace/meta'
import type { RequestScope } from '../request/request-scope.ts'
import { storageOf } from '../storage/served-resource.ts'

/** The stored object that a write starts from. */
export interface Live {
  readonly object: ApiObject
  readonly value: Uint8Array
  readonly modRevision: bigint
}

/** Reads the newest state of the request's object; undefined for a create, and if it does not exist. */
export async function readLive(scope: RequestScope): Promise<Live | undefined> {
  if (scope.name === '') return undefined
  const storage = storageOf(scope.served)
  const entry = await storage.readNewest(storage.key(scope.namespace, scope.name))
  if (entry === undefined) return undefined
  const shown = scope.served.codec.showOne(entry.object())
  const object = shown instanceof Promise ? await shown : shown
  return { object, value: entry.value, modRevision: entry.modRevision }
}
