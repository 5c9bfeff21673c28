import { crc32 } from 'node:zlib'
import type { Transaction } from 'lmdb'
import type { OrderedTree } from '@pinnace/store/history'
import { maxRowBytes, readRow, writeRow } from './index-row.ts'
import type { IndexEntry } from './lmdb-entry.ts'
import type { LmdbFile } from './lmdb-file.ts'

// The index of a large store is in pages all over the file, between those of the values: a start reads nearly the whole
// file to read it. So a store that is closed also writes its index in a few large parts, each of which is in successive
// pages. A part has the checksum of the rest u32, and for each key: its length u16, the size of its row u8, key, row. The
// head has the checksum of the rest u32, the revision u64 and the number of parts u32. Numbers are big-endian.
// INVARIANT: there is a head only while all parts of its revision are in the file.
const entriesOfPart = 8_192
const headKey = Buffer.from('head')
const headBytes = 16
const checksumBytes = 4
const entryHeadBytes = 3

/** The fewest keys of a store that writes a snapshot: fewer are read as fast without one. */
const minKeys = 4_096

/** The state of the index that a snapshot has. */
export interface SnapshotHead {
  readonly revision: number
  readonly parts: number
}

/** The newest state of an index. */
export interface IndexState {
  readonly size: number
  readonly revision: number
  snapshot(): OrderedTree<IndexEntry>
}

/** Whether a store that is closed in this state writes a snapshot. */
export function needsSnapshot(file: LmdbFile, { size, revision }: IndexState): boolean {
  return size >= minKeys && readSnapshotHead(file)?.revision !== revision
}

/** Writes the snapshot of an index in place of the last one, one part in each turn of the event loop. */
export async function writeSnapshot(file: LmdbFile, state: IndexState, nextTurn: () => Promise<void>): Promise<void> {
  const { root, snapshot } = file
  if (snapshot === undefined) return
  const index = state.snapshot()
  const { revision } = state
  const last = readSnapshotHead(file)
  let parts = 0
  root.transactionSync(() => void snapshot.remove(headKey))
  for (let from = ''; ; parts++) {
    const entries = index.slice(from, entriesOfPart)
    const end = entries.at(-1)
    if (end === undefined) break
    const part = encodePart(entries)
    root.transactionSync(() => void snapshot.put(partKey(parts), part))
    from = `${end.key}\0`
    await nextTurn()
  }
  root.transactionSync(() => {
    for (let part = parts; part < (last?.parts ?? 0); part++) void snapshot.remove(partKey(part))
    void snapshot.put(headKey, encodeHead({ revision, parts }))
  })
}

/** Where a snapshot is read; without a transaction, in the newest state of the file. */
interface ReadOptions {
  readonly transaction: Transaction
}

/** What the last snapshot of a file has; undefined if there is none. */
export function readSnapshotHead({ snapshot }: LmdbFile, options?: ReadOptions): SnapshotHead | undefined {
  const bytes = snapshot?.get(headKey, options)
  if (bytes === undefined || bytes.length < headBytes || !isWhole(bytes)) return undefined
  return { revision: Number(bytes.readBigUInt64BE(checksumBytes)), parts: bytes.readUInt32BE(checksumBytes + 8) }
}

/** Whether a part of a snapshot is missing or damaged. */
export function isDamaged({ snapshot }: LmdbFile, { parts }: SnapshotHead, options?: ReadOptions): boolean {
  for (let part = 0; part < parts; part++) if (!isWhole(snapshot?.get(partKey(part), options))) return true
  return false
}

/** The entries of a snapshot, in the order of their keys. */
export function* snapshotEntries({ snapshot }: LmdbFile, { parts }: SnapshotHead): Generator<IndexEntry> {
  for (let part = 0; part < parts; part++) {
    const bytes = snapshot?.get(partKey(part)) ?? Buffer.alloc(0)
    for (let offset = checksumBytes; offset < bytes.length;) {
      const keyAt = offset + entryHeadBytes
      const rowAt = keyAt + bytes.readUInt16BE(offset)
      const size = bytes.readUInt8(offset + 2)
      yield readRow(bytes.toString('utf8', keyAt, rowAt), bytes, rowAt, size)
      offset = rowAt + size
    }
  }
}

function encodeHead({ revision, parts }: SnapshotHead): Buffer {
  const bytes = Buffer.allocUnsafeSlow(headBytes)
  bytes.writeBigUInt64BE(BigInt(revision), checksumBytes)
  bytes.writeUInt32BE(parts, checksumBytes + 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(checksumBytes)), 0)
  return bytes
}

function encodePart(entries: readonly IndexEntry[]): Buffer {
  let atMost = checksumBytes
  for (const { key } of entries) atMost += entryHeadBytes + key.length * 3 + maxRowBytes
  const bytes = Buffer.allocUnsafeSlow(atMost)
  let end = checksumBytes
  for (const entry of entries) {
    const length = bytes.write(entry.key, end + entryHeadBytes)
    const size = writeRow(bytes, end + entryHeadBytes + length, entry)
    bytes.writeUInt16BE(length, end)
    bytes.writeUInt8(size, end + 2)
    end += entryHeadBytes + length + size
  }
  bytes.writeUInt32BE(crc32(bytes.subarray(checksumBytes, end)), 0)
  return bytes.subarray(0, end)
}

function isWhole(part: Buffer | undefined): boolean {
  return (
    part !== undefined && part.length >= checksumBytes && crc32(part.subarray(checksumBytes)) === part.readUInt32BE(0)
  )
}

function partKey(part: number): Buffer {
  const key = Buffer.allocUnsafe(4)
  key.writeUInt32BE(part)
  return key
}
