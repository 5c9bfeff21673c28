import { notFound, type ApiObject } from '@pinnace/meta'
import type { CacheEntry, Freshness } from '@pinnace/watch-cache'
import type { Call } from '../call.ts'
import { parseResourceVersion } from '../options/resource-version.ts'
import { storageOf } from '../served-resource.ts'

/** Reads one object, at once where the store answers at once: unset is the most recent, `0` any, another version one not older than that. 404 without it. */
export function get(call: Call, resourceVersion: string): Promise<CacheEntry<ApiObject>> | CacheEntry<ApiObject> {
  const storage = storageOf(call.served)
  const found = storage.cache.get(storage.key(call.namespace, call.name), freshnessOf(resourceVersion), call)
  return found instanceof Promise ? found.then((entry) => assertFound(entry, call)) : assertFound(found, call)
}

function assertFound(entry: CacheEntry<ApiObject> | undefined, { served, name }: Call): CacheEntry<ApiObject> {
  if (entry === undefined) throw notFound(served.gvr, name)
  return entry
}

function freshnessOf(resourceVersion: string): Freshness {
  if (resourceVersion === '') return newest
  const revision = parseResourceVersion(resourceVersion)
  return revision === 0n ? any : { kind: 'notOlderThan', revision }
}

const newest: Freshness = Object.freeze({ kind: 'unset' })
const any: Freshness = Object.freeze({ kind: 'any' })
