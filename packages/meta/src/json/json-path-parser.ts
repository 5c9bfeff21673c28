/** A step of a path. */
export type JsonPathNode =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'wildcard' }
  | { readonly type: 'recursive' }
  | { readonly type: 'slice'; readonly slice: JsonPathSlice }
  | { readonly type: 'union'; readonly paths: readonly (readonly JsonPathNode[])[] }
  | { readonly type: 'filter'; readonly filter: JsonPathFilter }
  | { readonly type: 'value'; readonly value: string | number | boolean; readonly isText: boolean }
  | { readonly type: 'word'; readonly word: string }

/** `[start:end:step]`; a single index is a range of length one. */
export interface JsonPathSlice {
  readonly start: number | undefined
  readonly end: number | undefined
  readonly step: number | undefined
  readonly isIndex: boolean
}

/** `[?(left operator right)]`, or `[?(left)]` for values that have `left`. */
export interface JsonPathFilter {
  readonly left: readonly JsonPathNode[]
  readonly operator: string | undefined
  readonly right: readonly JsonPathNode[]
}

/** The error of an invalid path. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError'
}

/** Parses the content of a `{…}` template. Throws a {@link JsonPathError}. */
// upstream: client-go/util/jsonpath/parser.go – the order of cases, and all messages.
export function parseJsonPath(text: string): readonly JsonPathNode[] {
  const nodes: JsonPathNode[] = []
  let at = 0
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === '}') throw new JsonPathError('unexpected text after the end of the action')
    if (text.startsWith('[?(', at)) at = readFilter(text, at, nodes)
    else if (text.startsWith('..', at)) at = readRecursive(text, at, nodes)
    else if (character === '\r' || character === '\n') throw new JsonPathError('unclosed action')
    else if (character === ' ' || character === '@' || character === '$') at++
    else if (character === '[') at = readArray(text, at, nodes)
    else if (character === '"' || character === "'") at = readQuote(text, at, nodes)
    else if (character === '.') at = readField(text, at + 1, nodes)
    else if (/[-+\p{Nd}]/u.test(character)) at = readNumber(text, at, nodes)
    else if (isAlphanumeric(text, at)) at = readWord(text, at, nodes)
    else throw new JsonPathError(`unrecognized character in action: ${codePoint(text, at)}`)
  }
  return nodes
}

function readField(text: string, start: number, nodes: JsonPathNode[]): number {
  let name = ''
  let at = start
  while (at < text.length && !isTerminator(text.charAt(at))) {
    if (text[at] === '\\') at++
    // All backslashes are removed, even escaped ones.
    if (at < text.length && text[at] !== '\\') name += text[at]
    at++
  }
  nodes.push(text.slice(start, at) === '*' ? { type: 'wildcard' } : { type: 'field', name })
  return Math.min(at, text.length)
}

function readRecursive(text: string, start: number, nodes: JsonPathNode[]): number {
  if (nodes.at(-1)?.type === 'recursive') throw new JsonPathError('invalid multiple recursive descent')
  nodes.push({ type: 'recursive' })
  const at = start + 2
  return isAlphanumeric(text, at) ? readField(text, at, nodes) : at
}

function readWord(text: string, start: number, nodes: JsonPathNode[]): number {
  let at = start
  while (at < text.length && !isTerminator(text.charAt(at))) at++
  const word = text.slice(start, at)
  if (word === 'true' || word === 'false') nodes.push({ type: 'value', value: word === 'true', isText: false })
  else nodes.push({ type: 'word', word })
  return at
}

function readNumber(text: string, start: number, nodes: JsonPathNode[]): number {
  let at = start + 1
  while (at < text.length && /[.\p{Nd}]/u.test(text.charAt(at))) at++
  const number = text.slice(start, at)
  if (!/^[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/.test(number)) throw new JsonPathError(`cannot parse number ${number}`)
  nodes.push({ type: 'value', value: Number(number), isText: false })
  return at
}

function readQuote(text: string, start: number, nodes: JsonPathNode[]): number {
  const quote = text.charAt(start)
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] !== quote || text[at - 1] === '\\') continue
    nodes.push({ type: 'value', value: unquote(text.slice(start, at + 1), quote), isText: true })
    return at + 1
  }
  throw new JsonPathError('unterminated quoted string')
}

