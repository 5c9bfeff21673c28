export { closeWhenIdle } from './idle-timeout.ts'
export { joinConnections } from './join-connections.ts'
export type { ForwardedPort, ForwardPort } from './port-forward/forward-port.ts'
export { negotiatePortForward, type PortForwardNegotiation } from './port-forward/negotiate-port-forward.ts'
export { protocolNames, type CommandVersion, type ProtocolNames } from './protocol-names.ts'
export type { CommandEnd, CommandOptions, CommandStreams } from './remote-command/command-streams.ts'
export { negotiateCommand, type CommandNegotiation, type Negotiated } from './remote-command/negotiate-command.ts'
export type { TerminalSize } from './remote-command/terminal-sizes.ts'
export { translateCommand } from './remote-command/translate-command.ts'
export { SpdyConnection, type SpdyConnectionOptions } from './spdy/spdy-connection.ts'
export { SpdyError } from './spdy/spdy-error.ts'
export type { SpdyHeaders } from './spdy/header-block.ts'
export { SpdyStream, type StreamTransport } from './spdy/spdy-stream.ts'
export type { ChannelCodec } from './websocket/channel-connection.ts'
export type { MessagePiece } from './websocket/frame-parser.ts'
export {
  acceptHeaders,
  handshakeProblem,
  isUpgradeRequest,
  isSpdyRequest,
  isWebSocketRequest,
  offeredProtocols,
  type HandshakeRequest,
} from './websocket/handshake.ts'
export { WebSocketConnection, type WebSocketConnectionOptions } from './websocket/websocket-connection.ts'
export { splitFrames, splitLines, webSocketReply, type WebSocketReplyOptions } from './websocket/websocket-reply.ts'
export { createWebSocketTunnel } from './websocket/websocket-tunnel.ts'
