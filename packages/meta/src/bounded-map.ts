import type { Clock } from './time/clock.ts'

/** Options for {@link BoundedMap}. At least one of `maxEntries` and `maxWeight` bounds it. */
export interface BoundedMapOptions<K, V> {
  /** Most entries. @default no limit */
  readonly maxEntries?: number
  /** Largest sum of the weights of all entries; a single value that is heavier is not kept. @default no limit */
  readonly maxWeight?: number
  /** The weight of an entry, for example its bytes: not negative, computed when it is set. @default 1 */
  readonly weigh?: (value: V, key: K) => number
  /**
   * The entry that is evicted at a limit: the least recently read or set one, or the one that was set first.
   * @default 'least-recently-used'
   */
  readonly evict?: 'least-recently-used' | 'oldest'
  /** How long an entry is kept after it was set, in milliseconds. Needs `clock`. @default no limit */
  readonly ttlMs?: number
  /** Reads the time for `ttlMs` and for the `ttlMs` of one entry. */
  readonly clock?: Pick<Clock, 'monotonic'>
  /** Called with each value that leaves the map: evicted, expired, replaced by another, deleted or cleared. */
  readonly dispose?: (value: V, key: K) => void
}

/** Entries form a list in the order of eviction; the next to be evicted comes first. */
interface Entry<K, V> {
  readonly key: K
  value: V
  weight: number
  /** On the monotonic clock, in milliseconds; `Infinity` where the entry does not expire. */
  expiresAtMs: number
  older: Entry<K, V> | undefined
  newer: Entry<K, V> | undefined
}

/**
 * A map that evicts entries at a limit of entries, of weight, or of both. Entries can expire: an expired entry is never
 * returned, and is removed when it is read or evicted; there are no timers. A hit costs about as much as that of a Map.
 */
// upstream: apimachinery/pkg/util/cache, LRUExpireCache
export class BoundedMap<K, V> implements Disposable {
  readonly #entries = new Map<K, Entry<K, V>>()
  readonly #maxEntries: number
  readonly #maxWeight: number
  readonly #weigh: ((value: V, key: K) => number) | undefined
  readonly #movesOnRead: boolean
  readonly #ttlMs: number
  readonly #clock: Pick<Clock, 'monotonic'> | undefined
  readonly #dispose: ((value: V, key: K) => void) | undefined
  #oldest: Entry<K, V> | undefined
  #newest: Entry<K, V> | undefined
  #weight = 0

  /** Throws a TypeError for a map without a limit, a limit that is not positive, or `ttlMs` without a clock. */
  constructor(options: BoundedMapOptions<K, V>) {
    const { maxEntries, maxWeight, weigh, evict = 'least-recently-used', ttlMs = Infinity, clock, dispose } = options
    if (maxEntries === undefined && maxWeight === undefined) throw new TypeError('maxEntries or maxWeight is required')
    if (maxEntries !== undefined && !(Number.isInteger(maxEntries) && maxEntries > 0)) {
      throw new TypeError('maxEntries must be a positive integer')
    }
    if (maxWeight !== undefined && !(maxWeight > 0)) throw new TypeError('maxWeight must be a positive number')
    if (ttlMs !== Infinity && clock === undefined) throw new TypeError('ttlMs needs a clock')
    this.#maxEntries = maxEntries ?? Infinity
    this.#maxWeight = maxWeight ?? Infinity
    this.#weigh = weigh
    this.#movesOnRead = evict === 'least-recently-used'
    this.#ttlMs = ttlMs
    this.#clock = clock
    this.#dispose = dispose
  }

  /** The number of entries, those included that have expired and were not read since. */
  get size(): number {
    return this.#entries.size
  }

  /** The sum of the weights of all entries. */
  get weight(): number {
    return this.#weight
  }

