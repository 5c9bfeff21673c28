import type { Buffer } from 'node:buffer'
import { quote } from '../text/quote.ts'

/** The error of invalid or unsupported JSON. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
  /** The number of bytes before the error. */
  readonly offset: number

  constructor(message: string, offset = 0) {
    super(message)
    this.offset = offset
  }
}

/** The events of {@link scanJson}, in order. */
export interface JsonEvents {
  startObject(): void
  endObject(): void
  startArray(): void
  endArray(): void
  key(key: string): void
  string(value: string): void
  /** Called with the text of a number. */
  number(text: string, offset: number): void
  literal(value: boolean | null): void
}

/** Scans JSON and calls its events. Throws a {@link JsonError} at the first error, worded as in Go. */
// upstream: encoding/json/scanner.go – the states, and all messages.
export function scanJson(bytes: Buffer, maxDepth: number, events: JsonEvents): void {
  // An item per level: true for an object.
  const levels: boolean[] = []
  let at = skipSpace(bytes, 0)
  for (;;) {
    // A value starts here.
    const byte = bytes[at]
    if (byte === 0x7b || byte === 0x5b) {
      if (levels.push(byte === 0x7b) > maxDepth) throw new JsonError('exceeded max depth', at)
      if (byte === 0x7b) events.startObject()
      else events.startArray()
      at = skipSpace(bytes, at + 1)
      if (bytes[at] !== (byte === 0x7b ? 0x7d : 0x5d)) {
        if (byte === 0x7b) at = readKey(bytes, at, events)
        continue
      }
      // An empty container: closed as the end of a value below.
    } else at = readScalar(bytes, at, events)

    // A value has ended, or a container ends here.
    for (;;) {
      at = skipSpace(bytes, at)
      const isObject = levels.at(-1)
      if (isObject === undefined) {
        if (at < bytes.length) throw invalid(bytes, at, 'after top-level value')
        return
      }
      if (bytes[at] === (isObject ? 0x7d : 0x5d)) {
        levels.pop()
        if (isObject) events.endObject()
        else events.endArray()
        at++
      } else if (bytes[at] === 0x2c) {
        at = skipSpace(bytes, at + 1)
        if (isObject) at = readKey(bytes, at, events)
        break
      } else throw invalid(bytes, at, isObject ? 'after object key:value pair' : 'after array element')
    }
  }
}

function readKey(bytes: Buffer, at: number, events: JsonEvents): number {
  if (bytes[at] !== 0x22) throw invalid(bytes, at, 'looking for beginning of object key string')
  let end = stringEnd(bytes, at + 1)
  events.key(stringValue(bytes, at + 1, end))
  end = skipSpace(bytes, end + 1)
  if (bytes[end] !== 0x3a) throw invalid(bytes, end, 'after object key')
  return skipSpace(bytes, end + 1)
}

function readScalar(bytes: Buffer, at: number, events: JsonEvents): number {
  switch (bytes[at]) {
    case 0x22: {
      const end = stringEnd(bytes, at + 1)
      events.string(stringValue(bytes, at + 1, end))
      return end + 1
    }
    case 0x74:
      return readLiteral(bytes, at, 'true', () => events.literal(true))
    case 0x66:
      return readLiteral(bytes, at, 'false', () => events.literal(false))
    case 0x6e:
      return readLiteral(bytes, at, 'null', () => events.literal(null))
    default:
      return readNumber(bytes, at, events)
  }
}

function readLiteral(bytes: Buffer, at: number, word: string, emit: () => void): number {
  for (let index = 1; index < word.length; index++) {
    if (bytes[at + index] !== word.charCodeAt(index)) {
      throw broken(bytes, at + index, `in literal ${word} (expecting '${word[index]}')`)
    }
  }
  emit()
  return at + word.length
}

function readNumber(bytes: Buffer, start: number, events: JsonEvents): number {
  let at = start
  if (bytes[at] === 0x2d) {
    at++
    if (!isDigit(bytes[at])) throw broken(bytes, at, 'in numeric literal')
  } else if (!isDigit(bytes[at])) throw invalid(bytes, at, 'looking for beginning of value')
  at = bytes[at] === 0x30 ? at + 1 : skipDigits(bytes, at)
  if (bytes[at] === 0x2e) {
    at++
    if (!isDigit(bytes[at])) throw broken(bytes, at, 'after decimal point in numeric literal')
    at = skipDigits(bytes, at)
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    at++
    if (bytes[at] === 0x2b || bytes[at] === 0x2d) at++
    if (!isDigit(bytes[at])) throw broken(bytes, at, 'in exponent of numeric literal')
    at = skipDigits(bytes, at)
  }
  events.number(bytes.toString('latin1', start, at), start)
  return at
}

/** The offset of the closing quote. */
function stringEnd(bytes: Buffer, start: number): number {
  for (let at = start; ; at++) {
    const byte = bytes[at]
    if (byte === 0x22) return at
    if (byte === undefined || byte < 0x20) throw invalid(bytes, at, 'in string literal')
    if (byte !== 0x5c) continue
    at++
    const escaped = bytes[at]
    if (escaped === 0x75) {
      for (const end = at + 4; at < end;) {
        if (!isHexDigit(bytes[++at])) throw broken(bytes, at, 'in \\u hexadecimal character escape')
      }
    } else if (escaped === undefined || !'"\\/bfnrt'.includes(String.fromCharCode(escaped))) {
      throw broken(bytes, at, 'in string escape code')
    }
  }
}

function stringValue(bytes: Buffer, start: number, end: number): string {
  if (!hasEscape(bytes, start, end)) return bytes.toString('utf8', start, end)
  // upstream: encoding/json, unquote – a lone surrogate becomes the replacement character.
  return (JSON.parse(`"${bytes.toString('utf8', start, end)}"`) as string).replace(/\p{Surrogate}/gu, '\ufffd')
}

// Not indexOf, which would search the whole rest of a text without escapes for each of its strings.
function hasEscape(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === 0x5c) return true
  return false
}

function skipSpace(bytes: Buffer, start: number): number {
  let at = start
  for (;;) {
    const byte = bytes[at]
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at
    at++
  }
}

function skipDigits(bytes: Buffer, start: number): number {
  let at = start
  while (isDigit(bytes[at])) at++
  return at
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

function isHexDigit(byte: number | undefined): boolean {
  return isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)
}

function invalid(bytes: Buffer, at: number, context: string): JsonError {
  return bytes[at] === undefined
    ? new JsonError('unexpected end of JSON input', bytes.length)
    : broken(bytes, at, context)
}

/** The error of an unexpected character; the end of the text is reported as a space. */
// upstream: encoding/json/scanner.go, eof
function broken(bytes: Buffer, at: number, context: string): JsonError {
  const byte = bytes[at] ?? 0x20
  return new JsonError(`invalid character ${quoteByte(byte)} ${context}`, at + 1)
}

// upstream: encoding/json/scanner.go, quoteChar – a byte is printed as the character with that code.
function quoteByte(byte: number): string {
  if (byte === 0x27) return "'\\''"
  if (byte === 0x22) return "'\"'"
  return `'${quote(String.fromCharCode(byte)).slice(1, -1)}'`
}
