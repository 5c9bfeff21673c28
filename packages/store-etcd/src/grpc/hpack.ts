import { decodeHuffman } from './huffman.ts'

// upstream: RFC 7541, appendix A: the names and values that have a number without being sent first.
const staticTable: readonly (readonly [name: string, value: string])[] = [
  [':authority', ''],
  [':method', 'GET'],
  [':method', 'POST'],
  [':path', '/'],
  [':path', '/index.html'],
  [':scheme', 'http'],
  [':scheme', 'https'],
  ...['200', '204', '206', '304', '400', '404', '500'].map((status) => [':status', status] as const),
  ['accept-charset', ''],
  ['accept-encoding', 'gzip, deflate'],
  ...(
    'accept-language accept-ranges accept access-control-allow-origin age allow authorization cache-control ' +
    'content-disposition content-encoding content-language content-length content-location content-range content-type ' +
    'cookie date etag expect expires from host if-match if-modified-since if-none-match if-range if-unmodified-since ' +
    'last-modified link location max-forwards proxy-authenticate proxy-authorization range referer refresh retry-after ' +
    'server set-cookie strict-transport-security transfer-encoding user-agent vary via www-authenticate'
  )
    .split(' ')
    .map((name) => [name, ''] as const),
]

/** The size of the table that this side allows, without having said so. */
const tableBytes = 4_096
const entryOverheadBytes = 32

/** The other side has sent what cannot be read; the connection is of no use any more. */
export class HeaderError extends Error {}

/** Decodes the header blocks of a connection, in the order in which they arrive. */
export class HeaderDecoder {
  /** The newest first. */
  readonly #dynamic: (readonly [name: string, value: string])[] = []
  #bytes = 0
  #limitBytes = tableBytes

  /** Throws a {@link HeaderError}. */
  decode(block: Uint8Array): Map<string, string> {
    const headers = new Map<string, string>()
    const reader = new BlockReader(block)
    while (!reader.isAtEnd) {
      const first = reader.peek()
      if ((first & 0x80) !== 0) headers.set(...this.#entry(reader.integer(7)))
      else if ((first & 0xe0) === 0x20) this.#resize(reader.integer(5))
      else {
        const isIndexed = (first & 0x40) !== 0
        const index = reader.integer(isIndexed ? 6 : 4)
        const name = index === 0 ? reader.string() : this.#entry(index)[0]
        const header = [name, reader.string()] as const
        headers.set(...header)
        if (isIndexed) this.#add(header)
      }
    }
    return headers
  }

  #entry(index: number): readonly [name: string, value: string] {
    const entry = index <= staticTable.length ? staticTable[index - 1] : this.#dynamic[index - staticTable.length - 1]
    if (entry === undefined) throw new HeaderError(`no header has the index ${index}`)
    return entry
  }

  #add(header: readonly [name: string, value: string]): void {
    this.#dynamic.unshift(header)
    this.#bytes += sizeOf(header)
    this.#evict()
  }

  #resize(bytes: number): void {
    if (bytes > tableBytes) throw new HeaderError(`the header table must not have ${bytes} bytes`)
    this.#limitBytes = bytes
    this.#evict()
  }

  #evict(): void {
    while (this.#bytes > this.#limitBytes) {
      const oldest = this.#dynamic.pop()
      if (oldest === undefined) return
      this.#bytes -= sizeOf(oldest)
    }
  }
}

function sizeOf([name, value]: readonly [name: string, value: string]): number {
  return name.length + value.length + entryOverheadBytes
}

class BlockReader {
  readonly #block: Uint8Array
  #at = 0

  constructor(block: Uint8Array) {
    this.#block = block
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#block.length
  }

  peek(): number {
    const byte = this.#block[this.#at]
    if (byte === undefined) throw new HeaderError('a header block ends too early')
    return byte
  }

  /** An integer in the last bits of a byte, and in the bytes that follow if it does not fit. */
  integer(bits: number): number {
    const most = (1 << bits) - 1
    let value = this.#byte() & most
    if (value < most) return value
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.#byte()
      value += (byte & 0x7f) << shift
      if ((byte & 0x80) === 0) return value
    }
    throw new HeaderError('an integer of a header block is too large')
  }

  string(): string {
    const isCompressed = (this.peek() & 0x80) !== 0
    const length = this.integer(7)
    const bytes = this.#block.subarray(this.#at, this.#at + length)
    if (bytes.length < length) throw new HeaderError('a header block ends too early')
    this.#at += length
    const text = isCompressed ? decodeHuffman(bytes) : Buffer.from(bytes).toString('latin1')
    if (text === undefined) throw new HeaderError('a string of a header block is not valid')
    return text
  }

  #byte(): number {
    const byte = this.peek()
    this.#at++
    return byte
  }
}

/** Encodes headers so that the other side keeps none of them: the block is valid at any time, on any connection. */
export function encodeHeaders(headers: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(headers.flatMap(([name, value]) => [Buffer.of(0), literal(name), literal(value)]))
}

function literal(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  return Buffer.concat([lengthOf(bytes.length), bytes])
}

function lengthOf(length: number): Buffer {
  const most = 0x7f
  if (length < most) return Buffer.of(length)
  const bytes = [most]
  let left = length - most
  for (; left >= 0x80; left >>= 7) bytes.push((left & 0x7f) | 0x80)
  return Buffer.from([...bytes, left])
}