  /** The value of a key; undefined without an entry, or with one that has expired. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.expiresAtMs !== Infinity && this.#hasExpired(entry)) {
      this.#remove(entry)
      return undefined
    }
    if (this.#movesOnRead && entry !== this.#newest) {
      this.#unlink(entry)
      this.#append(entry)
    }
    return entry.value
  }

  /** The value of a key; where there is none, the one `make` returns, which is set. */
  getOrInsertComputed(key: K, make: (key: K) => V): V {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = make(key)
    this.set(key, made)
    return made
  }

  /**
   * Sets the value of a key and evicts what is over a limit. A value that is heavier than `maxWeight`, or whose `ttlMs`
   * is not positive, is not kept, nor passed to `dispose`; an earlier value of the key is removed.
   */
  set(key: K, value: V, ttlMs: number = this.#ttlMs): void {
    const known = this.#entries.get(key)
    const weight = this.#weigh === undefined ? 1 : this.#weigh(value, key)
    if (weight > this.#maxWeight || !(ttlMs > 0)) {
      if (known !== undefined) this.#remove(known)
      return
    }
    const expiresAtMs = ttlMs === Infinity ? Infinity : this.#nowMs() + ttlMs
    if (known !== undefined) this.#replace(known, value, weight, expiresAtMs)
    else {
      const entry: Entry<K, V> = { key, value, weight, expiresAtMs, older: undefined, newer: undefined }
      this.#entries.set(key, entry)
      this.#append(entry)
      this.#weight += weight
    }
    while (this.#oldest !== undefined && this.#isOverLimit()) this.#remove(this.#oldest)
  }

  /** Removes an entry; false where there is none. */
  delete(key: K): boolean {
    const entry = this.#entries.get(key)
    if (entry === undefined) return false
    this.#remove(entry)
    return true
  }

  /** Removes every entry. */
  clear(): void {
    const first = this.#oldest
    this.#entries.clear()
    this.#oldest = undefined
    this.#newest = undefined
    this.#weight = 0
    for (let entry = first; entry !== undefined; entry = entry.newer) this.#dispose?.(entry.value, entry.key)
  }

  /** Keys and values, the next to be evicted first, those included that have expired. */
  *[Symbol.iterator](): Generator<[key: K, value: V]> {
    for (let entry = this.#oldest; entry !== undefined; entry = entry.newer) yield [entry.key, entry.value]
  }

  /** Removes every entry. */
  [Symbol.dispose](): void {
    this.clear()
  }

  #isOverLimit(): boolean {
    return this.#entries.size > this.#maxEntries || this.#weight > this.#maxWeight
  }

  #nowMs(): number {
    if (this.#clock === undefined) throw new TypeError('ttlMs needs a clock')
    return this.#clock.monotonic()
  }

  #hasExpired(entry: Entry<K, V>): boolean {
    return this.#nowMs() >= entry.expiresAtMs
  }

  #replace(entry: Entry<K, V>, value: V, weight: number, expiresAtMs: number): void {
    const previous = entry.value
    entry.value = value
    this.#weight += weight - entry.weight
    entry.weight = weight
    entry.expiresAtMs = expiresAtMs
    if (entry !== this.#newest) {
      this.#unlink(entry)
      this.#append(entry)
    }
    if (previous !== value) this.#dispose?.(previous, entry.key)
  }

  #remove(entry: Entry<K, V>): void {
    this.#entries.delete(entry.key)
    this.#unlink(entry)
    this.#weight -= entry.weight
    this.#dispose?.(entry.value, entry.key)
  }

  #unlink({ older, newer }: Entry<K, V>): void {
    if (older === undefined) this.#oldest = newer
    else older.newer = newer
    if (newer === undefined) this.#newest = older
    else newer.older = older
  }

  #append(entry: Entry<K, V>): void {
    entry.older = this.#newest
    entry.newer = undefined
    if (this.#newest === undefined) this.#oldest = entry
    else this.#newest.newer = entry
    this.#newest = entry
  }
}
