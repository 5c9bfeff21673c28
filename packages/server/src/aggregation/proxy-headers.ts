import type { UserInfo } from '@pinnace/meta'

/** Header lines as node has them: `[name, value, name, value, …]`. */
export type HeaderLines = readonly string[]

const identity = ['x-remote-user', 'x-remote-uid', 'x-remote-group'] as const
const extraPrefix = 'x-remote-extra-'

// upstream: RFC 9110, 7.6.1 – what one connection says about itself, and is not passed on.
const ofConnection = new Set([
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

// The credential is this server's to see; the length and the host are said anew.
const ofThisServer = new Set(['authorization', 'content-length', 'expect', 'host', 'http2-settings', 'x-forwarded-for'])

/** What is said of a request that is passed on. */
export interface PassedOn {
  readonly rawHeaders: HeaderLines
  readonly user: UserInfo
  readonly auditId: string
  readonly remoteAddress: string | undefined
  /** Names, lower case, and beginnings of names, in which a proxy before this server says who is asking. */
  readonly identityHeaders: readonly string[]
  readonly identityPrefixes: readonly string[]
}

/** The header lines of a request on its way: the client's own, but nothing that says who is asking, and then who is. */
// upstream: apiserver/pkg/util/proxy, NewRequestForProxy; endpoints/filters/authentication.go and impersonation.go
export function passedOnHeaders(request: PassedOn): string[] {
  const { rawHeaders, user, auditId, remoteAddress } = request
  const named = connectionNames(rawHeaders)
  const lines: string[] = []
  const passedThrough: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase()
    const value = rawHeaders[index + 1]!
    if (name === 'x-forwarded-for') passedThrough.push(value)
    if (isDropped(name, request) || named.has(name)) continue
    lines.push(rawHeaders[index]!, value)
  }
  if (remoteAddress !== undefined) passedThrough.push(remoteAddress)
  if (passedThrough.length > 0) lines.push('X-Forwarded-For', passedThrough.join(', '))
  lines.push('Audit-Id', auditId)
  lines.push(...identityHeaders(user))
  return lines
}

/** Header lines that say who is asking. */
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

/** The header lines of a reply, as a reply of this server has them. */
export function replyHeaders(rawHeaders: HeaderLines): Record<string, string | readonly string[]> {
  const named = connectionNames(rawHeaders)
  const headers: Record<string, string | string[]> = Object.create(null)
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase()
    if (ofConnection.has(name) || named.has(name)) continue
    const value = rawHeaders[index + 1]!
    const known = headers[name]
    if (known === undefined) headers[name] = value
    else if (typeof known === 'string') headers[name] = [known, value]
    else known.push(value)
  }
  return headers
}

function isDropped(name: string, { identityHeaders: names, identityPrefixes }: PassedOn): boolean {
  if (ofConnection.has(name) || ofThisServer.has(name) || name.startsWith(':')) return true
  if (name === 'audit-id' || name.startsWith('impersonate-') || name.startsWith(extraPrefix)) return true
  if ((identity as readonly string[]).includes(name) || names.includes(name)) return true
  return identityPrefixes.some((prefix) => name.startsWith(prefix))
}

/** Names that a connection says are its own. */
function connectionNames(rawHeaders: HeaderLines): ReadonlySet<string> {
  const names = new Set<string>()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() !== 'connection') continue
    for (const name of rawHeaders[index + 1]!.split(',')) names.add(name.trim().toLowerCase())
  }
  return names
}

// Header values are bytes; node takes text of one byte a character.
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
