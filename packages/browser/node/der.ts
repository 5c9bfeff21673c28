import { Buffer } from './buffer.ts'

/** An element of DER. */
export interface Element {
  readonly tag: number
  readonly content: Buffer
  /** With its tag and length. */
  readonly whole: Buffer
}

/** The element at the start of the bytes. Throws for bytes that are too short. */
export function readElement(bytes: Buffer): Element {
  const tag = bytes[0]
  const first = bytes[1]
  if (tag === undefined || first === undefined) throw new Error('asn1: truncated')
  const size = first < 0x80 ? 0 : first & 0x7f
  if (size > 4 || (first >= 0x80 && size === 0)) throw new Error('asn1: length')
  const length = size === 0 ? first : bytes.readUIntBE(2, size)
  const start = 2 + size
  if (start + length > bytes.length) throw new Error('asn1: truncated')
  return { tag, content: bytes.slice(start, start + length), whole: bytes.slice(0, start + length) }
}

/** The elements that fill the bytes. */
export function readElements(bytes: Buffer): readonly Element[] {
  const elements: Element[] = []
  for (let rest = bytes; rest.length > 0;) {
    const element = readElement(rest)
    elements.push(element)
    rest = rest.slice(element.whole.length)
  }
  return elements
}

/** The element at a place. Throws if there is none. */
export function at(elements: readonly Element[], index: number): Element {
  const element = elements[index]
  if (element === undefined) throw new Error('asn1: sequence truncated')
  return element
}

/** Writes an element. */
export function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat([...contents])
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

export const tags = { integer: 2, bits: 3, octets: 4, oid: 6, sequence: 0x30 } as const

/** The content of object identifiers, hex. */
export const oids = {
  ec: '2a8648ce3d0201',
  ed25519: '2b6570',
  rsa: '2a864886f70d010101',
  p256: '2a8648ce3d030107',
  p384: '2b81040022',
  p521: '2b81040023',
} as const

/** Writes an object identifier. */
export function oid(hex: string): Buffer {
  return element(tags.oid, Buffer.from(hex, 'hex'))
}
