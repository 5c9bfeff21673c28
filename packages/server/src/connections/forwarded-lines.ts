import type { HttpRequest } from '@pinnace/meta'

/** How a request is passed on. */
export interface ForwardingOptions {
  /** True to pass on the headers that upgrade the connection. */
  readonly isUpgrade: boolean
}

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

/** The header lines of a client to pass on to an agent or a pod: without credentials, identities and those of a connection. */
// upstream: apiserver/pkg/endpoints/filters/authentication.go and impersonation.go remove credentials
export function forwardedLines(http: HttpRequest, { isUpgrade }: ForwardingOptions): string[] {
  const { rawHeaders, remoteAddress } = http
  const lines: string[] = []
  const forwardedFor: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const original = rawHeaders[index] ?? ''
    const name = original.toLowerCase()
    const value = rawHeaders[index + 1] ?? ''
    if (name === 'x-forwarded-for') forwardedFor.push(value)
    const isOfUpgrade = isUpgrade && (name === 'connection' || name === 'upgrade')
    if (!isOfUpgrade && (connectionHeaders.has(name) || ownHeaders.has(name) || isIdentity(name))) continue
    lines.push(original, name === 'sec-websocket-protocol' ? withoutTokens(value) : value)
  }
  if (remoteAddress !== undefined) forwardedFor.push(remoteAddress)
  if (forwardedFor.length > 0) lines.push('X-Forwarded-For', forwardedFor.join(', '))
  return lines
}

function isIdentity(name: string): boolean {
  return name.startsWith(':') || name.startsWith('impersonate-') || name.startsWith('x-remote-')
}

// upstream: authentication/request/websocket/protocol.go – the protocol with a token is removed.
function withoutTokens(protocols: string): string {
  return protocols
    .split(',')
    .map((protocol) => protocol.trim())
    .filter((protocol) => !protocol.startsWith('base64url.bearer.'))
    .join(', ')
}
