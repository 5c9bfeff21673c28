import type { Buffer } from 'node:buffer'

/** What is wrong with a text in ASN.1's distinguished encoding; messages are those clients know. */
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

/** Tags of what is read here. */
export const derTag: { readonly [name in 'boolean' | 'integer' | 'bitString' | 'sequence']: number } = Object.freeze({
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  sequence: 0x30,
})

/** The element that begins the bytes. */
// upstream: encoding/asn1, parseTagAndLength
export function readDer(bytes: Buffer): DerElement {
  if (bytes.length < 2) throw new DerError('asn1: syntax error: truncated tag or length')
  if ((bytes[0]! & 0x1f) === 0x1f) throw new DerError('asn1: syntax error: truncated base 128 integer')
  let length = bytes[1]!
  let start = 2
  if (length >= 0x80) {
    const size = length & 0x7f
    if (size === 0) throw new DerError('asn1: structure error: indefinite length found (not DER)')
    if (size > 4) throw new DerError('asn1: structure error: length too large')
    if (bytes.length < 2 + size) throw new DerError('asn1: syntax error: truncated tag or length')
    length = bytes.readUIntBE(2, size)
    if (bytes[2] === 0) throw new DerError('asn1: structure error: superfluous leading zeros in length')
    if (length < 0x80) throw new DerError('asn1: structure error: non-minimal length')
    start += size
  }
  if (start + length > bytes.length) throw new DerError('asn1: syntax error: data truncated')
  return { tag: bytes[0]!, content: bytes.subarray(start, start + length), whole: bytes.subarray(0, start + length) }
}

/** The element that begins the bytes, which must have that tag; `what` is the name messages know it by. */
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

/** The elements of a content, to its end. */
export function readDerElements(content: Buffer): DerElement[] {
  const elements: DerElement[] = []
  for (let rest = content; rest.length > 0;) {
    const element = readDer(rest)
    elements.push(element)
    rest = rest.subarray(element.whole.length)
  }
  return elements
}

/** The bytes of a bit string; the bits that do not fill one are left where they stand. */
export function bitStringBytes({ content }: DerElement): Buffer {
  const unused = content[0]
  if (unused === undefined) throw new DerError('asn1: syntax error: zero length BIT STRING')
  if (unused > 7 || (content.length === 1 && unused > 0)) {
    throw new DerError('asn1: syntax error: invalid padding bits in BIT STRING')
  }
  return content.subarray(1)
}
