import { createHash } from 'node:crypto'
import type { Clock } from '@pinnace/meta'
import type { EventLimit } from './event-limits.ts'

/** Takes one from what a key has left; false where there is nothing. */
export type Buckets = (key: string) => boolean

interface Bucket {
  left: number
  filledMs: number
}

/** A bucket a key: full at first, and filled steadily. Past the bound the one not asked for longest is forgotten. */
// upstream: client-go/util/flowcontrol, NewTokenBucketRateLimiter
export function createBuckets({ qps, burst, cacheSize }: EventLimit, clock: Clock): Buckets {
  // Insertion order is the order of use.
  const buckets = new Map<string, Bucket>()
  return (text) => {
    const key = shorten(text)
    const nowMs = clock.monotonic()
    const bucket = buckets.get(key) ?? { left: burst, filledMs: nowMs }
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > cacheSize) buckets.delete(buckets.keys().next().value!)
    bucket.left = Math.min(burst, bucket.left + ((nowMs - bucket.filledMs) * qps) / 1000)
    bucket.filledMs = nowMs
    if (bucket.left < 1) return false
    bucket.left -= 1
    return true
  }
}

const longestKey = 512

// Who sends events decides what their source is called: what is kept of it must not be as long as an event may be.
function shorten(key: string): string {
  return key.length <= longestKey ? key : createHash('sha256').update(key).digest('base64')
}
