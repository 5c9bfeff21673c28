import { createHash } from 'node:crypto'

/** The part of a request that a handshake reads. */
export interface HandshakeRequest {
  readonly method: string
  /** The header fields, `[name, value, …]`. */
  readonly rawHeaders: readonly string[]
}

/** The protocols that a client offers, in its order. */
export function offeredProtocols(request: HandshakeRequest): readonly string[] {
  return listOf(request, 'sec-websocket-protocol')
}

/** True for a request to upgrade the connection, to whatever protocol. */
export function isUpgradeRequest(request: HandshakeRequest): boolean {
  return listOf(request, 'connection').some((name) => name.toLowerCase() === 'upgrade')
}

/** True for a request to upgrade the connection to WebSocket. */
export function isWebSocketRequest(request: HandshakeRequest): boolean {
  return isUpgradeRequest(request) && listOf(request, 'upgrade').some((name) => name.toLowerCase() === 'websocket')
}

/** True for a request to upgrade the connection to SPDY/3.1. */
export function isSpdyRequest(request: HandshakeRequest): boolean {
  return isUpgradeRequest(request) && listOf(request, 'upgrade').some((name) => name.toLowerCase() === 'spdy/3.1')
}

/** What is wrong with a WebSocket handshake; undefined for a valid one. */
// upstream: RFC 6455, 4.2.1
export function handshakeProblem(request: HandshakeRequest): string | undefined {
  if (request.method !== 'GET') return 'websocket requests must be GET'
  if (listOf(request, 'sec-websocket-version')[0] !== '13') return 'the version of WebSocket must be 13'
  const [key = ''] = listOf(request, 'sec-websocket-key')
  return Buffer.from(key, 'base64').length === 16 ? undefined : 'the key of the websocket is not valid'
}

/** The headers of the reply that accepts a handshake. */
export function acceptHeaders(request: HandshakeRequest, protocol: string | undefined): Record<string, string> {
  const [key = ''] = listOf(request, 'sec-websocket-key')
  return {
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-accept': acceptKey(key),
    ...(protocol === undefined ? {} : { 'sec-websocket-protocol': protocol }),
  }
}

/** The values of a header that is a list. */
export function listOf({ rawHeaders }: HandshakeRequest, name: string): readonly string[] {
  const values: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== name) continue
    for (const value of (rawHeaders[index + 1] ?? '').split(',')) if (value.trim() !== '') values.push(value.trim())
  }
  return values
}

// upstream: RFC 6455, 4.2.2
function acceptKey(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
}
