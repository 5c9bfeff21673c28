import { systemClock, systemRandom, type Clock, type Random } from '@pinnace/meta'
import { defaultHistoryLimit, defaultHistoryMs, type RevisionedTreeOptions } from '@pinnace/store/history'
import type { CacheChange } from './cache-change.ts'
import { ObjectRing } from './object-cache.ts'
import type { EntryHome, StoredEntry } from './stored-entry.ts'
import type { WatchCacheOptions } from './watch-cache.ts'

/** The interval of bookmarks, in milliseconds. */
// upstream: apiserver/pkg/storage/cacher/cacher.go, defaultBookmarkFrequency
export const bookmarkIntervalMs = 60_000

/** How long before the end of a watch its last bookmark is sent, in milliseconds. */
// upstream: apiserver/pkg/storage/cacher/cache_watcher.go, nextBookmarkTime
export const lastBookmarkMs = 2_000

/** The bounds of a watch without a timeout, in milliseconds: the timeout is random between them. */
// upstream: apiserver/pkg/endpoints/handlers/get.go, ListResource – MinRequestTimeout (1800 s) times 1 to 2.
export const minWatchTimeoutMs: number = 30 * 60_000
export const maxWatchTimeoutMs: number = 60 * 60_000

/** How long a client waits before it retries a read at a future revision, in seconds. */
// upstream: apiserver/pkg/storage/cacher/watch_cache.go, resourceVersionTooHighRetrySeconds
export const futureRevisionRetrySeconds = 1

/** The delays before a watch that the store has ended is resumed, in milliseconds: the first one, and the longest. */
export const firstResumeMs = 100
export const maxResumeMs = 5_000

/** The minimum of `historyMs`: clients resume watches within that time. */
// upstream: apiserver/pkg/storage/cacher/watch_cache.go, eventFreshDuration
const minHistoryMs = 75_000

/** Defaults of {@link WatchCacheOptions}; counts, bytes and milliseconds. */
const defaults = {
  historyLimit: defaultHistoryLimit,
  historyMs: defaultHistoryMs,
  historyBytes: 64 * 1024 * 1024,
  watcherBufferBytes: 1024 * 1024,
  watcherBufferEvents: 10_000,
  slowWatcherMs: 5_000,
  // upstream: apiserver/pkg/storage/cacher/watch_cache.go, blockTimeout
  freshnessTimeoutMs: 3_000,
  objectCacheLimit: 4_096,
}

/** Most events of one delivery to a watch. */
export const maxBatchLength = 512

/** The interval at which a slow watcher is checked for room in its buffer, in milliseconds. */
export const slowWatcherPollMs = 50

/** How long the dispatcher may block the event loop in one turn, in milliseconds. */
export const dispatchSliceMs = 4

/** Most watches that take their changes in one turn: what they are sent is written to their sockets at its end. */
export const dispatchSliceWatches = 256

/** Most label keys that are indexed; the least recently used index is dropped first. */
export const maxIndexedLabels = 4

/** The options of a watch cache, validated and with defaults; shared by a cache and its forks. */
export interface CacheSettings<T> {
  readonly prefix: string
  readonly continueVersion: string
  readonly clock: Clock
  readonly random: Random
  readonly home: EntryHome<T>
  readonly tree: RevisionedTreeOptions<StoredEntry<T>, CacheChange<T>>
  readonly watcherBufferBytes: number
  readonly watcherBufferEvents: number
  readonly slowWatcherMs: number
  readonly freshnessTimeoutMs: number
}

/** Validates the options and applies defaults. Throws a TypeError for an invalid option. */
export function resolveSettings<T>(options: WatchCacheOptions<T>): CacheSettings<T> {
  const { prefix } = options
  const numbers = {
    historyLimit: options.historyLimit ?? defaults.historyLimit,
    historyMs: options.historyMs ?? defaults.historyMs,
    historyBytes: options.historyBytes ?? defaults.historyBytes,
    watcherBufferBytes: options.watcherBufferBytes ?? defaults.watcherBufferBytes,
    watcherBufferEvents: options.watcherBufferEvents ?? defaults.watcherBufferEvents,
    slowWatcherMs: options.slowWatcherMs ?? defaults.slowWatcherMs,
    freshnessTimeoutMs: options.freshnessTimeoutMs ?? defaults.freshnessTimeoutMs,
    objectCacheLimit: options.objectCacheLimit ?? defaults.objectCacheLimit,
  }
  for (const [name, number] of Object.entries(numbers)) {
    if (!Number.isInteger(number) || number < 1) throw new TypeError(`${name} must be a positive integer`)
  }
  const { historyLimit, historyMs, historyBytes, objectCacheLimit, ...watchers } = numbers
  if (!prefix.endsWith('/')) throw new TypeError('prefix must end in a slash')
  if (historyMs < minHistoryMs) throw new TypeError(`historyMs must be at least ${minHistoryMs}`)
  const objects = options.objectCache ?? new ObjectRing({ objects: objectCacheLimit })
  if (!(objects instanceof ObjectRing)) throw new TypeError('objectCache must come from createObjectCache')
  return Object.freeze({
    prefix,
    continueVersion: options.continueVersion,
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    home: { decode: options.decode, describe: options.describe, fields: options.noteFields ?? [], objects },
    tree: {
      bounds: { limit: historyLimit, seconds: Math.ceil(historyMs / 1000), bytes: historyBytes },
      bytesOf: (entry: StoredEntry<T>) => entry.value.length,
      // The parsed object of a state that is no longer in the history would keep its value in memory.
      onForget({ deleted, entry, previous }: CacheChange<T>) {
        if (previous !== undefined) objects.remove(previous)
        if (deleted) objects.remove(entry)
      },
    },
    ...watchers,
  })
}
