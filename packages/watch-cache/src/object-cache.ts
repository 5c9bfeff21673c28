import { RecentViews } from './recent-views.ts'
import type { ObjectCache } from './watch-cache.ts'

/** A holder of a parsed object, which the cache can drop. */
export interface ObjectHolder {
  cached: CachedObject<unknown> | undefined
  /** Whether it belongs to a cache, or to a fork of it. */
  isOf(home: object): boolean
}

/** A cached parsed object. */
export interface CachedObject<T> {
  readonly object: T
  /** The size of the JSON that it was parsed from. */
  readonly bytes: number
  /** Used since the hand last passed. */
  used: boolean
  /** The index of its holder in the ring. */
  slot: number
}

/** The limits of a cache of parsed objects. */
export interface ObjectCacheLimits {
  readonly objects: number
  /** Bytes of the JSON that the objects were parsed from. @default 16777216 */
  readonly bytes?: number
}

/**
 * The most objects that a reader of a whole collection caches. More would evict one another, and those that writes have used:
 * such a reader calls `parse` of an entry, not `object`.
 */
export const longestCached = 4_000

/** The default of {@link ObjectCacheLimits.bytes}: parsed, an object takes three to eight times as much. */
const objectCacheBytes: number = 16 * 1024 * 1024

/** Bytes that event views with their encoded lines hold for later watchers. */
const recentViewBytes = 8 * 1024 * 1024

/**
 * Creates a bounded cache of parsed objects, to be shared by watch caches and their forks. At a limit, it evicts an
 * object that was not used since the hand last passed it (the CLOCK algorithm).
 */
export function createObjectCache(limits: number | ObjectCacheLimits): ObjectCache {
  return new ObjectRing(typeof limits === 'number' ? { objects: limits } : limits)
}

/**
 * The {@link ObjectCache} as entries use it: a ring with one hand.
 *
 * Not a BoundedMap: an entry holds its object, so that a hit is a property read and sets a flag, without a lookup.
 */
export class ObjectRing implements ObjectCache {
  readonly limit: number
  readonly limitBytes: number
  readonly views: RecentViews = new RecentViews(recentViewBytes)
  #slots: ObjectHolder[] = []
  #hand = 0
  #bytes = 0

  constructor({ objects: limit, bytes: limitBytes = objectCacheBytes }: ObjectCacheLimits) {
    for (const [name, number] of Object.entries({ limit, limitBytes })) {
      if (!Number.isInteger(number) || number < 1) throw new TypeError(`${name} must be a positive integer`)
    }
    this.limit = limit
    this.limitBytes = limitBytes
  }

  get size(): number {
    return this.#slots.length
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Adds a holder whose `cached` was just set; drops its object if that is larger than the cache. */
  add(holder: ObjectHolder): void {
    const { cached } = holder
    if (cached === undefined) return
    const { bytes } = cached
    if (bytes > this.limitBytes) {
      holder.cached = undefined
      return
    }
    let hasEvicted = false
    while (this.#slots.length >= this.limit || this.#bytes + bytes > this.limitBytes) {
      this.#evictOne()
      hasEvicted = true
    }
    this.#bytes += bytes
    if (!hasEvicted) {
      this.#put(this.#slots.length, holder)
      return
    }
    // Behind the hand, so that it is the last one to be evicted.
    const other = this.#slots[this.#hand]
    if (other !== undefined) this.#put(this.#slots.length, other)
    this.#put(this.#hand++, holder)
  }

  /** Drops the object of a holder that is not read again, and the holder with it. */
  remove(holder: ObjectHolder): void {
    const { cached } = holder
    if (cached === undefined || this.#slots[cached.slot] !== holder) return
    holder.cached = undefined
    this.#bytes -= cached.bytes
    const last = this.#slots.pop()
    if (last !== undefined && last !== holder) this.#put(cached.slot, last)
  }

  /** Drops all objects of a watch cache and its forks. */
  evictAll(home: object): void {
    const slots = this.#slots
    this.#slots = []
    this.#bytes = 0
    this.#hand = 0
    for (const holder of slots) {
      if (holder.isOf(home)) holder.cached = undefined
      else this.add(holder)
    }
  }

  clear(): void {
    for (const slot of this.#slots) slot.cached = undefined
    this.#slots = []
    this.#hand = 0
    this.#bytes = 0
  }

  #put(slot: number, holder: ObjectHolder): void {
    this.#slots[slot] = holder
    if (holder.cached !== undefined) holder.cached.slot = slot
  }

  #evictOne(): void {
    for (;;) {
      if (this.#hand >= this.#slots.length) this.#hand = 0
      const holder = this.#slots[this.#hand]
      if (holder?.cached?.used !== true) {
        if (holder !== undefined) this.remove(holder)
        return
      }
      holder.cached.used = false
      this.#hand++
    }
  }
}
