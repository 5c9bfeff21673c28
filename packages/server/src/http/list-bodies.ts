/** The items of a list as they go out, and what they show. */
interface KeptBody {
  readonly contentRevision: bigint
  readonly chunks: readonly Uint8Array[]
  readonly bytes: number
}

/** A list of fewer bytes is made faster than it is looked up and kept. */
const smallestBytes = 65_536

/**
 * Ready items of large lists, kept for whoever lists the same before anything in it has changed. At most `limitBytes`
 * in all: what was not asked for longest goes, and what is larger is not kept.
 */
export class ListBodies {
  readonly #limitBytes: number
  readonly #kept = new Map<string, KeptBody>()
  #bytes = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  /** The items of a list, from `make` where they are not here as of `contentRevision`. */
  get(list: string, contentRevision: bigint, make: () => readonly Uint8Array[]): readonly Uint8Array[] {
    const known = this.#kept.get(list)
    if (known !== undefined) {
      this.#drop(list, known)
      if (known.contentRevision === contentRevision) {
        this.#put(list, known)
        return known.chunks
      }
    }
    const chunks = make()
    let bytes = 0
    for (const chunk of chunks) bytes += chunk.byteLength
    if (bytes < smallestBytes || bytes > this.#limitBytes) return chunks
    this.#put(list, { contentRevision, chunks, bytes })
    for (const [oldest, body] of this.#kept) {
      if (this.#bytes <= this.#limitBytes) break
      this.#drop(oldest, body)
    }
    return chunks
  }

  #put(list: string, body: KeptBody): void {
    this.#kept.set(list, body)
    this.#bytes += body.bytes
  }

  #drop(list: string, body: KeptBody): void {
    this.#kept.delete(list)
    this.#bytes -= body.bytes
  }
}
