import type { ObjectCache } from './watch-cache.ts'

/** Something that holds a parsed object until it is told to let it go. */
export interface ObjectHolder {
  kept: KeptObject<unknown> | undefined
  /** Whether it is of that cache, or of a fork of it. */
  isOf(home: object): boolean
}

/** A parsed object while it is kept. */
export interface KeptObject<T> {
  readonly object: T
  /** Asked for since the hand last passed. */
  used: boolean
}

/**
 * A bounded cache of parsed objects, to be shared by caches and their forks. Full, it lets go of the object that has
 * not been asked for since the hand last passed it.
 */
export function createObjectCache(limit: number): ObjectCache {
  return new ObjectRing(limit)
}

/** The {@link ObjectCache} as entries use it: a clock with one hand. */
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

  /** Keeps the object the holder has just parsed. */
  keep(holder: ObjectHolder): void {
    if (this.#slots.length < this.limit) {
      this.#slots.push(holder)
      return
    }
    let slot = this.#slots[this.#hand]!
    while (slot.kept?.used === true) {
      slot.kept.used = false
      this.#hand = (this.#hand + 1) % this.limit
      slot = this.#slots[this.#hand]!
    }
    slot.kept = undefined
    this.#slots[this.#hand] = holder
    this.#hand = (this.#hand + 1) % this.limit
  }

  /** Lets go of all that one cache and its forks hold here: nothing of a kind that is gone stays. */
  forget(home: object): void {
    const others: ObjectHolder[] = []
    for (const slot of this.#slots) {
      if (slot.isOf(home)) slot.kept = undefined
      else others.push(slot)
    }
    this.#slots = others
  }

  clear(): void {
    for (const slot of this.#slots) slot.kept = undefined
    this.#slots = []
    this.#hand = 0
  }
}
