import type { Clock } from '@pinnace/meta'
import type { ProtocolNames } from '../protocol-names.ts'
import { refused, spdyHeaders, unknownVersion, type Negotiated } from '../remote-command/negotiate-command.ts'
import type { ChannelCodec } from '../websocket/channel-connection.ts'
import {
  acceptHeaders,
  handshakeProblem,
  isSpdyRequest,
  isWebSocketRequest,
  listOf,
  offeredProtocols,
  type HandshakeRequest,
} from '../websocket/handshake.ts'
import { createWebSocketTunnel } from '../websocket/websocket-tunnel.ts'
import type { ForwardPort } from './forward-port.ts'
import { serveSpdyPortForward } from './spdy-port-forward.ts'
import { serveWebSocketPortForward } from './websocket-port-forward.ts'

/** What port forwarding is negotiated with. */
export interface PortForwardNegotiation {
  readonly names: ProtocolNames
  /** The ports of the query, which the channels of a WebSocket stand for. */
  readonly ports: readonly number[]
  readonly forward: ForwardPort
  readonly clock: Clock
}

/** The most ports of one WebSocket: a channel is one byte. */
const maxChannelPorts = 100

/** Chooses the protocol of forwarded ports: SPDY, SPDY inside a WebSocket, or channels of a WebSocket. */
export function negotiatePortForward(
  request: HandshakeRequest,
  negotiation: PortForwardNegotiation,
): Negotiated<Promise<void>> {
  const { names, forward, clock } = negotiation
  if (isWebSocketRequest(request)) return negotiateWebSocket(request, negotiation)
  if (!isSpdyRequest(request)) return refused(400, 'Upgrade request required')
  const offered = listOf(request, 'x-stream-protocol-version')
  if (offered.length > 0 && !offered.includes(names.portForward)) return unknownVersion(offered, [names.portForward])
  return {
    headers: spdyHeaders(offered.length === 0 ? undefined : names.portForward),
    serve: (transport) => serveSpdyPortForward(transport, forward, clock),
  }
}

function negotiateWebSocket(
  request: HandshakeRequest,
  { names, ports, forward, clock }: PortForwardNegotiation,
): Negotiated<Promise<void>> {
  const problem = handshakeProblem(request)
  if (problem !== undefined) return refused(400, problem)
  const offered = offeredProtocols(request)
  if (offered.includes(names.tunnel)) {
    return {
      headers: acceptHeaders(request, names.tunnel),
      serve: (transport) => serveSpdyPortForward(createWebSocketTunnel(transport), forward, clock),
    }
  }
  const known = new Map<string, ChannelCodec>([
    [`v4.${names.channel}`, 'binary'],
    [`v4.base64.${names.channel}`, 'base64'],
  ])
  const chosen = offered.find((name) => known.has(name))
  if (chosen === undefined && offered.length > 0)
    return refused(403, `none of the protocols is known: ${offered.join(', ')}`)
  if (ports.length === 0) return refused(400, 'query parameter "port" is required')
  if (ports.length > maxChannelPorts) return refused(400, `at most ${maxChannelPorts} ports can be forwarded`)
  const codec = known.get(chosen ?? '') ?? 'binary'
  return {
    headers: acceptHeaders(request, chosen),
    serve: (transport) => serveWebSocketPortForward(transport, { codec, ports, forward }),
  }
}
