import { createHash } from 'node:crypto'
import { BoundedMap, type Clock } from '@pinnace/meta'
import type { EventLimit } from './event-limits.ts'

/** Takes a token from the bucket of a key; false where it is empty. */
export type TakeToken = (key: string) => boolean

interface Bucket {
  tokens: number
  /** On the monotonic clock. */
  filledMs: number
}

/**
 * Token buckets by key: full at first, and refilled at `qps`. At `cacheSize` buckets the least recently used one is
 * evicted, and its key starts again with a full bucket.
 */
// upstream: client-go/util/flowcontrol, NewTokenBucketRateLimiter
export function createTokenBuckets({ qps, burst, cacheSize }: EventLimit, clock: Clock): TakeToken {
  const buckets = new BoundedMap<string, Bucket>({ maxEntries: cacheSize })
  return (text) => {
    const nowMs = clock.monotonic()
    const bucket = buckets.getOrInsertComputed(shorten(text), () => ({ tokens: burst, filledMs: nowMs }))
    bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.filledMs) * qps) / 1000)
    bucket.filledMs = nowMs
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }
}

const longestKey = 512

// Clients choose the source of an event, which may be as long as an event.
function shorten(key: string): string {
  return key.length <= longestKey ? key : createHash('sha256').update(key).digest('base64')
}
