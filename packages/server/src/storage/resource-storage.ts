import type { ApiObject, Awaitable } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { CacheEntry, WatchCache } from '@pinnace/watch-cache'

/** The storage of one resource: its keys in the store, and the watch cache that answers reads. */
export interface ResourceStorage {
  readonly store: Store
  /** The prefix of every key; ends in `/`. */
  readonly prefix: string
  readonly cache: WatchCache<ApiObject>
  /** Reservations (addresses, ports) of writes in progress, by pool. */
  readonly reserved: Map<string, Set<string>>
  key(namespace: string, name: string): string
  /** The key prefix of a namespace; of all namespaces if it is empty. */
  scope(namespace: string): string
  /** The namespace and name of a key. */
  identify(key: string): { readonly namespace: string; readonly name: string }
  readNewest(key: string): Awaitable<CacheEntry<ApiObject> | undefined>
  /** All stored objects, as of now. Throws a TypeError if the store is asynchronous. */
  newestObjects(): Iterable<ApiObject>
  fork(store: Store): ResourceStorage
  /** Ends all watches. Clients can start new ones. */
  endWatches(): void
  /** Ends all watches and closes the watch cache. */
  close(): void
}

/** Options for {@link createResourceStorage}. */
export interface ResourceStorageOptions {
  readonly store: Store
  readonly group: string
  readonly resource: string
  readonly namespaced: boolean
  /** Called on first use: a server that never reads a resource has no cache for it. */
  readonly createCache: (store: Store, prefix: string) => WatchCache<ApiObject>
}

/** Creates the storage of one resource. Keys are `/registry/<group>/<resource>/[<namespace>/]<name>`. */
export function createResourceStorage(options: ResourceStorageOptions): ResourceStorage {
  return build(options, undefined)
}

function build(options: ResourceStorageOptions, existing: WatchCache<ApiObject> | undefined): ResourceStorage {
  const { store, group, resource, namespaced, createCache } = options
  const prefix = `/registry/${group === '' ? 'core' : group}/${resource}/`
  let cache = existing
  const open = (): WatchCache<ApiObject> => (cache ??= createCache(store, prefix))
  return {
    store,
    prefix,
    reserved: new Map(),
    get cache() {
      return open()
    },
    key: (namespace, name) => (namespaced ? `${prefix}${namespace}/${name}` : prefix + name),
    scope: (namespace) => (namespace === '' ? prefix : `${prefix}${namespace}/`),
    identify(key) {
      if (!namespaced) return { namespace: '', name: key.slice(prefix.length) }
      const slash = key.indexOf('/', prefix.length)
      return { namespace: key.slice(prefix.length, slash), name: key.slice(slash + 1) }
    },
    readNewest: (key) => open().get(key),
    *newestObjects() {
      const page = open().list()
      if (page instanceof Promise) throw new TypeError('the store of this resource is asynchronous')
      for (const entry of page.entries) yield entry.object()
    },
    fork: (forked) => build({ ...options, store: forked }, cache?.fork(forked)),
    endWatches: () => cache?.endWatches(),
    close: () => cache?.close(),
  }
}
