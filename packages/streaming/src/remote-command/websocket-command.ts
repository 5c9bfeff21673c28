import { Buffer } from 'node:buffer'
import type { Duplex } from 'node:stream'
import type { CommandVersion } from '../protocol-names.ts'
import { ChannelConnection, type ChannelCodec } from '../websocket/channel-connection.ts'
import { droppingWriter, endAll, type CommandOptions, type CommandStreams } from './command-streams.ts'
import { commandStatus } from './command-status.ts'
import { terminalSizes } from './terminal-sizes.ts'

const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4 } as const

/** The settings of a command over a WebSocket. */
export interface WebSocketCommand {
  readonly version: CommandVersion
  readonly codec: ChannelCodec
  readonly options: CommandOptions
}

/** Serves a command over the channels of a WebSocket. */
// upstream: cri-streaming/pkg/streaming/remotecommand/websocket.go
export function serveWebSocketCommand(
  transport: Duplex,
  { version, codec, options }: WebSocketCommand,
): CommandStreams {
  const hasStderr = options.stderr && !options.tty
  const readable = [...(options.stdin ? [channels.stdin] : []), channels.resize]
  const connection = new ChannelConnection({ transport, codec, readable, hasCloseSignal: version === 'v5' })
  const stdout = options.stdout ? connection.writer(channels.stdout) : droppingWriter()
  const stderr = hasStderr ? connection.writer(channels.stderr) : droppingWriter()
  // An empty message tells the client that the connection is established.
  const first = options.stdout ? channels.stdout : hasStderr ? channels.stderr : channels.error
  connection.send(first, Buffer.alloc(0))
  return {
    stdin: connection.reader(channels.stdin),
    stdout,
    stderr,
    sizes: terminalSizes(connection.reader(channels.resize)),
    async finish(end) {
      await endAll([stdout, stderr])
      const status = commandStatus(end, version)
      if (status.length > 0) connection.send(channels.error, status)
      connection.close()
    },
    closed: connection.closed,
  }
}
