import { integerOf, isInt64, isUint64, CelDouble, CelUint } from '../values/numbers.ts'
import type { Literal } from '../ast.ts'

/** The value of an integer token, or undefined where it does not fit into 64 bits. */
export function parseInt64(text: string): Literal | undefined {
  const negative = text.startsWith('-')
  const magnitude = BigInt(negative ? text.slice(1) : text)
  const value = negative ? -magnitude : magnitude
  return isInt64(value) ? integerOf(value) : undefined
}

/** The value of an unsigned token, which ends in `u`. */
export function parseUint64(text: string): Literal | undefined {
  const value = BigInt(text.slice(0, -1))
  return isUint64(value) ? new CelUint(value) : undefined
}

export function parseFloat64(text: string): Literal | undefined {
  const value = Number(text)
  return Number.isFinite(value) ? new CelDouble(value) : undefined
}

/** The text of a string token, or why it is none. */
export function parseString(token: string): string | { readonly error: string } {
  const { content, raw } = stripQuotes(token)
  if (raw || !content.includes('\\')) return content
  const parts: string[] = []
  for (let at = 0; at < content.length;) {
    const escape = readEscape(content, at)
    if (escape === undefined) {
      parts.push(content[at++] ?? '')
      continue
    }
    if (!isCodePoint(escape.code)) return { error: 'invalid unicode code point' }
    parts.push(String.fromCodePoint(escape.code))
    at = escape.end
  }
  return parts.join('')
}

/** The bytes of a bytes token: text in UTF-8, octal and hexadecimal escapes as bytes. */
export function parseBytes(token: string): Uint8Array | { readonly error: string } {
  const { content, raw } = stripQuotes(token.slice(1))
  const encoder = new TextEncoder()
  if (raw || !content.includes('\\')) return encoder.encode(content)
  const bytes: number[] = []
  for (let at = 0; at < content.length;) {
    const escape = readEscape(content, at)
    if (escape === undefined) {
      const character = String.fromCodePoint(content.codePointAt(at) ?? 0)
      bytes.push(...encoder.encode(character))
      at += character.length
      continue
    }
    if (escape.unicode) return { error: 'unable to unescape string' }
    bytes.push(escape.code)
    at = escape.end
  }
  return Uint8Array.from(bytes)
}

const simpleEscapes = new Map([
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
])

const digitEscapes = new Map([
  ['x', 2],
  ['X', 2],
  ['u', 4],
  ['U', 8],
])

/** The escape sequence at an index, which the lexer has found well-formed. */
function readEscape(text: string, at: number): { code: number; end: number; unicode: boolean } | undefined {
  if (text[at] !== '\\') return undefined
  const kind = text[at + 1] ?? ''
  const count = digitEscapes.get(kind)
  if (count !== undefined) {
    const end = at + 2 + count
    return { code: Number.parseInt(text.slice(at + 2, end), 16), end, unicode: count > 2 }
  }
  if (kind >= '0' && kind <= '3') {
    return { code: Number.parseInt(text.slice(at + 1, at + 4), 8), end: at + 4, unicode: false }
  }
  return { code: simpleEscapes.get(kind) ?? kind.charCodeAt(0), end: at + 2, unicode: false }
}

function isCodePoint(code: number): boolean {
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
}

function stripQuotes(token: string): { content: string; raw: boolean } {
  const raw = /^[rR]/.test(token)
  const quoted = (raw ? token.slice(1) : token).replaceAll(/\r\n?/g, '\n')
  const triple = quoted.length >= 6 && (quoted.startsWith('"""') || quoted.startsWith("'''"))
  const width = triple ? 3 : 1
  return { content: quoted.slice(width, -width), raw }
}
