import type { Duplex } from 'node:stream'
import type { Clock, Timer } from '@pinnace/meta'
import { SpdyConnection } from '../spdy/spdy-connection.ts'
import type { SpdyStream } from '../spdy/spdy-stream.ts'
import { parsePort, runForwardedPort, type ForwardPort } from './forward-port.ts'

/** How long the second stream of a connection may take, milliseconds. */
// upstream: cri-streaming/pkg/streaming/portforward/httpstream.go, monitorStreamPair
const pairTimeoutMs = 30_000
/** Streams of one client; two for each connection. */
const maxStreams = 1000

interface StreamPair {
  readonly streams: Map<string, SpdyStream>
  readonly timer: Timer
}

/** Serves forwarded connections over SPDY: a stream for data and one for errors each. Resolves when the client is gone. */
export function serveSpdyPortForward(transport: Duplex, forward: ForwardPort, clock: Clock): Promise<void> {
  const pairs = new Map<string, StreamPair>()
  const takePair = (id: string): StreamPair => {
    const timer = clock.after(pairTimeoutMs, () => {
      for (const stream of pairs.get(id)?.streams.values() ?? []) stream.destroy()
      pairs.delete(id)
    })
    const pair = { streams: new Map<string, SpdyStream>(), timer }
    pairs.set(id, pair)
    return pair
  }
  const connection = new SpdyConnection({
    transport,
    role: 'server',
    maxStreams,
    onStream(stream) {
      const type = (stream.headers.get('streamtype') ?? '').toLowerCase()
      const port = parsePort(stream.headers.get('port') ?? '')
      if (port === undefined || (type !== 'data' && type !== 'error')) return undefined
      // Clients that are older than request IDs open the stream for errors first.
      const id = stream.headers.get('requestid') ?? String(type === 'error' ? stream.id : stream.id - 2)
      const pair = pairs.get(id) ?? takePair(id)
      if (pair.streams.has(type)) return undefined
      pair.streams.set(type, stream)
      const data = pair.streams.get('data')
      const error = pair.streams.get('error')
      if (data === undefined || error === undefined) return () => {}
      pair.timer.cancel()
      pairs.delete(id)
      return () => void runForwardedPort({ port, data }, error, forward)
    },
  })
  return connection.closed.then(() => {
    for (const { timer } of pairs.values()) timer.cancel()
  })
}
