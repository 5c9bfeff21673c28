import type { StoreEntry, StoreEvent, StoreValue } from '@pinnace/store'
import type { SentChange, SentEntry, SentValue } from './messages.ts'

export function toSentEntry({ key, value, createRevision, modRevision }: StoreEntry): SentEntry {
  return { key, value, created: Number(createRevision), modified: Number(modRevision) }
}

export function toSentChange({ type, entry }: StoreEvent): SentChange {
  return { deleted: type === 'delete', entry: toSentEntry(entry) }
}

export function toStoreEntry({ key, value, created, modified }: SentEntry): StoreEntry {
  return { key, value, note: undefined, createRevision: BigInt(created), modRevision: BigInt(modified) }
}

export function toSentValue({ ttlSeconds, ...value }: StoreValue): SentValue {
  return value.bytes === undefined
    ? { ttlSeconds, before: value.before, after: value.after }
    : { ttlSeconds, bytes: value.bytes }
}

export function toStoreValue({ ttlSeconds, ...value }: SentValue): StoreValue {
  const lifetime = ttlSeconds === undefined ? {} : { ttlSeconds }
  return value.bytes === undefined
    ? { before: value.before, after: value.after, ...lifetime }
    : { bytes: value.bytes, ...lifetime }
}

/** Items in parts of about `partBytes`, so that a message stays small. A part has at least one item. */
export function* inParts<T>(
  items: Iterable<T>,
  bytesOf: (item: T) => number,
  partBytes: number,
): Generator<readonly T[]> {
  let part: T[] = []
  let bytes = 0
  for (const item of items) {
    part.push(item)
    bytes += bytesOf(item)
    if (bytes < partBytes) continue
    yield part
    part = []
    bytes = 0
  }
  if (part.length > 0) yield part
}

/** The room of an entry in a message, in bytes, roughly. */
export function bytesOfEntry({ key, value }: SentEntry): number {
  return key.length + value.length + 32
}
