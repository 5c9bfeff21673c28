import { constants, createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { Clock, Timer } from '@pinnace/meta'
import type { HostOptions, HttpHandler } from './http-handler.ts'
import { connectionLimits } from './http-server.ts'
import { toHttp2Listener } from './http2.ts'

/** The HTTP/2 sessions of a port. */
export interface Http2Sessions {
  /** Emit `connection` on it with a socket that has negotiated h2. */
  readonly server: Http2Server
  /** Sends GOAWAY on every session; each closes when its last stream has ended. */
  close(): void
  /** Destroys every session. */
  destroy(): void
}

/** Options of {@link createHttp2Sessions}. */
export interface Http2SessionsOptions extends HostOptions {
  readonly clock: Clock
  /** Timeout of a session without streams, milliseconds. @default 90000 */
  readonly idleTimeoutMs?: number
}

// upstream: apiserver/pkg/server/secure_serving.go – the upload buffer of one stream, and of a hundred on one connection.
const streamWindowBytes = 256 * 1024

/**
 * Serves HTTP/2 sessions: 100 streams each, header blocks and frames of up to 1 MiB, idle sessions closed. The HTTP/2
 * library of Node.js itself closes sessions that reset streams too fast, after a burst of 1,000.
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
    // The default of 128 would reject requests with many headers; the limit is in bytes.
    maxHeaderListPairs: 65_535,
    // Megabytes. Replies count until they are sent: the default of 10 would reject every request beside a large list.
    maxSessionMemory: 1000,
  })
  // The event has the raw headers as a fourth argument, which the types of Node.js leave out.
  server.on('stream', toHttp2Listener(handle, options) as (stream: ServerHttp2Stream) => void)
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    session.setLocalWindowSize(streamWindowBytes * connectionLimits.maxStreams)
    closeWhenIdle(session, clock, idleTimeoutMs)
  })
  // A session that fails has closed its streams: nothing is left to do.
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
