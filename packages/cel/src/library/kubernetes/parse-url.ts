import { fail, Failure } from '../../values/failure.ts'
import { quoteAsGo } from '../extensions/format/quote.ts'
import { parseAddress } from './ip-address.ts'
import { escapePath, fromByteString, isEscapedPath, toByteString, unescapePart } from './url-escapes.ts'

/** The parts of a URL. */
export interface UrlParts {
  readonly scheme: string
  /** The text behind the scheme where no slash follows it. */
  readonly opaque: string
  readonly user: string
  /** With the port, and IPv6 addresses in brackets. */
  readonly host: string
  readonly escapedPath: string
  readonly query: string
  readonly fragment: string
}

/** Reads an absolute URL or path. @throws a failure for anything else */
// upstream: net/url, ParseRequestURI and Parse
export function parseUrl(text: string): UrlParts {
  const problem = uriError(text)
  return problem === undefined ? parseUrlReference(text) : fail(problem)
}

/** Reads a URL, which may be relative. @throws a failure for anything else */
// upstream: net/url, Parse
export function parseUrlReference(text: string): UrlParts {
  try {
    const bytes = toByteString(text)
    const hash = bytes.indexOf('#')
    if (hash === -1) return parse(bytes, false)
    const fragment = bytes.slice(hash + 1)
    unescapePart(fragment, 'fragment')
    return { ...parse(bytes.slice(0, hash), false), fragment }
  } catch (error) {
    if (error instanceof Failure) fail(`parse ${quoteAsGo(text)}: ${error.message}`)
    throw error
  }
}

/** Why the text is no absolute URL or path; undefined where it is one. */
export function uriError(text: string): string | undefined {
  try {
    parse(toByteString(text), true)
    return undefined
  } catch (error) {
    if (error instanceof Failure) return `parse ${quoteAsGo(text)}: ${error.message}`
    throw error
  }
}

/** Parses a byte string; for a request `//host` is a path, and relative references are refused. */
function parse(bytes: string, isRequest: boolean): UrlParts {
  if (hasControlCharacter(bytes)) fail('net/url: invalid control character in URL')
  if (bytes === '' && isRequest) fail('empty url')
  const none: UrlParts = { scheme: '', opaque: '', user: '', host: '', escapedPath: '', query: '', fragment: '' }
  if (bytes === '*') return { ...none, escapedPath: '*' }
  const { scheme, rest: behindScheme } = splitScheme(bytes)
  const [rest, query] = cut(behindScheme, '?')
  const parts = { ...none, scheme: scheme.toLowerCase(), query }
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...parts, opaque: rest }
    if (isRequest) fail('invalid URI for request')
    // What looks like a scheme, and is none.
    if (cut(rest, '/')[0].includes(':')) fail('first path segment in URL cannot contain colon')
  }
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || (!isRequest && !rest.startsWith('///')))
  if (!hasAuthority) return { ...parts, escapedPath: pathOf(rest) }
  const slash = rest.indexOf('/', 2)
  const authority = rest.slice(2, slash === -1 ? undefined : slash)
  return { ...parts, ...parseAuthority(authority), escapedPath: slash === -1 ? '' : pathOf(rest.slice(slash)) }
}

function hasControlCharacter(bytes: string): boolean {
  for (let index = 0; index < bytes.length; index++) {
    const code = bytes.charCodeAt(index)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}

function splitScheme(bytes: string): { scheme: string; rest: string } {
  if (bytes.startsWith(':')) fail('missing protocol scheme')
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(bytes)?.[1]
  return scheme === undefined ? { scheme: '', rest: bytes } : { scheme, rest: bytes.slice(scheme.length + 1) }
}

function cut(text: string, separator: string): [before: string, after: string] {
  const index = text.indexOf(separator)
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

function pathOf(bytes: string): string {
  const path = unescapePart(bytes, 'path')
  return fromByteString(isEscapedPath(bytes) ? bytes : escapePath(path))
}

function parseAuthority(authority: string): Pick<UrlParts, 'user' | 'host'> {
  const at = authority.lastIndexOf('@')
  const host = fromByteString(parseHost(authority.slice(at + 1)))
  if (at === -1) return { user: '', host }
  const user = authority.slice(0, at)
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) fail('net/url: invalid userinfo')
  const [name, password] = cut(user, ':')
  unescapePart(name, 'user')
  unescapePart(password, 'user')
  return { user, host }
}

function parseHost(host: string): string {
  if (!host.startsWith('[')) {
    const colon = host.indexOf(':')
    if (colon !== -1) requirePort(host.slice(colon))
    return unescapePart(host, 'host')
  }
  const end = host.lastIndexOf(']')
  if (end === -1) fail("missing ']' in host")
  requirePort(host.slice(end + 1))
  const zone = host.slice(0, end).indexOf('%25')
  const literal =
    zone === -1
      ? unescapePart(host.slice(0, end), 'host')
      : unescapePart(host.slice(0, zone), 'host') + unescapePart(host.slice(zone, end), 'zone')
  requireV6(literal.slice(1))
  return `${literal}${host.slice(end)}`
}

function requirePort(port: string): void {
  if (!/^(?::[0-9]*)?$/.test(port)) fail(`invalid port ${quoteAsGo(port)} after host`)
}

function requireV6(literal: string): void {
  try {
    if (parseAddress(literal).family === 6) return
  } catch (error) {
    if (error instanceof Failure) fail(`invalid host: ${error.message}`)
    throw error
  }
  fail('invalid IP-literal')
}

/** The host without its port and brackets, and the port. */
export function splitHost(host: string): { hostname: string; port: string } {
  const [, name = host, port = ''] = /^(.*):([0-9]*)$/s.exec(host) ?? []
  return { hostname: /^\[.*\]$/s.test(name) ? name.slice(1, -1) : name, port }
}

/** The parameters of a query in their order; those with bad escapes are left out. */
export function parseQuery(query: string): ReadonlyMap<string, readonly string[]> {
  const parameters = new Map<string, string[]>()
  for (const parameter of query.split('&')) {
    if (parameter === '' || parameter.includes(';')) continue
    const [name, value] = cut(parameter, '=').map(unescapeQuery)
    if (name === undefined || value === undefined) continue
    const values = parameters.get(name)
    if (values === undefined) parameters.set(name, [value])
    else values.push(value)
  }
  return parameters
}

function unescapeQuery(text: string): string | undefined {
  try {
    return fromByteString(unescapePart(text, 'query'))
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
