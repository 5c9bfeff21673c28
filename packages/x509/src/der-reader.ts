import type { Buffer } from 'node:buffer'

/** Bytes that are not valid DER, or not a valid certificate request. Messages are those of Go's parsers. */
export class DerError extends Error {
  override readonly name: string = 'DerError'
}

/** One element. */
export interface DerElement {
  /** Identifier octet: class, constructed bit and tag number. */
  readonly tag: number
  readonly content: Buffer
  /** The element with its tag and length. */
  readonly whole: Buffer
}

/** The element at the start of the bytes. */
// upstream: encoding/asn1, parseTagAndLength
export function readDer(bytes: Buffer): DerElement {
  const [tag, first] = [bytes[0], bytes[1]]
  if (tag === undefined || first === undefined) throw new DerError('asn1: syntax error: truncated tag or length')
  if ((tag & 0x1f) === 0x1f) throw new DerError('asn1: syntax error: truncated base 128 integer')
  const start = first < 0x80 ? 2 : 2 + (first & 0x7f)
  const length = first < 0x80 ? first : readLongLength(bytes, first & 0x7f)
  if (start + length > bytes.length) throw new DerError('asn1: syntax error: data truncated')
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(0, start + length) }
}

function readLongLength(bytes: Buffer, size: number): number {
  if (size === 0) throw new DerError('asn1: structure error: indefinite length found (not DER)')
  if (size > 4) throw new DerError('asn1: structure error: length too large')
  if (bytes.length < 2 + size) throw new DerError('asn1: syntax error: truncated tag or length')
  const length = bytes.readUIntBE(2, size)
  if (bytes[2] === 0) throw new DerError('asn1: structure error: superfluous leading zeros in length')
  if (length < 0x80) throw new DerError('asn1: structure error: non-minimal length')
  return length
}

/** The element at the start of the bytes. Throws unless it has the tag; `what` is its name in the message. */
export function readDerOf(tag: number, bytes: Buffer, what: string): DerElement {
  const element = readDer(bytes)
  if (element.tag === tag) return element
  const { length } = element.content
  const found = `{class:${element.tag >> 6} tag:${element.tag & 0x1f} length:${length} isCompound:${(element.tag & 0x20) !== 0}}`
  const wanted =
    '{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}'
  const at = element.whole.length - length
  throw new DerError(`asn1: structure error: tags don't match (${tag & 0x1f} vs ${found}) ${wanted} ${what} @${at}`)
}

/** The elements that fill the bytes. */
export function readDerElements(content: Buffer): DerElement[] {
  const elements: DerElement[] = []
  for (let rest = content; rest.length > 0;) {
    const element = readDer(rest)
    elements.push(element)
    rest = rest.subarray(element.whole.length)
  }
  return elements
}

/** One of the elements of a sequence. Throws where the sequence is too short. */
export function derField(elements: readonly DerElement[], index: number): DerElement {
  const element = elements[index]
  if (element === undefined) throw new DerError('asn1: syntax error: sequence truncated')
  return element
}

/** The content of an object identifier in hex, as in the table `oid`. */
export function oidOf(element: DerElement | undefined): string {
  return element?.content.toString('hex') ?? ''
}

/** The bytes of a bit string; unused bits of the last byte stay as they are. */
export function bitStringBytes({ content }: DerElement): Buffer {
  const unused = content[0]
  if (unused === undefined) throw new DerError('asn1: syntax error: zero length BIT STRING')
  if (unused > 7 || (content.length === 1 && unused > 0)) {
    throw new DerError('asn1: syntax error: invalid padding bits in BIT STRING')
  }
  return content.subarray(1)
}
