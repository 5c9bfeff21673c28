import { BoundedMap, type Awaitable } from '@pinnace/meta'

/** The encoded items of a list. */
interface ListBody {
  readonly contentRevision: bigint
  readonly chunks: readonly Uint8Array[]
  readonly bytes: number
}

/** The minimum size of a cached list, bytes: encoding a smaller one is faster than a lookup. */
const minBytes = 65_536

/**
 * A cache of the encoded items of large lists, which are valid until something in the list changes. At most
 * `limitBytes` in total; the least recently used lists are evicted.
 */
export class ListBodies {
  readonly limitBytes: number
  readonly #bodies: BoundedMap<string, ListBody>
  /** The pages that were asked for, and the content revision of each. */
  readonly #asked = new BoundedMap<string, bigint>({ maxEntries: 512 })
  /** The lists that are being encoded. */
  readonly #pending = new Map<string, Promise<readonly Uint8Array[]>>()

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes
    this.#bodies = new BoundedMap({ maxWeight: Math.max(limitBytes, 1), weigh: ({ bytes }) => bytes })
  }

  /** The items of a list; undefined unless they are cached at `contentRevision`. */
  find(list: string, contentRevision: bigint): readonly Uint8Array[] | undefined {
    const cached = this.#bodies.get(list)
    return cached?.contentRevision === contentRevision ? cached.chunks : undefined
  }

  /** True if a page was asked for before at `contentRevision`. A page is kept then: most are read once. */
  isAskedAgain(page: string, contentRevision: bigint): boolean {
    if (this.#asked.get(page) === contentRevision) return true
    this.#asked.set(page, contentRevision)
    return false
  }

  /**
   * The items of a list; calls `make` unless they are cached at `contentRevision`, or being made: requests that arrive
   * together share one encoding. One whose own fails, at its deadline, leaves the others to another request.
   */
  share(
    list: string,
    contentRevision: bigint,
    make: () => Awaitable<readonly Uint8Array[]>,
  ): Awaitable<readonly Uint8Array[]> {
    return this.find(list, contentRevision) ?? this.renew(list, contentRevision, make)
  }

  /** As {@link share}, for items that have changed although the objects have not: what is cached is replaced. */
  renew(
    list: string,
    contentRevision: bigint,
    make: () => Awaitable<readonly Uint8Array[]>,
  ): Awaitable<readonly Uint8Array[]> {
    const key = `${contentRevision} ${list}`
    const pending = this.#pending.get(key)
    if (pending !== undefined) return pending.catch(() => this.renew(list, contentRevision, make))
    const made = make()
    if (!(made instanceof Promise)) return this.#keep(list, contentRevision, made)
    const shared = made
      .then((chunks) => this.#keep(list, contentRevision, chunks))
      .finally(() => this.#pending.delete(key))
    this.#pending.set(key, shared)
    return shared
  }

  /** The items of a list; calls `make` unless they are cached at `contentRevision`. */
  get(list: string, contentRevision: bigint, make: () => readonly Uint8Array[]): readonly Uint8Array[] {
    return this.find(list, contentRevision) ?? this.#keep(list, contentRevision, make())
  }

  #keep(list: string, contentRevision: bigint, chunks: readonly Uint8Array[]): readonly Uint8Array[] {
    let bytes = 0
    for (const chunk of chunks) bytes += chunk.byteLength
    if (bytes < minBytes || bytes > this.limitBytes) this.#bodies.delete(list)
    else this.#bodies.set(list, { contentRevision, chunks, bytes })
    return chunks
  }
}
