import type { IndexEntry } from './lmdb-entry.ts'

// The row of a key is: revision u64, create revision u64, size of the value u32; of an entry that expires also the time in
// milliseconds since 1970 f64, and the offset of the revision in the value u32. Versions of Pinnace that know no expiry
// ignore what follows the size. Numbers are big-endian.
const rowBytes = 20
const expiringRowBytes = 32
const noStamp = 0xffffffff
const wordRange = 2 ** 32

/** The most bytes of a row. */
export const maxRowBytes: number = expiringRowBytes

/** The value of a key in the index. */
export function encodeRow(entry: IndexEntry): Buffer {
  const bytes = Buffer.allocUnsafeSlow(entry.expiry === undefined ? rowBytes : expiringRowBytes)
  writeRow(bytes, 0, entry)
  return bytes
}

/** Writes the row of an entry, and returns its size. */
export function writeRow(target: Buffer, offset: number, { created, modified, length, expiry }: IndexEntry): number {
  writeRevision(target, offset, modified)
  writeRevision(target, offset + 8, created)
  target.writeUInt32BE(length, offset + 16)
  if (expiry === undefined) return rowBytes
  target.writeDoubleBE(expiry.atMs, offset + rowBytes)
  target.writeUInt32BE(expiry.stampAt ?? noStamp, offset + rowBytes + 8)
  return expiringRowBytes
}

/** Reads the row of a key from so many bytes. */
export function readRow(key: string, source: Buffer, offset: number, bytes: number): IndexEntry {
  const modified = revisionAt(source, offset)
  const created = revisionAt(source, offset + 8)
  const length = source.readUInt32BE(offset + 16)
  if (bytes < expiringRowBytes) return { key, modified, created, length }
  const stampAt = source.readUInt32BE(offset + rowBytes + 8)
  const expiry = { atMs: source.readDoubleBE(offset + rowBytes), stampAt: stampAt === noStamp ? undefined : stampAt }
  return { key, modified, created, length, expiry }
}

// Revisions without a bigint, which takes several times as long.
function writeRevision(target: Buffer, offset: number, revision: number): void {
  target.writeUInt32BE(Math.floor(revision / wordRange), offset)
  target.writeUInt32BE(revision % wordRange, offset + 4)
}

function revisionAt(source: Buffer, offset: number): number {
  return source.readUInt32BE(offset) * wordRange + source.readUInt32BE(offset + 4)
}
