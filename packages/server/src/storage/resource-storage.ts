import { thenMaybe, type ApiObject, type Awaitable } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { CacheEntry, ListPage, WatchCache } from '@pinnace/watch-cache'

/** The storage of one resource: its keys in the store, and the watch cache that answers reads. */
export interface ResourceStorage {
  readonly store: Store
  /** Whether the store answers asynchronously, so that other processes may write to it. */
  readonly isRemote: boolean
  /** The prefix of every key; ends in `/`. */
  readonly prefix: string
  readonly cache: WatchCache<ApiObject>
  /** The watch cache, if it has been used. */
  readonly openedCache: WatchCache<ApiObject> | undefined
  /** Reservations (addresses, ports, names) of the writes in progress in this process, by pool. */
  readonly reserved: Reservations
  key(namespace: string, name: string): string
  /** The key prefix of a namespace; of all namespaces if it is empty. */
  scope(namespace: string): string
  /** The namespace and name of a key. */
  identify(key: string): { readonly namespace: string; readonly name: string }
  readNewest(key: string): Awaitable<CacheEntry<ApiObject> | undefined>
  /**
   * Reads an object with all writes of this server. Over a remote store, a change of another server is included once the
   * store has delivered it; an object that the cache does not have is read from the store.
   */
  readRecent(key: string): Awaitable<CacheEntry<ApiObject> | undefined>
  /** Notes the revision of a write of this server. */
  noteWrite(revision: bigint): void
  /**
   * Lists a namespace, or everything, with all writes of this server. Over a remote store, writes of other servers are
   * included once the store has delivered them: nothing has to be asked of it.
   */
  listRecent(namespace: string): Awaitable<ListPage<ApiObject>>
  /** All stored objects, as of now. Throws a TypeError if the store is remote. */
  entries(): readonly CacheEntry<ApiObject>[]
  fork(store: Store): ResourceStorage
  /** Ends all watches. Clients can start new ones. */
  endWatches(): void
  /** Ends all watches and closes the watch cache. */
  close(): void
}

/** Reserved values by pool. */
export type Reservations = Map<string, Set<string>>

/** Options for {@link createResourceStorage}. */
export interface ResourceStorageOptions {
  readonly store: Store
  readonly isRemote: boolean
  /** Shared by all servers of this process over the same store. */
  readonly reserved: Reservations
  /** As in {@link ResourceStorage}. */
  readonly prefix: string
  readonly namespaced: boolean
  /** Called on first use: a server that never reads a resource has no cache for it. */
  readonly createCache: (store: Store, prefix: string) => WatchCache<ApiObject>
}

/** Creates the storage of one resource. Keys are the prefix, the namespace and a slash if it is namespaced, and the name. */
export function createResourceStorage(options: ResourceStorageOptions): ResourceStorage {
  return build(options, undefined)
}

function build(options: ResourceStorageOptions, existing: WatchCache<ApiObject> | undefined): ResourceStorage {
  const { store, isRemote, reserved, prefix, namespaced, createCache } = options
  let cache = existing
  let written = 0n
  const open = (): WatchCache<ApiObject> => (cache ??= createCache(store, prefix))
  const scope = (namespace: string): string => (namespace === '' ? prefix : `${prefix}${namespace}/`)
  const entries = (): readonly CacheEntry<ApiObject>[] => {
    const page = open().list()
    if (page instanceof Promise) throw new TypeError('the store of this resource is remote')
    return page.entries
  }
  return {
    store,
    isRemote,
    prefix,
    reserved,
    get cache() {
      return open()
    },
    get openedCache() {
      return cache
    },
    key: (namespace, name) => (namespaced ? `${prefix}${namespace}/${name}` : prefix + name),
    scope,
    identify(key) {
      if (!namespaced) return { namespace: '', name: key.slice(prefix.length) }
      const slash = key.indexOf('/', prefix.length)
      return { namespace: key.slice(prefix.length, slash), name: key.slice(slash + 1) }
    },
    readNewest: (key) => open().get(key),
    // upstream: apiserver/pkg/admission/plugin/namespace/lifecycle – what the informer does not have is read from etcd.
    readRecent(key) {
      const opened = open()
      if (!isRemote || opened.revision < written) return opened.get(key)
      return thenMaybe(opened.get(key, { kind: 'any' }), (entry) => entry ?? opened.get(key))
    },
    noteWrite(revision) {
      if (revision > written) written = revision
    },
    listRecent(namespace) {
      const opened = open()
      // upstream: the admission plugins of kube-apiserver read from informers.
      const isRecent = isRemote && opened.revision >= written
      return opened.list({ prefix: scope(namespace), ...(isRecent ? { freshness: { kind: 'any' } } : {}) })
    },
    entries,
    fork: (forked) => build({ ...options, store: forked, reserved: new Map() }, cache?.fork(forked)),
    endWatches: () => cache?.endWatches(),
    close: () => cache?.close(),
  }
}
