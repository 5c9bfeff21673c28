import { Buffer } from 'node:buffer'

/** One block of a PEM text. */
export interface PemBlock {
  /** `CERTIFICATE REQUEST` */
  readonly type: string
  readonly headers: ReadonlyMap<string, string>
  readonly bytes: Buffer
}

const begin = '-----BEGIN '
const end = '-----END '
// More than any real block has; the bound keeps parsing of hostile text linear.
const maxHeaders = 64

/** The blocks of a text, in order. Text between them and malformed blocks are skipped. */
// upstream: encoding/pem, Decode
export function* readPemBlocks(pem: string | Uint8Array): Generator<PemBlock, undefined> {
  const text = typeof pem === 'string' ? pem : Buffer.from(pem.buffer, pem.byteOffset, pem.length).toString('latin1')
  let position = 0
  let endsAt = 0
  for (;;) {
    const start = nextBegin(text, position)
    if (start < 0) return undefined
    const typeLine = lineAt(text, start)
    position = typeLine.next
    if (!typeLine.text.endsWith('-----')) continue
    const type = typeLine.text.slice(begin.length, -5)
    const headers = readHeaders(text, position)
    if (headers === undefined) continue
    const isEmpty = headers.values.size === 0 && text.startsWith(end, headers.next)
    if (!isEmpty && endsAt < headers.next) {
      endsAt = text.indexOf(`\n${end}`, headers.next)
      if (endsAt < 0) return undefined
    }
    const endLine = lineAt(text, isEmpty ? headers.next : endsAt + 1)
    if (endLine.text !== `${end}${type}-----`) continue
    const bytes = isEmpty ? Buffer.alloc(0) : decodeBase64(text, headers.next, endsAt)
    if (bytes === undefined) continue
    position = endLine.next
    yield { type, headers: headers.values, bytes }
  }
}

/** A block without headers, as text. */
export function formatPem(type: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return [`${begin}${type}-----`, ...lines, `${end}${type}-----`, ''].join('\n')
}

function nextBegin(text: string, from: number): number {
  const isAtLineStart = from === 0 || text[from - 1] === '\n'
  if (isAtLineStart && text.startsWith(begin, from)) return from
  const found = text.indexOf(`\n${begin}`, from)
  return found < 0 ? found : found + 1
}

function lineAt(text: string, from: number): { readonly text: string; readonly next: number } {
  const newline = text.indexOf('\n', from)
  const stop = newline < 0 ? text.length : newline
  return { text: text.slice(from, stop).trimEnd(), next: newline < 0 ? text.length : newline + 1 }
}

function readHeaders(
  text: string,
  from: number,
): { readonly values: ReadonlyMap<string, string>; readonly next: number } | undefined {
  const values = new Map<string, string>()
  let next = from
  for (let count = 0; count <= maxHeaders; count++) {
    if (next >= text.length) return undefined
    const line = lineAt(text, next)
    const colon = line.text.indexOf(':')
    if (colon < 0) return { values, next }
    values.set(line.text.slice(0, colon).trim(), line.text.slice(colon + 1).trim())
    next = line.next
  }
  return undefined
}

function decodeBase64(text: string, from: number, to: number): Buffer | undefined {
  const foreign = /[^A-Za-z0-9+/=\s]/g
  foreign.lastIndex = from
  const found = foreign.exec(text)
  if (found !== null && found.index < to) return undefined
  const digits = text.slice(from, to).replace(/\s/g, '')
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return undefined
  return Buffer.from(digits, 'base64')
}
