import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { StoreError } from '@pinnace/store'

// LMDB maps the file, and the process ends at a page that is not there; so what it takes for granted is checked before.
// The first two pages describe the file, in turns.
// upstream: lmdb.h and mdb.c, MDB_page and MDB_meta, of 64-bit machines
const magicAt = 24
const pageSizeAt = 48
const lastPageAt = 144
const transactionAt = 152
const headerBytes = 160
const magic = 0xbeefc0de

/** Throws StoreError `Corrupt` for a file that LMDB has not written, or that was cut off. A missing or empty one is new. */
export function assertWholeFile(path: string): void {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size === 0) return
    const first = headerAt(file, 0)
    const pageBytes = first?.readUInt32LE(pageSizeAt) ?? 0
    const second = pageBytes === 0 ? undefined : headerAt(file, pageBytes)
    if (first === undefined || second === undefined)
      throw new StoreError('Corrupt', `${path} is not a store of Pinnace`)
    const newest = first.readBigUInt64LE(transactionAt) > second.readBigUInt64LE(transactionAt) ? first : second
    const needed = (newest.readBigUInt64LE(lastPageAt) + 1n) * BigInt(pageBytes)
    if (needed > BigInt(size)) throw new StoreError('Corrupt', `${path} was cut off at ${size} of ${needed} bytes`)
  } finally {
    closeSync(file)
  }
}

function headerAt(file: number, offset: number): Buffer | undefined {
  const header = Buffer.alloc(headerBytes)
  const read = readSync(file, header, 0, headerBytes, offset)
  return read === headerBytes && header.readUInt32LE(magicAt) === magic ? header : undefined
}
