import type { Duplex } from 'node:stream'
import type { Clock } from '@pinnace/meta'
import type { CommandVersion, ProtocolNames } from '../protocol-names.ts'
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
import type { CommandOptions, CommandStreams } from './command-streams.ts'
import { serveSpdyCommand } from './spdy-command.ts'
import { serveWebSocketCommand } from './websocket-command.ts'

/** The answer to a request to upgrade a connection. */
export type Negotiated<T> =
  /** 101 with these headers; the streams once the connection has been handed over. */
  | { readonly headers: Readonly<Record<string, string>>; serve(transport: Duplex): T }
  /** The request cannot be upgraded. */
  | { readonly status: 400 | 403; readonly message: string; readonly headers: Readonly<Record<string, string>> }

/** What a command is negotiated with. */
export interface CommandNegotiation {
  readonly names: ProtocolNames
  readonly options: CommandOptions
  readonly clock: Clock
}

const versions: readonly CommandVersion[] = ['v5', 'v4', 'v3', 'v2', 'v1']

/** Chooses the protocol of a command: SPDY or a WebSocket, and the version of its channels. */
export function negotiateCommand(
  request: HandshakeRequest,
  { names, options, clock }: CommandNegotiation,
): Negotiated<Promise<CommandStreams>> {
  if (isWebSocketRequest(request)) return negotiateWebSocket(request, names, options)
  if (!isSpdyRequest(request)) return refused(400, 'Upgrade request required')
  const offered = listOf(request, 'x-stream-protocol-version')
  const known = new Map(versions.map((version) => [spdyName(names, version), version]))
  const chosen = offered.find((name) => known.has(name))
  if (chosen === undefined && offered.length > 0) return unknownVersion(offered, [...known.keys()])
  const version = known.get(chosen ?? '') ?? 'v1'
  return {
    headers: spdyHeaders(chosen),
    serve: (transport) => serveSpdyCommand(transport, { version, options, clock }),
  }
}

/** The headers of a reply that upgrades a connection to SPDY. */
export function spdyHeaders(protocol: string | undefined): Record<string, string> {
  return {
    connection: 'Upgrade',
    upgrade: 'SPDY/3.1',
    ...(protocol === undefined ? {} : { 'x-stream-protocol-version': protocol }),
  }
}

/** The refusal of a client that speaks none of the versions. */
// upstream: httpstream.go, Handshake
export function unknownVersion(offered: readonly string[], accepted: readonly string[]): Negotiated<never> {
  const lists = `client supports [${offered.join(' ')}], server accepts [${accepted.join(' ')}]`
  return {
    status: 403,
    message: `unable to upgrade: unable to negotiate protocol: ${lists}`,
    headers: { 'x-accepted-stream-protocol-versions': accepted.join(', ') },
  }
}

/** A refusal without headers. */
export function refused(status: 400 | 403, message: string): Negotiated<never> {
  return { status, message, headers: {} }
}

// Version 1 has no number.
function spdyName({ channel }: ProtocolNames, version: CommandVersion): string {
  return version === 'v1' ? channel : `${version}.${channel}`
}

interface ChannelProtocol {
  readonly version: CommandVersion
  readonly codec: ChannelCodec
}

// upstream: cri-streaming/pkg/streaming/remotecommand/websocket.go, createWebSocketStreams
function negotiateWebSocket(
  request: HandshakeRequest,
  { channel }: ProtocolNames,
  options: CommandOptions,
): Negotiated<Promise<CommandStreams>> {
  const problem = handshakeProblem(request)
  if (problem !== undefined) return refused(400, problem)
  const known = new Map<string, ChannelProtocol>([
    [`v5.${channel}`, { version: 'v5', codec: 'binary' }],
    [`v4.${channel}`, { version: 'v4', codec: 'binary' }],
    [`v4.base64.${channel}`, { version: 'v4', codec: 'base64' }],
    [channel, { version: 'v1', codec: 'binary' }],
    [`base64.${channel}`, { version: 'v1', codec: 'base64' }],
  ])
  const offered = offeredProtocols(request)
  const chosen = offered.find((name) => known.has(name))
  if (chosen === undefined && offered.length > 0)
    return refused(403, `none of the protocols is known: ${offered.join(', ')}`)
  const protocol = known.get(chosen ?? channel) ?? ({ version: 'v1', codec: 'binary' } as const)
  return {
    headers: acceptHeaders(request, chosen),
    serve: (transport) => Promise.resolve(serveWebSocketCommand(transport, { ...protocol, options })),
  }
}
