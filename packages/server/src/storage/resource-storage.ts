import type { ApiObject, Awaitable } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { CacheEntry, WatchCache } from '@pinnace/watch-cache'

/** Where the objects of one resource are: keys in the store, and the serving copy that reads are answered from. */
export interface ResourceStorage {
  readonly store: Store
  /** Begins every key; ends in `/`. */
  readonly prefix: string
  readonly cache: WatchCache<ApiObject>
  /** Reservations of writes under way, by pool. */
  readonly reserved: Map<string, Set<string>>
  key(namespace: string, name: string): string
  /** Begins the keys of a namespace, or of all with an empty one. */
  scope(namespace: string): string
  /** Namespace and name a key was made from. */
  identify(key: string): { readonly namespace: string; readonly name: string }
  readNewest(key: string): Awaitable<CacheEntry<ApiObject> | undefined>
  /** Every stored object, as of now. */
  newestObjects(): Iterable<ApiObject>
  fork(store: Store): ResourceStorage
  /** Ends every watch; the objects stay. */
  endWatches(): void
  /** Ends every watch, for good. */
  close(): void
}

/** Options for {@link createResourceStorage}. */
export interface ResourceStorageOptions {
  readonly store: Store
  readonly group: string
  readonly resource: string
  readonly namespaced: boolean
  /** Made when first needed: a server that never reads a resource holds nothing for it. */
  readonly createCache: (store: Store, prefix: string) => WatchCache<ApiObject>
}

/** Storage of one resource. Keys are `/registry/<group>/<resource>/[<namespace>/]<name>`. */
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
      if (page instanceof Promise) throw new TypeError('the store of this resource does not answer at once')
      for (const entry of page.entries) yield entry.object()
    },
    fork: (forked) => build({ ...options, store: forked }, cache?.fork(forked)),
    endWatches: () => cache?.endWatches(),
    close: () => cache?.close(),
  }
}
