import type { UserInfo } from '@pinnace/meta'

/** Header lines in the form of Node.js: `[name, value, name, value, …]`. */
export type HeaderLines = readonly string[]

const userHeaders: readonly string[] = ['x-remote-user', 'x-remote-uid', 'x-remote-group']
const extraPrefix = 'x-remote-extra-'

// upstream: RFC 9110, 7.6.1 – headers of one connection are not forwarded.
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

// The credential is for this server only; length and host are written anew.
const ownHeaders = new Set(['authorization', 'content-length', 'expect', 'host', 'http2-settings', 'x-forwarded-for'])

/** A request to forward. */
export interface ForwardedRequest {
  readonly rawHeaders: HeaderLines
  readonly user: UserInfo
  readonly auditId: string
  readonly remoteAddress: string | undefined
  /** True to pass on the headers that upgrade the connection. @default false */
  readonly isUpgrade?: boolean
  /** Lower-case names of the headers in which a proxy before this server sends the user. */
  readonly identityHeaders: readonly string[]
  /** Prefixes of such names. */
  readonly identityPrefixes: readonly string[]
}

/** The headers to forward a request with: those of the client without any that name a user, then those of the user. */
// upstream: apiserver/pkg/util/proxy, NewRequestForProxy; endpoints/filters/authentication.go and impersonation.go
export function forwardedHeaders(request: ForwardedRequest): string[] {
  const lines = forwardedLines(request, (name) => isDropped(name, request))
  lines.push('Audit-Id', request.auditId)
  lines.push(...identityHeaders(request.user))
  return lines
}

/** The headers of a client that another server gets. */
export interface ForwardedLines {
  readonly rawHeaders: HeaderLines
  readonly remoteAddress: string | undefined
  /** True to pass on the headers that upgrade the connection. @default false */
  readonly isUpgrade?: boolean
}

/** The header lines of a client without those of its connection, its credential, and those that are dropped; names in lower case. */
export function forwardedLines(
  { rawHeaders, remoteAddress, isUpgrade = false }: ForwardedLines,
  isAlsoDropped: (name: string) => boolean,
): string[] {
  const named = connectionNames(rawHeaders)
  const lines: string[] = isUpgrade ? ['Connection', 'Upgrade'] : []
  const forwardedFor: string[] = []
  for (const [original, value] of pairsOf(rawHeaders)) {
    const name = original.toLowerCase()
    if (name === 'x-forwarded-for') forwardedFor.push(value)
    if (isUpgrade && name === 'upgrade') lines.push(original, value)
    const isOfConnection = connectionHeaders.has(name) || ownHeaders.has(name) || name.startsWith(':')
    if (isOfConnection || named.has(name) || isAlsoDropped(name)) continue
    lines.push(original, name === 'sec-websocket-protocol' ? withoutTokens(value) : value)
  }
  if (remoteAddress !== undefined) forwardedFor.push(remoteAddress)
  if (forwardedFor.length > 0) lines.push('X-Forwarded-For', forwardedFor.join(', '))
  return lines
}

// upstream: apiserver/pkg/authentication/request/websocket/protocol.go – the protocol with a token is removed.
function withoutTokens(protocols: string): string {
  const names = protocols.split(',').map((protocol) => protocol.trim())
  return names.filter((protocol) => !protocol.startsWith('base64url.bearer.')).join(', ')
}

/** The headers that name the user. */
// upstream: client-go/transport/round_trippers.go, SetAuthProxyHeaders
export function identityHeaders({ username, uid = '', groups, extra }: UserInfo): string[] {
  const lines = ['X-Remote-User', toWire(username)]
  if (uid !== '') lines.push('X-Remote-Uid', toWire(uid))
  for (const group of groups) lines.push('X-Remote-Group', toWire(group))
  for (const [key, values] of Object.entries(extra)) {
    for (const value of values) lines.push(`X-Remote-Extra-${escapeKey(key)}`, toWire(value))
  }
  return lines
}

/** The headers of a reply, without those of its connection. */
export function replyHeaders(rawHeaders: HeaderLines): Record<string, string | readonly string[]> {
  const named = connectionNames(rawHeaders)
  return headersOf(rawHeaders, (name) => connectionHeaders.has(name) || named.has(name))
}

// Those of another server say nothing about this one.
const corsHeaders: readonly string[] = [
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
]

/** The headers of a reply that is passed on as one of this server: also without those that allow other origins. */
// upstream: apimachinery/pkg/util/proxy/upgradeaware.go, removeCORSHeaders
export function proxiedHeaders(rawHeaders: HeaderLines): Record<string, string | readonly string[]> {
  const headers = replyHeaders(rawHeaders)
  for (const name of corsHeaders) delete headers[name]
  return headers
}

/** Header lines by lower-case name; repeated ones as lists. */
export function headersOf(
  rawHeaders: HeaderLines,
  isDropped: (name: string) => boolean = () => false,
): Record<string, string | readonly string[]> {
  const headers: Record<string, string | string[]> = Object.create(null)
  for (const [original, value] of pairsOf(rawHeaders)) {
    const name = original.toLowerCase()
    if (isDropped(name)) continue
    const known = headers[name]
    if (known === undefined) headers[name] = value
    else if (typeof known === 'string') headers[name] = [known, value]
    else known.push(value)
  }
  return headers
}

function isDropped(name: string, { identityHeaders: names, identityPrefixes }: ForwardedRequest): boolean {
  if (name === 'audit-id' || name.startsWith('impersonate-') || name.startsWith(extraPrefix)) return true
  if (userHeaders.includes(name) || names.includes(name)) return true
  return identityPrefixes.some((prefix) => name.startsWith(prefix))
}

/** The header names that the `Connection` header lists. */
function connectionNames(rawHeaders: HeaderLines): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [name, value] of pairsOf(rawHeaders)) {
    if (name.toLowerCase() !== 'connection') continue
    for (const listed of value.split(',')) names.add(listed.trim().toLowerCase())
  }
  return names
}

function* pairsOf(rawHeaders: HeaderLines): Generator<readonly [name: string, value: string]> {
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    yield [rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']
  }
}

// Node.js writes header values as latin1.
function toWire(value: string): string {
  return Buffer.from(value).toString('latin1')
}

const keyCharacters = /^[!#$&'*+\-.^_`|~0-9A-Za-z]$/

// upstream: client-go/transport/round_trippers.go, headerKeyEscape
function escapeKey(key: string): string {
  let escaped = ''
  for (const byte of Buffer.from(key)) {
    const character = String.fromCharCode(byte)
    escaped += keyCharacters.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return escaped
}
