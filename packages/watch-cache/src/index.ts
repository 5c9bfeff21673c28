export { createWatchCache } from './create-watch-cache.ts'
export { decodeStored } from './decode-stored.ts'
export { createObjectCache, longestCached, type ObjectCacheLimits } from './object-cache.ts'
export { withResourceVersion } from './resource-version.ts'
export {
  startStoreReflector,
  type ReflectedState,
  type StoreReflector,
  type StoreReflectorOptions,
} from './store-reflector.ts'
export type {
  BookmarkEvent,
  CacheEntry,
  CacheWatch,
  ChangeEvent,
  EntryNote,
  EntrySelector,
  FieldPin,
  Freshness,
  LabelPin,
  ListPage,
  ListRequest,
  ObjectCache,
  ReadCaller,
  WatchCache,
  WatchCacheOptions,
  WatchEvent,
  WatchRequest,
  WatchSink,
  WatchStart,
} from './watch-cache.ts'
