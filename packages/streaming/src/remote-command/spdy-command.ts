import type { Duplex } from 'node:stream'
import type { Clock } from '@pinnace/meta'
import type { CommandVersion } from '../protocol-names.ts'
import { SpdyConnection } from '../spdy/spdy-connection.ts'
import { SpdyError } from '../spdy/spdy-error.ts'
import type { SpdyStream } from '../spdy/spdy-stream.ts'
import { droppingWriter, emptyReader, endAll, type CommandOptions, type CommandStreams } from './command-streams.ts'
import { commandStatus } from './command-status.ts'
import { terminalSizes } from './terminal-sizes.ts'

/** How long a client may take to open its streams, milliseconds. */
// upstream: cri-streaming, DefaultStreamCreationTimeout
const openTimeoutMs = 30_000

const typeHeader = 'streamtype'

/** The settings of a command over SPDY. */
export interface SpdyCommand {
  readonly version: CommandVersion
  readonly options: CommandOptions
  readonly clock: Clock
}

/** Serves a command over SPDY. Resolves when the client has opened its streams; rejects if it does not in time. */
export async function serveSpdyCommand(
  transport: Duplex,
  { version, options, clock }: SpdyCommand,
): Promise<CommandStreams> {
  const expected = expectedStreams(version, options)
  const streams = new Map<string, SpdyStream>()
  let complete = (): void => {}
  const opened = new Promise<void>((resolve) => {
    complete = resolve
  })
  const connection = new SpdyConnection({
    transport,
    role: 'server',
    maxStreams: expected.size,
    onStream(stream) {
      const type = (stream.headers.get(typeHeader) ?? '').toLowerCase()
      if (!expected.has(type) || streams.has(type)) return undefined
      streams.set(type, stream)
      return () => {
        if (streams.size === expected.size) complete()
      }
    },
  })
  const timer = clock.after(openTimeoutMs, () => connection.destroy())
  await Promise.race([opened, connection.closed])
  timer.cancel()
  if (streams.size < expected.size) throw new SpdyError('the client has not opened its streams')
  const stdout = streams.get('stdout') ?? droppingWriter()
  const stderr = streams.get('stderr') ?? droppingWriter()
  const resize = streams.get('resize')
  return {
    stdin: streams.get('stdin') ?? emptyReader(),
    stdout,
    stderr,
    sizes: terminalSizes(resize ?? emptyReader()),
    async finish(end) {
      await endAll([stdout, stderr])
      const status = commandStatus(end, version)
      const error = streams.get('error')
      if (error !== undefined) {
        if (status.length > 0) error.write(status)
        await endAll([error])
      }
      connection.close()
    },
    closed: connection.closed,
  }
}

// upstream: cri-streaming/pkg/streaming/remotecommand/httpstream.go, createStreams
function expectedStreams(version: CommandVersion, { stdin, stdout, stderr, tty }: CommandOptions): ReadonlySet<string> {
  const types = ['error']
  if (stdin) types.push('stdin')
  if (stdout) types.push('stdout')
  if (stderr && !tty) types.push('stderr')
  if (tty && version !== 'v1' && version !== 'v2') types.push('resize')
  return new Set(types)
}
