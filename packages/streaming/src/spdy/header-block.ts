import { Buffer } from 'node:buffer'
import { constants, inflateRawSync } from 'node:zlib'
import { headerDictionary } from './header-dictionary.ts'
import { SpdyError } from './spdy-error.ts'

/** The headers of a stream: lower-case names, values of repeated names joined with a NUL. */
export type SpdyHeaders = ReadonlyMap<string, string>

/** A block that is longer once it is decompressed ends the connection. */
const maxBlockBytes = 64 * 1024
/** How far back deflate refers. */
const windowBytes = 32 * 1024
/** No dictionary, no compression. */
const zlibHeader = Buffer.of(0x78, 0x01)
/** An empty stored block: decompressors pass on what they have. */
const flush = Buffer.of(0x00, 0x00, 0x00, 0xff, 0xff)
const zlibHeaderBytes = 2
const dictionaryIdBytes = 4

/** Compresses the header blocks of one direction of a connection. */
export function createHeaderWriter(): (headers: SpdyHeaders) => Buffer {
  let isFirst = true
  return (headers) => {
    const block = toBlock(headers)
    if (block.length > 0xffff) throw new SpdyError('the headers of a stream are too long')
    // Stored, not compressed: blocks are small, and compressed headers can leak secrets (CRIME).
    const stored = Buffer.alloc(5)
    stored.writeUInt16LE(block.length, 1)
    stored.writeUInt16LE(block.length ^ 0xffff, 3)
    const start = isFirst ? zlibHeader : Buffer.alloc(0)
    isFirst = false
    return Buffer.concat([start, stored, block, flush])
  }
}

/**
 * Decompresses the header blocks of one direction of a connection, in the order they arrive. Throws a SpdyError for a block
 * that is not valid or too long.
 */
export function createHeaderReader(): (block: Buffer) => SpdyHeaders {
  let window: Buffer = headerDictionary
  let isFirst = true
  return (block) => {
    const compressed = isFirst ? withoutZlibHeader(block) : block
    isFirst = false
    const text = inflate(compressed, window)
    // Each block ends at a byte, so the history is all that the next one needs.
    window = Buffer.concat([window, text]).subarray(-windowBytes)
    return fromBlock(text)
  }
}

// upstream: RFC 1950, 2.2
function withoutZlibHeader(block: Buffer): Buffer {
  const [method = 0, flags = 0] = block
  const isZlib = block.length >= zlibHeaderBytes && (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0
  if (!isZlib) throw new SpdyError('a header block is not compressed with zlib')
  const hasDictionary = (flags & 0x20) !== 0
  return block.subarray(zlibHeaderBytes + (hasDictionary ? dictionaryIdBytes : 0))
}

function inflate(block: Buffer, dictionary: Buffer): Buffer {
  if (block.length === 0) return block
  try {
    return inflateRawSync(block, { dictionary, finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBlockBytes })
  } catch (cause) {
    throw new SpdyError('a header block cannot be decompressed', { cause })
  }
}

function toBlock(headers: SpdyHeaders): Buffer {
  const parts = [uint32(headers.size)]
  for (const text of [...headers].flat()) {
    const bytes = Buffer.from(text)
    parts.push(uint32(bytes.length), bytes)
  }
  return Buffer.concat(parts)
}

function fromBlock(text: Buffer): SpdyHeaders {
  let at = 0
  const number = (): number => {
    if (at + 4 > text.length) throw truncated()
    at += 4
    return text.readUInt32BE(at - 4)
  }
  const word = (): string => {
    const length = number()
    if (at + length > text.length) throw truncated()
    at += length
    return text.toString('utf8', at - length, at)
  }
  const headers = new Map<string, string>()
  for (let left = number(); left > 0; left--) headers.set(word().toLowerCase(), word())
  return headers
}

function truncated(): SpdyError {
  return new SpdyError('a header block is truncated')
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
