import type { RangePage, Store, StoreEntry, StoreValue } from '@pinnace/store'

/** What a copy has written. */
export interface CopyReport {
  readonly keys: number
  /** The revision of the source that was copied. */
  readonly sourceRevision: bigint
  /** The revision of the target after the copy. */
  readonly targetRevision: bigint
}

/** Options of {@link copyStore}. */
export interface CopyOptions {
  /** The time to live of a key in the target, for stores do not tell it. @default none has one */
  readonly ttlSecondsOf?: (key: string) => number | undefined
}

// Few enough that pages of the largest objects fit into memory.
const pageKeys = 100

/**
 * Copies the state of one revision, in pages. Every key gets a new revision, and the history is not copied. Throws an
 * Error if the target has keys, or gets one that is not from here.
 */
export async function copyStore(
  source: Store,
  target: Store,
  { ttlSecondsOf = () => undefined }: CopyOptions = {},
): Promise<CopyReport> {
  const { entries: present } = await target.list('', { limit: 1 })
  if (present.length > 0) throw new Error('the target has objects: copy into an empty store')
  const copyOf = (entry: StoreEntry): StoreValue => {
    const ttlSeconds = ttlSecondsOf(entry.key)
    const value = source.bytesOnly === true ? { bytes: entry.value } : restamped(entry, target.bytesOnly === true)
    return ttlSeconds === undefined ? value : { ...value, ttlSeconds }
  }
  let page = await source.list('', { limit: pageKeys })
  const { revision: sourceRevision } = page
  let keys = 0
  for (;;) {
    await writePage(page, target, copyOf)
    keys += page.entries.length
    const last = page.entries.at(-1)
    if (last === undefined || page.remaining === 0) break
    // The first key after the last one.
    page = await source.list('', { revision: sourceRevision, from: `${last.key}\0`, limit: pageKeys })
  }
  return { keys, sourceRevision, targetRevision: await target.revision() }
}

async function writePage(
  { entries }: RangePage,
  target: Store,
  copyOf: (entry: StoreEntry) => StoreValue,
): Promise<void> {
  await Promise.all(
    entries.map(async (entry) => {
      const outcome = await target.put(entry.key, copyOf(entry), { modRevision: 0n })
      if (!outcome.done) throw new Error(`the target got ${entry.key} from another writer during the copy`)
    }),
  )
}

// The beginning of an object up to its revision, as the server writes it: nothing in it is chosen freely.
const stamped =
  /^\{(?:"(?:kind|apiVersion)":"[^"\\]*",)*"metadata":\{(?:"(?:name|generateName|namespace|uid)":"[^"\\]*",)*"resourceVersion":"(?=(\d+)")/
const member = '"resourceVersion":"'
// More than the longest names of an object take.
const headBytes = 4_096
const comma = ','.charCodeAt(0)

/**
 * The value of an entry for another store. JSON that contains its revision gets that of the target instead, or none in a
 * store that takes bytes only. Other forms are copied as they are.
 */
function restamped({ value, modRevision }: StoreEntry, bytesOnly: boolean): StoreValue {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  const [head, revision] = stamped.exec(bytes.toString('latin1', 0, headBytes)) ?? []
  if (head === undefined || revision !== String(modRevision)) return { bytes: value }
  const rest = bytes.subarray(head.length + revision.length)
  if (!bytesOnly) return { before: bytes.toString('utf8', 0, head.length), after: rest.toString() }
  return { bytes: withoutMember(bytes.subarray(0, head.length - member.length), rest.subarray(1)) }
}

/** Two parts of a JSON object around a member that is gone, with the comma that is left between them. */
function withoutMember(before: Buffer, after: Buffer): Buffer {
  if (after[0] === comma) return Buffer.concat([before, after.subarray(1)])
  return Buffer.concat([before.at(-1) === comma ? before.subarray(0, -1) : before, after])
}
