import { badRequest } from '../errors/errors.ts'
import { quote } from '../text/quote.ts'

/** A request target, decoded. */
export interface RequestTarget {
  readonly path: string
  readonly query: URLSearchParams
}

// Shared by all targets without a query; nobody changes the parameters of a request.
const noQuery = new URLSearchParams()

// Everything but printable ASCII without the percent sign.
const needsDecoding = /[^\x21-\x24\x26-\x7e]/

/**
 * Decodes the path and the query of a request target, each once. The path is not normalised: `//`, `.` and `..` stay,
 * and `%2f` separates segments. Throws a StatusError 400 for bad percent-encoding, for bytes that are not UTF-8, for
 * control characters and for `;` between parameters, which would otherwise drop a filter without a word.
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
  // The mark keeps a leading question mark of the query itself.
  if (!needsDecoding.test(rawQuery)) return new URLSearchParams(`?${rawQuery}`)
  const ascii = escapeBytes(rawQuery)
  decodeAscii(ascii)
  return new URLSearchParams(`?${ascii}`)
}

function decode(raw: string): string {
  return decodeAscii(escapeBytes(raw))
}

// Targets come as bytes, one a character: those above ASCII are written as percent-encoding, to be checked as UTF-8.
function escapeBytes(raw: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x20\x7f]|[^\x00-\xff]/.test(raw)) throw badRequest('invalid control character in URL')
  return raw.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
}

function decodeAscii(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    const bad = /%(?![0-9A-Fa-f]{2}).{0,2}/.exec(text)
    throw badRequest(bad === null ? 'URL is not valid UTF-8' : `invalid URL escape ${quote(bad[0])}`)
  }
}
