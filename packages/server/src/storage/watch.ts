import type { ApiObject } from '@pinnace/meta'
import type { CacheWatch, WatchSink, WatchStart } from '@pinnace/watch-cache'
import type { ObjectScope } from './object-scope.ts'
import type { ListOptions } from '../options/list-options.ts'
import { parseStartVersion } from '../options/resource-version.ts'
import { storageOf } from './served-resource.ts'
import { scopeOf } from './entry-selector.ts'
import { watchShown } from './watch-shown.ts'

/** A watch whose options have been validated; it starts when its receiver is ready. */
export type PreparedWatch = (sink: WatchSink<ApiObject>) => CacheWatch | Promise<CacheWatch>

/** Prepares a watch. Throws 400 for an invalid resource version or field selector. */
export function prepareWatch(scope: ObjectScope, options: ListOptions): PreparedWatch {
  const storage = storageOf(scope.served)
  const entryScope = scopeOf(scope, options)
  const request = {
    ...entryScope,
    ...(isOneObject(scope) ? { key: storage.key(scope.namespace, scope.name) } : {}),
    start: startOf(options.resourceVersion),
    bookmarks: options.allowWatchBookmarks,
    ...(options.sendInitialEvents === undefined ? {} : { sendInitialEvents: options.sendInitialEvents }),
    ...timeoutOf(options.timeoutSeconds),
  }
  const { shows } = entryScope
  if (shows !== undefined) return (sink) => watchShown({ ...request, sink }, shows, scope.served)
  return (sink) => storage.cache.watch({ ...request, sink })
}

// A field selector can name an object in every namespace, which may match several objects.
function isOneObject({ name, namespace, served }: ObjectScope): boolean {
  return name !== '' && (namespace !== '' || served.definition.scope === 'Cluster')
}

/** 0 is no time limit of the client, and a time limit below 0 has passed. */
function timeoutOf(seconds = 0): { readonly timeoutMs?: number } {
  return seconds === 0 ? {} : { timeoutMs: Math.max(0, seconds * 1000) }
}

// A start that is unset or any begins with the objects that exist, as events ADDED: `createWatchCache` sends them.
function startOf(resourceVersion: string): WatchStart {
  if (resourceVersion === '') return { kind: 'unset' }
  const revision = parseStartVersion(resourceVersion)
  return revision === 0n ? { kind: 'any' } : { kind: 'exact', revision }
}
