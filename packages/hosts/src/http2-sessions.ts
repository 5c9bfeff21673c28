import { constants, createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { Clock, Timer } from '@pinnace/meta'
import type { HostOptions, HttpHandler } from './http-handler.ts'
import { connectionLimits } from './http-server.ts'
import { toHttp2Listener } from './http2.ts'

/** The HTTP/2 half of a port: takes connections that have agreed on h2. */
export interface Http2Sessions {
  /** Hands over a connection on which h2 was negotiated. */
  readonly server: Http2Server
  /** Says GOAWAY on every session; each closes when its last stream has ended. */
  close(): void
  /** Cuts every session off. */
  destroy(): void
}

/** Options of {@link createHttp2Sessions}. */
export interface Http2SessionsOptions extends HostOptions {
  readonly clock: Clock
  /** How long a session may stay without a stream. @default 90000 */
  readonly idleTimeoutMs?: number
}

// upstream: apiserver/pkg/server/secure_serving.go – the upload buffer of one stream, and of a hundred on one connection.
const streamWindowBytes = 256 * 1024

/**
 * Serves HTTP/2 sessions: 100 streams each, header blocks of up to 1 MiB in frames of up to 1 MiB, idle sessions
 * closed. A session that resets streams faster than a client can mean it is cut off by node's HTTP/2 library itself,
 * after a burst of 1,000.
 */
export function createHttp2Sessions(handle: HttpHandler, options: Http2SessionsOptions): Http2Sessions {
  const { clock, idleTimeoutMs = connectionLimits.idleTimeoutMs } = options
  const sessions = new Set<ServerHttp2Session>()
  const server = createServer({
    settings: {
      maxConcurrentStreams: connectionLimits.maxStreams,
      maxHeaderListSize: connectionLimits.maxHeaderBytes,
      maxFrameSize: 1024 * 1024,
      initialWindowSize: streamWindowBytes,
      enablePush: false,
    },
    // The default of 128 would refuse a request of many header lines; bytes are the limit.
    maxHeaderListPairs: 65_535,
    // Megabytes. Replies are counted here until they are sent: the default of 10 would refuse every request beside a large list.
    maxSessionMemory: 1000,
  })
  // The event carries the raw header lines as a fourth argument, which node's types leave out.
  server.on('stream', toHttp2Listener(handle, options) as (stream: ServerHttp2Stream) => void)
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    session.setLocalWindowSize(streamWindowBytes * connectionLimits.maxStreams)
    closeWhenIdle(session, clock, idleTimeoutMs)
  })
  // A session that fails has closed its streams, which is all there is to do about it.
  server.on('sessionError', () => undefined)
  return {
    server,
    close() {
      for (const session of sessions) session.close()
    },
    destroy() {
      for (const session of sessions) session.destroy(undefined, constants.NGHTTP2_NO_ERROR)
    },
  }
}

/** Closes a session that has had no stream for `idleTimeoutMs`; pings do not count. */
function closeWhenIdle(session: ServerHttp2Session, clock: Clock, idleTimeoutMs: number): void {
  let streams = 0
  let timer: Timer | undefined
  const arm = (): void => {
    timer = clock.after(idleTimeoutMs, () => session.close())
  }
  arm()
  session.on('stream', (stream) => {
    if (streams++ === 0) timer?.cancel()
    stream.once('close', () => {
      if (--streams === 0 && !session.closed && !session.destroyed) arm()
    })
  })
  session.once('close', () => timer?.cancel())
}
