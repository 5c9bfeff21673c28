import { notFound, type ApiObject } from '@pinnace/meta'
import type { CacheEntry, Freshness } from '@pinnace/watch-cache'
import type { ObjectScope } from './object-scope.ts'
import { parseStartVersion } from '../options/resource-version.ts'
import { storageOf } from './served-resource.ts'

/**
 * Reads one object, synchronously if the store is synchronous. `resourceVersion` is empty for the most recent state,
 * `0` for any state, otherwise the minimum version. Throws 404 if the object does not exist.
 */
export function get(
  scope: ObjectScope,
  resourceVersion: string,
): Promise<CacheEntry<ApiObject>> | CacheEntry<ApiObject> {
  const storage = storageOf(scope.served)
  const found = storage.cache.get(storage.key(scope.namespace, scope.name), freshnessOf(resourceVersion), scope)
  return found instanceof Promise ? found.then((entry) => assertFound(entry, scope)) : assertFound(found, scope)
}

function assertFound(entry: CacheEntry<ApiObject> | undefined, { served, name }: ObjectScope): CacheEntry<ApiObject> {
  if (entry === undefined) throw notFound(served.gvr, name)
  return entry
}

function freshnessOf(resourceVersion: string): Freshness {
  if (resourceVersion === '') return newest
  const revision = parseStartVersion(resourceVersion)
  return revision === 0n ? any : { kind: 'notOlderThan', revision }
}

const newest: Freshness = Object.freeze({ kind: 'unset' })
const any: Freshness = Object.freeze({ kind: 'any' })
