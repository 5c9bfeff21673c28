import { notFound, type ApiObject } from '@pinnace/meta'
import type { CacheEntry, Freshness } from '@pinnace/watch-cache'
import type { Call } from '../call.ts'
import { parseResourceVersion } from '../options/resource-version.ts'
import { storageOf } from '../served-resource.ts'

/** Reads one object: unset is the most recent, `0` any, another version one not older than that. 404 without it. */
export async function get(call: Call, resourceVersion: string): Promise<CacheEntry<ApiObject>> {
  const storage = storageOf(call.served)
  const found = storage.cache.get(storage.key(call.namespace, call.name), freshnessOf(resourceVersion), call.signal)
  const entry = found instanceof Promise ? await found : found
  if (entry === undefined) throw notFound(call.served.gvr, call.name)
  return entry
}

function freshnessOf(resourceVersion: string): Freshness {
  if (resourceVersion === '') return newest
  const revision = parseResourceVersion(resourceVersion)
  return revision === 0n ? any : { kind: 'notOlderThan', revision }
}

const newest: Freshness = Object.freeze({ kind: 'unset' })
const any: Freshness = Object.freeze({ kind: 'any' })
