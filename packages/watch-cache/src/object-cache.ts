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
  /** Used since the hand last passed. */
  used: boolean
}

/**
 * Creates a bounded cache of parsed objects, to be shared by watch caches and their forks. At the limit, it evicts an
 * object that was not used since the hand last passed it (the CLOCK algorithm).
 */
export function createObjectCache(limit: number): ObjectCache {
  return new ObjectRing(limit)
}

/**
 * The {@link ObjectCache} as entries use it: a ring with one hand.
 *
 * Not a BoundedMap: an entry holds its object, so that a hit is a property read and sets a flag, without a lookup.
 */
export class ObjectRing implements ObjectCache {
  readonly limit: number
  #slots: ObjectHolder[] = []
  #hand = 0

  constructor(limit: number) {
    if (!Number.isInteger(limit) || limit < 1) throw new TypeError('limit must be a positive integer')
    this.limit = limit
  }

  get size(): number {
    return this.#slots.length
  }

  /** Adds a holder whose `cached` was just set. */
  add(holder: ObjectHolder): void {
    if (this.#slots.length < this.limit) {
      this.#slots.push(holder)
      return
    }
    let slot = this.#slots[this.#hand]
    while (slot?.cached?.used === true) {
      slot.cached.used = false
      this.#hand = (this.#hand + 1) % this.limit
      slot = this.#slots[this.#hand]
    }
    if (slot !== undefined) slot.cached = undefined
    this.#slots[this.#hand] = holder
    this.#hand = (this.#hand + 1) % this.limit
  }

  /** Drops all objects of a watch cache and its forks. */
  evictAll(home: object): void {
    const others: ObjectHolder[] = []
    for (const slot of this.#slots) {
      if (slot.isOf(home)) slot.cached = undefined
      else others.push(slot)
    }
    this.#slots = others
  }

  clear(): void {
    for (const slot of this.#slots) slot.cached = undefined
    this.#slots = []
    this.#hand = 0
  }
}
