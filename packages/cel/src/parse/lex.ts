import { tokenNames, type Token, type TokenKind } from './token.ts'

/** The tokens of a text, the last of which is its end, and where it has text that is no token. */
export interface LexedText {
  readonly tokens: readonly Token[]
  readonly unknown: readonly { readonly start: number; readonly end: number }[]
}

const blank = /(?:[\t \r\n\f]|\/\/[^\n]*)+/y
const float = /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/y
const uint = /(?:0x[0-9a-fA-F]+|\d+)[uU]/y
const int = /(?:0x[0-9a-fA-F]+|\d+)/y
const word = /[A-Za-z_][A-Za-z0-9_]*/y
const quotedWord = /`[A-Za-z0-9_.\-/ ]+/y
const prefixedString = /[bB]?[rR]?["']/y
const symbol = /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y

const keywords = new Set<string>(['in', 'true', 'false', 'null'])
const kinds = new Map<string, TokenKind>(tokenNames.map((name) => [name, name]))

/** Splits the text of an expression into tokens. */
export function lex(text: string): LexedText {
  const tokens: Token[] = []
  const unknown: { start: number; end: number }[] = []
  let at = 0
  while (at < text.length) {
    const skipped = matchAt(blank, text, at)
    if (skipped !== undefined) {
      at += skipped.length
      continue
    }
    const token = readToken(text, at)
    if (typeof token === 'number') {
      unknown.push({ start: at, end: token })
      at = token
    } else {
      tokens.push(token)
      at = token.end
    }
  }
  tokens.push({ kind: '<EOF>', text: '<EOF>', start: text.length, end: text.length })
  return { tokens, unknown }
}

/** The token at an index, or the index behind the text that is none. */
function readToken(text: string, start: number): Token | number {
  const string = matchAt(prefixedString, text, start)
  let failedAt: number | undefined
  if (string !== undefined) {
    const end = stringEnd(text, start, string)
    if (end.closed) return tokenOf(/^[bB]/.test(string) ? 'BYTES' : 'STRING', text, start, end.at)
    failedAt = end.at
  }
  const name = matchAt(word, text, start)
  if (name !== undefined) {
    const kind = keywords.has(name) ? kinds.get(`'${name}'`) : undefined
    return tokenOf(kind ?? 'IDENTIFIER', text, start, start + name.length)
  }
  for (const [pattern, kind] of numbers) {
    const found = matchAt(pattern, text, start)
    if (found !== undefined) return tokenOf(kind, text, start, start + found.length)
  }
  const operator = matchAt(symbol, text, start)
  const kind = operator === undefined ? undefined : kinds.get(`'${operator}'`)
  if (operator !== undefined && kind !== undefined) return tokenOf(kind, text, start, start + operator.length)
  return failedAt === undefined ? readQuotedWord(text, start) : Math.min(text.length, failedAt + 1)
}

const numbers: readonly (readonly [RegExp, TokenKind])[] = [
  [uint, 'NUM_UINT'],
  [float, 'NUM_FLOAT'],
  [int, 'NUM_INT'],
]

function readQuotedWord(text: string, start: number): Token | number {
  const quoted = matchAt(quotedWord, text, start)
  const end = start + (quoted?.length ?? 1)
  if (quoted !== undefined && text[end] === '`') return tokenOf('ESC_IDENTIFIER', text, start, end + 1)
  // A lone `|`, `&`, `=` or backquote fails at the character behind it, which is skipped too.
  const failedAt = '|&=`'.includes(text[start] ?? ' ') ? end : start
  return Math.min(text.length, failedAt + String.fromCodePoint(text.codePointAt(failedAt) ?? 0).length)
}

/** Where a string ends, or where it stopped being one. `opening` is its prefix and first quote. */
function stringEnd(text: string, start: number, opening: string): { closed: boolean; at: number } {
  const quote = opening.slice(-1)
  const raw = /[rR]/.test(opening)
  const inside = start + opening.length
  if (!text.startsWith(quote + quote, inside)) return scanString(text, inside, { quote, raw })
  const triple = scanString(text, inside + 2, { quote: quote + quote + quote, raw })
  return triple.closed ? triple : { closed: true, at: inside + 1 }
}

function scanString(
  text: string,
  from: number,
  { quote, raw }: { quote: string; raw: boolean },
): { closed: boolean; at: number } {
  let at = from
  while (at < text.length) {
    if (text.startsWith(quote, at)) return { closed: true, at: at + quote.length }
    const character = text[at]
    if (quote.length === 1 && (character === '\n' || character === '\r')) return { closed: false, at }
    if (character === '\\' && !raw) {
      const escape = readEscape(text, at)
      if (escape.failed) return { closed: false, at: escape.at }
      at = escape.at
    } else at++
  }
  return { closed: false, at: text.length }
}

/** Steps over an escape sequence; on failure `at` is the first character that does not fit. */
function readEscape(text: string, start: number): { failed: boolean; at: number } {
  const kind = text[start + 1] ?? ''
  if (kind !== '' && 'abfnrtv"\'\\?`'.includes(kind)) return { failed: false, at: start + 2 }
  const digits = escapeDigits(kind)
  if (digits === undefined) return { failed: true, at: start + 1 }
  let at = start + 2
  for (let count = 0; count < digits.count; count++, at++) {
    if (!digits.allowed.includes(text[at]?.toLowerCase() ?? ' ')) return { failed: true, at }
  }
  return { failed: false, at }
}

function escapeDigits(kind: string): { count: number; allowed: string } | undefined {
  const hex = '0123456789abcdef'
  if (kind === 'x' || kind === 'X') return { count: 2, allowed: hex }
  if (kind === 'u') return { count: 4, allowed: hex }
  if (kind === 'U') return { count: 8, allowed: hex }
  return kind >= '0' && kind <= '3' ? { count: 2, allowed: '01234567' } : undefined
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function tokenOf(kind: TokenKind, text: string, start: number, end: number): Token {
  return { kind, text: text.slice(start, end), start, end }
}
