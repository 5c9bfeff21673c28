import { Buffer } from 'node:buffer'
import { Duplex } from 'node:stream'
import { ChannelConnection, type ChannelCodec } from '../websocket/channel-connection.ts'
import { runForwardedPort, type ForwardPort } from './forward-port.ts'

/** The settings of ports that are forwarded over the channels of a WebSocket. */
export interface WebSocketPortForward {
  readonly codec: ChannelCodec
  /** Each port is one connection. */
  readonly ports: readonly number[]
  readonly forward: ForwardPort
}

/** Serves ports over a WebSocket: two channels for each, data and errors. Resolves when the client is gone. */
// upstream: cri-streaming/pkg/streaming/portforward/websocket.go
export function serveWebSocketPortForward(
  transport: Duplex,
  { codec, ports, forward }: WebSocketPortForward,
): Promise<void> {
  const readable = ports.map((_port, index) => index * 2)
  const connection = new ChannelConnection({ transport, codec, readable, hasCloseSignal: false })
  for (const [index, port] of ports.entries()) {
    const name = Buffer.alloc(2)
    name.writeUInt16LE(port)
    const error = connection.writer(index * 2 + 1)
    const writable = connection.writer(index * 2)
    writable.write(name)
    error.write(name)
    const data = Duplex.from({ readable: connection.reader(index * 2), writable })
    data.on('error', () => {})
    void runForwardedPort({ port, data }, error, forward)
  }
  return connection.closed
}
