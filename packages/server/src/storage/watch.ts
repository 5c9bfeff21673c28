import type { ApiObject } from '@pinnace/meta'
import type { CacheWatch, WatchSink, WatchStart } from '@pinnace/watch-cache'
import type { ObjectScope } from './object-scope.ts'
import type { ListOptions } from '../options/list-options.ts'
import { parseResourceVersion } from '../options/resource-version.ts'
import { storageOf } from './served-resource.ts'
import { scopeOf } from './entry-selector.ts'

/** A watch that has been read and checked; it begins when there is somebody to tell. */
export type PreparedWatch = (sink: WatchSink<ApiObject>) => CacheWatch | Promise<CacheWatch>

/** Reads what is watched, and from where; 400 for a version or a field that cannot be read. */
export function prepareWatch(scope: ObjectScope, options: ListOptions): PreparedWatch {
  const storage = storageOf(scope.served)
  const entryScope = scopeOf(scope.served.definition, storage, scope.namespace, options)
  const request = {
    ...entryScope,
    ...(isOneObject(scope) ? { key: storage.key(scope.namespace, scope.name) } : {}),
    start: startOf(options.resourceVersion),
    bookmarks: options.allowWatchBookmarks,
    ...(options.sendInitialEvents === undefined ? {} : { sendInitialEvents: options.sendInitialEvents }),
    ...(options.timeoutSeconds === undefined || options.timeoutSeconds <= 0
      ? {}
      : { timeoutMs: options.timeoutSeconds * 1000 }),
  }
  return (sink) => storage.cache.watch({ ...request, sink })
}

// A field selector may pin a name across namespaces: that is many objects.
function isOneObject({ name, namespace, served }: ObjectScope): boolean {
  return name !== '' && (namespace !== '' || served.definition.scope === 'Cluster')
}

function startOf(resourceVersion: string): WatchStart {
  if (resourceVersion === '') return { kind: 'unset' }
  const revision = parseResourceVersion(resourceVersion)
  return revision === 0n ? { kind: 'any' } : { kind: 'exact', revision }
}
