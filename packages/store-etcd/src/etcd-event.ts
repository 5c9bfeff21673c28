import type { StoreEntry, StoreEvent } from '@pinnace/store'
import type { KeySpace } from './key-space.ts'
import type { KeyValue } from './messages.ts'
import type { RawEvent } from './watch-messages.ts'

/** A change of etcd as a change of the store. The previous entry is made when it is asked for. */
export class EtcdEvent implements StoreEvent {
  readonly type: 'put' | 'delete'
  readonly entry: StoreEntry
  readonly #previous: KeyValue | undefined

  constructor({ deleted, kv, previous }: RawEvent, keys: KeySpace) {
    const key = keys.decode(kv.key)
    this.type = deleted ? 'delete' : 'put'
    this.#previous = previous
    // A tombstone has the last value of its key.
    this.entry =
      deleted && previous !== undefined ? { ...toEntry(key, previous), modRevision: kv.modRevision } : toEntry(key, kv)
  }

  get modRevision(): bigint {
    return this.entry.modRevision
  }

  get previous(): StoreEntry | undefined {
    return this.#previous === undefined ? undefined : toEntry(this.entry.key, this.#previous)
  }

  /** The size of both values. */
  get byteLength(): number {
    return this.entry.value.byteLength + (this.#previous?.value.byteLength ?? 0)
  }
}

/** The entry of a key. */
export function toEntry(key: string, { value, createRevision, modRevision }: KeyValue): StoreEntry {
  return { key, value: own(value), note: undefined, createRevision, modRevision }
}

/** A value is a part of a message; it is copied if it would keep much more of the message in memory than itself. */
function own(value: Uint8Array): Uint8Array {
  return 2 * value.byteLength >= value.buffer.byteLength ? value : new Uint8Array(value)
}
