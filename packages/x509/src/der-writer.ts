import { Buffer } from 'node:buffer'
import { derTag } from './der-tags.ts'
import { objectIdentifierBytes } from './object-identifiers.ts'

// The part of ASN.1's distinguished encoding that X.509 needs. Each function returns one whole element.

/** An element of a tag around its contents. */
export function derElement(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const length = contents.reduce((sum, content) => sum + content.length, 0)
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(length)]), ...contents])
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 | bytes.length, ...bytes]
}

export function derSequence(...contents: readonly Uint8Array[]): Buffer {
  return derElement(derTag.sequence, ...contents)
}

export function derSet(...contents: readonly Uint8Array[]): Buffer {
  return derElement(derTag.set, ...contents)
}

/** `[number] EXPLICIT` around an element, or a constructed `[number] IMPLICIT`. */
export function derContext(number: number, ...contents: readonly Uint8Array[]): Buffer {
  return derElement(0xa0 | number, ...contents)
}

/** A non-negative integer from big-endian bytes. */
export function derInteger(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first < 0 ? Uint8Array.of(0) : bytes.subarray(first)
  const [high = 0] = digits
  return derElement(derTag.integer, ...(high & 0x80 ? [Uint8Array.of(0)] : []), digits)
}

export function derBoolean(value: boolean): Buffer {
  return derElement(derTag.boolean, Uint8Array.of(value ? 0xff : 0))
}

export function derNull(): Buffer {
  return derElement(derTag.null)
}

/** A bit string of whole bytes, or one that ends `unusedBits` early. */
export function derBitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return derElement(derTag.bitString, Uint8Array.of(unusedBits), bytes)
}

export function derOctetString(bytes: Uint8Array): Buffer {
  return derElement(derTag.octetString, bytes)
}

export function derUtf8String(text: string): Buffer {
  return derElement(derTag.utf8String, Buffer.from(text, 'utf8'))
}

/** An object identifier given as the hex of its content octets, as those of the table `oid`. */
export function derOid(hex: string): Buffer {
  return derElement(derTag.objectIdentifier, Buffer.from(hex, 'hex'))
}

/** An object identifier in dotted form. */
export function derDottedOid(dotted: string): Buffer {
  return derElement(derTag.objectIdentifier, objectIdentifierBytes(dotted))
}

/** A time in whole seconds. */
// upstream: RFC 5280, 4.1.2.5 – two digits of the year through 2049, four from 2050.
export function derTime(ms: number): Buffer {
  const digits = new Date(ms)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '')
  return new Date(ms).getUTCFullYear() < 2050
    ? derElement(derTag.utcTime, Buffer.from(digits.slice(2)))
    : derElement(derTag.generalizedTime, Buffer.from(digits))
}
