import { OrderedTree } from './ordered-tree.ts'
import type { StoreValue } from '../store.ts'

/** When an entry is deleted by the store, and what its tombstone is made of. */
export interface Expiry {
  /** Milliseconds of the clock of the store. */
  readonly atMs: number
  /** The offset of the revision in the value, in bytes; undefined if the value does not contain it. */
  readonly stampAt: number | undefined
}

/** An entry that may expire. */
export interface Expiring {
  readonly key: string
  readonly expiry?: Expiry | undefined
}

/** The expiry of a value that is written now; undefined for one without a time to live. */
export function expiryOf(value: StoreValue, nowMs: () => number): Expiry | undefined {
  const { ttlSeconds } = value
  if (ttlSeconds === undefined) return undefined
  const stampAt = value.bytes === undefined ? Buffer.byteLength(value.before) : undefined
  return { atMs: nowMs() + ttlSeconds * 1000, stampAt }
}

/** The tombstone of an expired entry: its last value, which gets the revision of the deletion where it contains its own. */
export function expiredValue(value: Uint8Array, modified: number, { stampAt }: Expiry): StoreValue {
  if (stampAt === undefined) return { bytes: value }
  const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  const after = stampAt + String(modified).length
  return { before: text.toString('utf8', 0, stampAt), after: text.toString('utf8', after) }
}

// Enough digits for milliseconds since 1970, with three decimals.
const digits = 17

/** The entries of a state that will expire, by their time. A copy takes constant time. */
export class ExpiryQueue<E extends Expiring> {
  #tree = new OrderedTree<E>()
  /** When the first entry expires; Infinity if none does. */
  #nextMs = Infinity

  get nextMs(): number {
    return this.#nextMs
  }

  add(entry: E): void {
    if (entry.expiry === undefined) return
    this.#tree.set(placeOf(entry.key, entry.expiry), entry)
    if (entry.expiry.atMs < this.#nextMs) this.#nextMs = entry.expiry.atMs
  }

  remove(entry: E | undefined): void {
    if (entry?.expiry === undefined) return
    this.#tree.delete(placeOf(entry.key, entry.expiry))
    this.#nextMs = this.#first()
  }

  /** The entries that have expired, the oldest first, at most `limit`. */
  due(nowMs: number, limit: number): readonly E[] {
    if (nowMs < this.#nextMs) return []
    return this.#tree.slice('', limit).filter(({ expiry }) => expiry !== undefined && expiry.atMs <= nowMs)
  }

  clone(): ExpiryQueue<E> {
    const copy = new ExpiryQueue<E>()
    copy.#tree = this.#tree.clone()
    copy.#nextMs = this.#nextMs
    return copy
  }

  #first(): number {
    const [first] = this.#tree.size === 0 ? [] : this.#tree.slice('', 1)
    return first?.expiry?.atMs ?? Infinity
  }
}

function placeOf(key: string, { atMs }: Expiry): string {
  return `${atMs.toFixed(3).padStart(digits, '0')} ${key}`
}