function readArray(text: string, start: number, nodes: JsonPathNode[]): number {
  const end = text.indexOf(']', start)
  const content = text.slice(start + 1, end)
  if (end < 0 || content.includes('\n')) throw new JsonPathError('unterminated array')
  const parts = content.split(',')
  if (parts.length > 1) {
    const paths = parts.map((part) => parseJsonPath(`[${part.replace(/^ +| +$/g, '')}]`))
    nodes.push({ type: 'union', paths })
  } else if (/^'[^']*'$/.test(content)) {
    // upstream: a key in brackets is parsed as a field, so that a dot in it must be escaped.
    nodes.push(...parseJsonPath(`.${content.slice(1, -1)}`))
  } else nodes.push({ type: 'slice', slice: toSlice(content === '*' ? ':' : content) })
  return end + 1
}

function toSlice(text: string): JsonPathSlice {
  const match = /^(-?[0-9]*)(:-?[0-9]*)?(:-?[0-9]*)?$/.exec(text)
  if (match === null) throw new JsonPathError(`invalid array index ${text}`)
  const start = toIndex(match[1] ?? '')
  if (match[2] === undefined) return { start, end: (start ?? 0) + 1, step: undefined, isIndex: true }
  return { start, end: toIndex(match[2].slice(1)), step: toIndex(match[3]?.slice(1) ?? ''), isIndex: false }
}

function toIndex(text: string): number | undefined {
  if (text === '') return undefined
  const index = Number(text)
  if (text === '-' || !Number.isSafeInteger(index)) throw new JsonPathError(`array index ${text} is not a number`)
  return index
}

function readFilter(text: string, start: number, nodes: JsonPathNode[]): number {
  let quote: string | undefined
  let isClosed = false
  let at = start + 3
  for (; ; at++) {
    const character = text[at]
    if (character === undefined || character === '\n') throw new JsonPathError('unterminated filter')
    if (character === '"' || character === "'") {
      if (quote === undefined) quote = character
      else if (character === quote && text[at - 1] !== '\\') isClosed = true
    } else if (character === ')' && (quote === undefined) !== isClosed) break
  }
  if (text[at + 1] !== ']') throw new JsonPathError('unclosed array expect ]')
  const content = text.slice(start + 3, at)
  const match = /^([^!<>=]+)([!<>=]+)(.+)$/.exec(content)
  nodes.push({
    type: 'filter',
    filter:
      match === null
        ? { left: parseJsonPath(content), operator: undefined, right: [] }
        : { left: parseJsonPath(match[1] ?? ''), operator: match[2], right: parseJsonPath(match[3] ?? '') },
  })
  return at + 2
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
])

// upstream: strconv.UnquoteChar
function unquote(quoted: string, quote: string): string {
  const content = quoted.slice(1, -1)
  if (!content.includes('\\')) return content
  let isGood = true
  const value = content.replace(
    /\\(x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]{3}|[^])|\\$/g,
    (_, escape: string | undefined) => {
      const code = escape === undefined ? undefined : escapeCode(escape)
      if (code !== undefined && code <= 0x10ffff) return String.fromCodePoint(code)
      const plain = escape === undefined ? undefined : escapes.get(escape)
      const isOtherQuote = (plain === '"' || plain === "'") && plain !== quote
      if (plain === undefined || isOtherQuote) isGood = false
      return plain ?? ''
    },
  )
  if (!isGood) throw new JsonPathError(`unquote string ${quoted} error invalid syntax`)
  return value
}

function escapeCode(escape: string): number | undefined {
  if (escape.length === 3 && /^[0-7]/.test(escape)) return Number.parseInt(escape, 8)
  return escape.length > 1 ? Number.parseInt(escape.slice(1), 16) : undefined
}

function isTerminator(character: string): boolean {
  return ' \t\r\n.,[]$@{}'.includes(character)
}

function isAlphanumeric(text: string, at: number): boolean {
  const code = text.codePointAt(at)
  return code !== undefined && /[\p{L}\p{Nd}_]/u.test(String.fromCodePoint(code))
}

function codePoint(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} '${String.fromCodePoint(code)}'`
}
