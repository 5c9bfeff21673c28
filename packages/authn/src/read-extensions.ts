import { Buffer } from 'node:buffer'

/** One extension of a certificate. */
export interface Extension {
  readonly critical: boolean
  /** DER of the extension's value. */
  readonly value: Buffer
}

interface Element {
  readonly tag: number
  readonly content: Buffer
  readonly end: number
}

/**
 * The extensions of a certificate by the hex of their object identifiers. The bytes have been parsed by node's crypto
 * before, so their outline is sound; where it is not, a RangeError is thrown.
 */
export function readExtensions(certificate: Uint8Array): ReadonlyMap<string, Extension> {
  const extensions = new Map<string, Extension>()
  const whole = readElement(Buffer.from(certificate.buffer, certificate.byteOffset, certificate.byteLength), 0)
  const certified = readElement(whole.content, 0)
  const field = children(certified.content).find(({ tag }) => tag === 0xa3)
  if (field === undefined) return extensions
  for (const { content } of children(readElement(field.content, 0).content)) {
    const parts = children(content)
    const critical = parts.length === 3 && parts[1]!.content[0] !== 0
    extensions.set(parts[0]!.content.toString('hex'), { critical, value: parts.at(-1)!.content })
  }
  return extensions
}

/** `pathLenConstraint` of a basicConstraints value: how many intermediates may follow, or `undefined` for any number. */
export function readPathLength(basicConstraints: Buffer): number | undefined {
  const length = children(readElement(basicConstraints, 0).content).find(({ tag }) => tag === 0x02)
  return length === undefined ? undefined : length.content.readUIntBE(0, Math.min(length.content.length, 6))
}

function children(content: Buffer): Element[] {
  const result: Element[] = []
  for (let offset = 0; offset < content.length;) {
    const child = readElement(content, offset)
    result.push(child)
    offset = child.end
  }
  return result
}

function readElement(bytes: Buffer, offset: number): Element {
  const tag = bytes.readUInt8(offset)
  let length = bytes.readUInt8(offset + 1)
  let start = offset + 2
  if (length >= 0x80) {
    const size = length & 0x7f
    length = bytes.readUIntBE(start, size)
    start += size
  }
  if (start + length > bytes.length) throw new RangeError('an element is longer than what holds it')
  return { tag, content: bytes.subarray(start, start + length), end: start + length }
}
