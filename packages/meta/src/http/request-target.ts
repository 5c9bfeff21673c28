import { badRequest } from '../errors/errors.ts'
import { quote } from '../text/quote.ts'
import { malformedPath } from './refused-target.ts'

/** A decoded request target. */
export interface RequestTarget {
  readonly path: string
  readonly query: URLSearchParams
}

// Shared by all targets without a query: the parameters of a request are not changed.
const noQuery = new URLSearchParams()

// Printable ASCII without the percent sign needs no decoding.
const needsDecoding = /[^\x21-\x24\x26-\x7e]/

/**
 * Decodes path and query of a request target. The path is not normalized: `//`, `.` and `..` are kept, and `%2f` separates
 * segments. Throws a StatusError 400 for invalid percent-encoding, invalid UTF-8, control characters, and for `;` between
 * parameters, which would silently drop a filter.
 */
export function parseRequestTarget(target: string): RequestTarget {
  const mark = target.indexOf('?')
  const rawPath = originPath(mark < 0 ? target : target.slice(0, mark), target)
  const rawQuery = mark < 0 ? '' : target.slice(mark + 1)
  return {
    path: needsDecoding.test(rawPath) ? decode(rawPath) : rawPath,
    query: rawQuery === '' ? noQuery : parseQuery(rawQuery),
  }
}

// upstream: net/url, ParseRequestURI – an absolute target is its path; `*` stands for the server itself.
function originPath(rawPath: string, target: string): string {
  if (rawPath.charCodeAt(0) === 0x2f || target === '*') return rawPath
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.exec(rawPath)
  if (scheme === null) throw badRequest(`parse ${quote(target)}: invalid URI for request`)
  const slash = rawPath.indexOf('/', scheme[0].length)
  return slash < 0 ? '' : rawPath.slice(slash)
}

function parseQuery(rawQuery: string): URLSearchParams {
  if (rawQuery.includes(';')) throw badRequest('invalid semicolon separator in query')
  // The added question mark keeps one at the start of the query.
  if (!needsDecoding.test(rawQuery)) return new URLSearchParams(`?${rawQuery}`)
  const ascii = escapeBytes(rawQuery)
  decodeAscii(ascii)
  return new URLSearchParams(`?${ascii}`)
}

function decode(raw: string): string {
  const bad = badEscape(raw)
  if (bad !== undefined) throw malformedPath(`invalid URL escape ${quote(bad)}`)
  return decodeAscii(escapeBytes(raw))
}

// A character of a target is a byte: those above ASCII are percent-encoded, to be checked as UTF-8.
function escapeBytes(raw: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x20\x7f]|[^\x00-\xff]/.test(raw)) throw badRequest('invalid control character in URL')
  return raw.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
}

function decodeAscii(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    const bad = badEscape(text)
    throw badRequest(bad === undefined ? 'URL is not valid UTF-8' : `invalid URL escape ${quote(bad)}`)
  }
}

function badEscape(text: string): string | undefined {
  return /%(?![0-9A-Fa-f]{2}).{0,2}/.exec(text)?.[0]
}
