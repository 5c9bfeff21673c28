import { Buffer } from 'node:buffer'

// What X.509 needs of ASN.1's distinguished encoding, and no more: each function returns one whole element.

/** An element of the given tag around its contents. */
export function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = contents.length === 1 ? contents[0]! : Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content])
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 | bytes.length, ...bytes]
}

export function sequence(...contents: readonly Uint8Array[]): Buffer {
  return element(0x30, ...contents)
}

export function set(...contents: readonly Uint8Array[]): Buffer {
  return element(0x31, ...contents)
}

/** An explicitly tagged element: `[number] EXPLICIT`. */
export function explicit(number: number, content: Uint8Array): Buffer {
  return element(0xa0 | number, content)
}

/** A positive integer from big-endian bytes. */
export function positiveInteger(bytes: Uint8Array): Buffer {
  let start = 0
  while (start < bytes.length - 1 && bytes[start] === 0) start++
  const trimmed = bytes.subarray(start)
  return element(0x02, trimmed[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), trimmed]) : trimmed)
}

export function boolean(value: boolean): Buffer {
  return Buffer.from([0x01, 0x01, value ? 0xff : 0])
}

/** A bit string of whole bytes, or one that ends `unusedBits` early. */
export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return element(0x03, Buffer.from([unusedBits]), bytes)
}

export function octetString(bytes: Uint8Array): Buffer {
  return element(0x04, bytes)
}

export function utf8String(text: string): Buffer {
  return element(0x0c, Buffer.from(text, 'utf8'))
}

/** An object identifier in dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number)
  const bytes: number[] = []
  for (const arc of [first! * 40 + second!, ...rest]) {
    const groups = [arc & 0x7f]
    for (let value = Math.floor(arc / 128); value > 0; value = Math.floor(value / 128))
      groups.unshift((value & 0x7f) | 0x80)
    bytes.push(...groups)
  }
  return element(0x06, Buffer.from(bytes))
}

/** A time in whole seconds, in the form the certificate profile asks of its year. */
// upstream: RFC 5280, 4.1.2.5 – two digits of the year through 2049, four from 2050.
export function time(ms: number): Buffer {
  const digits = new Date(ms)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '')
  const year = new Date(ms).getUTCFullYear()
  return year < 2050 ? element(0x17, Buffer.from(digits.slice(2))) : element(0x18, Buffer.from(digits))
}
