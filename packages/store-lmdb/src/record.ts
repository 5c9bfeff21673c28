import { crc32 } from 'node:zlib'
import { StoreError, type StoreEntry, type StoreValue } from '@pinnace/store'
import { toStoreEntry, type IndexEntry } from './lmdb-entry.ts'

// A record is one change of a key, stored under its revision:
//   checksum of the rest u32, flags u8, write time in seconds u32, create revision u64, previous revision u64 (0: none),
//   size of the previous value u32, length of the key u16, key, value. Numbers are big-endian.
const headerBytes = 31
const deletedFlag = 1

/** A change of a key, without its value. */
export interface RecordHead {
  readonly key: string
  readonly deleted: boolean
  readonly second: number
  readonly created: number
  /** The revision of the entry it replaces; 0 for none. */
  readonly previous: number
  readonly previousLength: number
  /** The size of the value, in bytes. */
  readonly length: number
}

/** Encodes a record. The revision stands between the two parts of a stamped value. */
export function encodeRecord(
  head: Omit<RecordHead, 'length' | 'key'>,
  key: Buffer,
  value: StoreValue,
  revision: number,
): Buffer {
  const stamp = String(revision)
  const length = lengthOf(value, stamp)
  const bytes = Buffer.allocUnsafeSlow(headerBytes + key.length + length)
  bytes.writeUInt8(head.deleted ? deletedFlag : 0, 4)
  bytes.writeUInt32BE(head.second, 5)
  bytes.writeBigUInt64BE(BigInt(head.created), 9)
  bytes.writeBigUInt64BE(BigInt(head.previous), 17)
  bytes.writeUInt32BE(head.previousLength, 25)
  bytes.writeUInt16BE(key.length, 29)
  writeValue(bytes, headerBytes + key.copy(bytes, headerBytes), value, stamp)
  bytes.writeUInt32BE(crc32(bytes.subarray(4)), 0)
  return bytes
}

/** Encodes a value without a record. */
export function encodeValue(value: StoreValue, revision: number): Uint8Array {
  const stamp = String(revision)
  const bytes = Buffer.allocUnsafeSlow(lengthOf(value, stamp))
  writeValue(bytes, 0, value, stamp)
  return bytes
}

function lengthOf(value: StoreValue, stamp: string): number {
  if (value.bytes !== undefined) return value.bytes.byteLength
  return Buffer.byteLength(value.before) + stamp.length + Buffer.byteLength(value.after)
}

function writeValue(target: Buffer, offset: number, value: StoreValue, stamp: string): void {
  if (value.bytes !== undefined) {
    target.set(value.bytes, offset)
    return
  }
  let end = offset + target.write(value.before, offset, 'utf8')
  end += target.write(stamp, end, 'latin1')
  target.write(value.after, end, 'utf8')
}

/** Verifies the checksum of a record and decodes its head. Throws StoreError `Corrupt`. */
export function decodeHead(bytes: Buffer | undefined, revision: number): RecordHead {
  if (bytes === undefined || bytes.length < headerBytes) {
    throw new StoreError('Corrupt', `the record of revision ${revision} is missing or cut off`)
  }
  if (crc32(bytes.subarray(4)) !== bytes.readUInt32BE(0)) {
    throw new StoreError('Corrupt', `the checksum of the record of revision ${revision} does not match`)
  }
  const keyEnd = headerBytes + bytes.readUInt16BE(29)
  return {
    key: bytes.toString('utf8', headerBytes, keyEnd),
    deleted: bytes.readUInt8(4) === deletedFlag,
    second: bytes.readUInt32BE(5),
    created: Number(bytes.readBigUInt64BE(9)),
    previous: Number(bytes.readBigUInt64BE(17)),
    previousLength: bytes.readUInt32BE(25),
    length: bytes.length - keyEnd,
  }
}

/** The value of a record. */
export function valueOf(bytes: Buffer): Uint8Array {
  return bytes.subarray(headerBytes + bytes.readUInt16BE(29))
}

/** An entry of the index with the value of its record. Throws StoreError `Corrupt`. */
export function entryOf(entry: IndexEntry, record: Buffer | undefined): StoreEntry {
  const head = decodeHead(record, entry.modified)
  if (record === undefined || head.key !== entry.key) {
    throw new StoreError('Corrupt', `the record of revision ${entry.modified} belongs to another key`)
  }
  return toStoreEntry(entry, valueOf(record))
}
