import type { KeyRange } from './messages.ts'

/** Where the keys of a store are in etcd. */
export interface KeySpace {
  /** The key of etcd for a key of the store. */
  encode(key: string): Uint8Array
  /** The key of the store for a key of etcd. */
  decode(key: Uint8Array): string
  /** The keys that start with a prefix; `from` is the first of them to read. */
  range(prefix: string, from?: string): KeyRange
  /** Every change below the prefix of the store, and those of {@link KeySpace.touched}. */
  readonly everything: KeyRange
  /** A key that is no key of any store, for it is not UTF-8. Its changes are in {@link KeySpace.everything}. */
  readonly touched: Uint8Array
}

/** Creates the key space below a prefix. Keys of the store begin with `root`, which the prefix replaces. */
export function createKeySpace(prefix: string, root: string): KeySpace {
  const start = Buffer.from(prefix)
  // No UTF-8 text has this byte, so it is after every key below the prefix.
  const limit = Buffer.concat([start, Buffer.of(0xff)])
  const encode = (key: string): Buffer => {
    if (!key.startsWith(root)) throw new TypeError(`the key ${JSON.stringify(key)} must begin with ${root}`)
    return Buffer.from(prefix + key.slice(root.length))
  }
  return {
    encode,
    decode: (key) => root + Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('utf8', start.length),
    range(below, from = below) {
      if (!from.startsWith(below)) throw new TypeError('from must start with the prefix')
      // A prefix above the root has the same keys as the root.
      const whole = root.startsWith(below)
      const first = whole && root.startsWith(from) ? start : encode(from)
      return { key: first.length === 0 ? Buffer.of(0) : first, end: whole ? limit : endOf(encode(below)) }
    },
    everything: { key: start.length === 0 ? Buffer.of(0) : start, end: Buffer.concat([limit, Buffer.of(0xff)]) },
    touched: Buffer.concat([limit, Buffer.from('touched')]),
  }
}

/** The first key after all keys with a prefix that is UTF-8. */
function endOf(prefix: Buffer): Buffer {
  const end = Buffer.from(prefix)
  const last = end.length - 1
  // UTF-8 has no byte 0xff, so the last byte can be incremented.
  end.writeUInt8(end.readUInt8(last) + 1, last)
  return end
}
