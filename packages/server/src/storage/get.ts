import { notFound, type ApiObject } from '@pinnace/meta'
import type { CacheEntry, Freshness } from '@pinnace/watch-cache'
import type { ObjectScope } from './object-scope.ts'
import { parseResourceVersion, parseStartVersion } from '../options/resource-version.ts'
import { storageOf } from './served-resource.ts'
import { withoutRetry } from './too-large-resource-version.ts'

/**
 * Reads one object, synchronously if the store is synchronous. `resourceVersion` is empty for the most recent state,
 * `0` for any state, otherwise the minimum version. Throws 404 if the object does not exist.
 */
export function get(
  scope: ObjectScope,
  resourceVersion: string,
): Promise<CacheEntry<ApiObject>> | CacheEntry<ApiObject> {
  const storage = storageOf(scope.served)
  const isUncached = scope.served.definition.isUncached === true
  const freshness = freshnessOf(resourceVersion, isUncached ? parseResourceVersion : parseStartVersion)
  const found = storage.cache.get(storage.key(scope.namespace, scope.name), freshness, scope)
  if (!(found instanceof Promise)) return assertFound(found, scope)
  return found.then(
    (entry) => assertFound(entry, scope),
    (error: unknown) => {
      throw isUncached ? withoutRetry(error) : error
    },
  )
}

function assertFound(entry: CacheEntry<ApiObject> | undefined, { served, name }: ObjectScope): CacheEntry<ApiObject> {
  if (entry === undefined) throw notFound(served.gvr, name)
  return entry
}

function freshnessOf(resourceVersion: string, parse: (text: string) => bigint): Freshness {
  if (resourceVersion === '') return newest
  const revision = parse(resourceVersion)
  return revision === 0n ? any : { kind: 'notOlderThan', revision }
}

const newest: Freshness = Object.freeze({ kind: 'unset' })
const any: Freshness = Object.freeze({ kind: 'any' })
