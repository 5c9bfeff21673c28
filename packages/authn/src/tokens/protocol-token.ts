import { StatusError, type HttpRequest } from '@pinnace/meta'

const prefix = 'base64url.bearer.authorization.'

/**
 * The bearer token among the protocols of a WebSocket, where browsers can put one:
 * `base64url.bearer.authorization.<domain>.<token>`. Undefined without one. Throws 401 for two tokens, for one that cannot
 * be decoded, and for a token without another protocol.
 */
// upstream: apiserver/pkg/authentication/request/websocket/protocol.go
export function readProtocolToken(request: HttpRequest): string | undefined {
  if (request.header('upgrade')?.toLowerCase() !== 'websocket') return undefined
  if (request.header('sec-websocket-protocol') === undefined) return undefined
  const protocols = protocolsOf(request)
  const [found, ...more] = protocols.filter((protocol) => protocol.startsWith(prefix))
  if (found === undefined) return undefined
  if (more.length > 0) throw refusal('multiple base64.bearer.authorization tokens specified')
  const token = decode(found.slice(found.lastIndexOf('.') + 1))
  if (token === '') return undefined
  if (protocols.length === 1) throw refusal('missing additional subprotocol')
  return token
}

function protocolsOf({ rawHeaders }: HttpRequest): readonly string[] {
  const protocols: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'sec-websocket-protocol') continue
    for (const protocol of (rawHeaders[index + 1] ?? '').split(',')) protocols.push(protocol.trim())
  }
  return protocols
}

function decode(encoded: string): string {
  if (!/^[A-Za-z0-9_-]*$/.test(encoded)) throw refusal('invalid base64.bearer.authorization token encoding')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64url'))
  } catch {
    throw refusal('invalid base64.bearer.authorization token')
  }
}

function refusal(reason: string): StatusError {
  return new StatusError('Unauthorized', 'Unauthorized', { cause: new Error(reason) })
}
