import { systemClock, systemRandom, type Clock, type Random } from '@pinnace/meta'
import type { RevisionedTreeOptions } from '@pinnace/store/history'
import type { CacheChange } from './cache-change.ts'
import { ObjectRing } from './object-cache.ts'
import type { EntryHome, StoredEntry } from './stored-entry.ts'
import type { WatchCacheOptions } from './watch-cache.ts'

/** The options, checked and completed; shared by a cache and its forks. */
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

/** The shortest history the protocol's clients can live with. */
// upstream: apiserver/pkg/storage/cacher/watch_cache.go, eventFreshDuration
const shortestHistoryMs = 75_000

/** Checks the options and fills in what is absent. */
export function settleOptions<T>(options: WatchCacheOptions<T>): CacheSettings<T> {
  const {
    prefix,
    historyLimit = 50_000,
    historyMs = 300_000,
    historyBytes = 64 * 1024 * 1024,
    watcherBufferBytes = 1024 * 1024,
    watcherBufferEvents = 10_000,
    slowWatcherMs = 5_000,
    freshnessTimeoutMs = 3_000,
    objectCacheLimit = 4_096,
  } = options
  const numbers = {
    historyLimit,
    historyMs,
    historyBytes,
    watcherBufferBytes,
    watcherBufferEvents,
    slowWatcherMs,
    freshnessTimeoutMs,
    objectCacheLimit,
  }
  for (const [name, number] of Object.entries(numbers)) {
    if (!Number.isInteger(number) || number < 1) throw new TypeError(`${name} must be a positive integer`)
  }
  if (!prefix.endsWith('/')) throw new TypeError('prefix must end in a slash')
  if (historyMs < shortestHistoryMs) throw new TypeError(`historyMs must be at least ${shortestHistoryMs}`)
  const objects = options.objectCache ?? new ObjectRing(objectCacheLimit)
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
    },
    watcherBufferBytes,
    watcherBufferEvents,
    slowWatcherMs,
    freshnessTimeoutMs,
  })
}
