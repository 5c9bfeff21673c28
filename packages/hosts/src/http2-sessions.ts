import {
  constants,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Socket } from 'node:net'
import { systemClock, type Clock, type Timer } from '@pinnace/meta'
import { readFirstBytesInPieces } from './first-bytes.ts'
import type { HostOptions, HttpHandler } from './http-handler.ts'
import { connectionLimits } from './http-server.ts'
import { toHttp2Listener } from './http2.ts'
import type { RequestTurns } from './request-turns.ts'
import { createSessionEnds } from './session-ends.ts'

/** The HTTP/2 sessions of a port. */
export interface Http2Sessions {
  /** Begins a session on a connection that has negotiated h2. */
  begin(socket: Socket): void
  /** Sends GOAWAY on every session; each closes when its last stream has ended. */
  close(): void
  /** Destroys every session. */
  destroy(): void
}

/** Options of {@link createHttp2Sessions}. */
export interface Http2SessionsOptions extends HostOptions {
  readonly clock: Clock
  readonly turns: RequestTurns
  /** Timeout of a session without streams, milliseconds. @default 90000 */
  readonly idleTimeoutMs?: number
}

// upstream: apiserver/pkg/server/secure_serving.go – the upload buffer of one stream, and of a hundred on one connection.
const streamWindowBytes = 256 * 1024

/** Most streams of a session that may be reset at once, and the number a second after that. */
// upstream: golang.org/x/net/http2/server.go – a session with four times as many unstarted handlers as streams is closed.
// Here a stream has an object of Node.js before anything is known of it: four hundred take more than 50 ms.
const resetBurst = 2 * connectionLimits.maxStreams
const resetsPerSecond = 33

/**
 * Most streams of a session that are open. Those that are opened and reset in one packet close later: no client has reason
 * to open twice as many as it may.
 */
const mostOpen = 2 * connectionLimits.maxStreams

/**
 * Serves HTTP/2 sessions: 100 streams each, header blocks and frames of up to 1 MiB, idle sessions closed, and those that
 * reset streams too fast.
 */
export function createHttp2Sessions(handle: HttpHandler, options: Http2SessionsOptions): Http2Sessions {
  const { clock, turns, idleTimeoutMs = connectionLimits.idleTimeoutMs } = options
  const sessions = new Set<ServerHttp2Session>()
  const endsInTurns = createSessionEnds()
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
  const serve = toHttp2Listener(handle, options) as ServeStream
  server.on('session', (session) => {
    sessions.add(session)
    serveStreams(session, serve, turns)
    session.once('close', () => sessions.delete(session))
    session.setLocalWindowSize(streamWindowBytes * connectionLimits.maxStreams)
    closeWhenIdle(session, clock, idleTimeoutMs)
    closeWhenResetTooOften(session, clock)
  })
  // A session that fails has closed its streams: nothing is left to do.
  server.on('sessionError', () => undefined)
  return {
    begin(socket) {
      const begun = (session: ServerHttp2Session): void => readFirstBytesInPieces(socket, session, mostOpen)
      server.once('session', begun)
      endsInTurns(socket, () => server.emit('connection', socket))
      server.off('session', begun)
    },
    close() {
      for (const session of sessions) session.close()
    },
    destroy() {
      for (const session of sessions) session.destroy(undefined, constants.NGHTTP2_NO_ERROR)
    },
  }
}

type ServeStream = (stream: ServerHttp2Stream, ...rest: readonly unknown[]) => void

/** The streams of a session that are started at once when one packet opens them. */
const startedAtOnce = 16

const ignoreError = (): void => undefined

/**
 * Serves the streams of a session. Of many that one packet opens, the first are started at once, and the others when the
 * packet has been read, unless it resets them too: opening and resetting streams costs no more than reading them.
 */
function serveStreams(session: ServerHttp2Session, serve: ServeStream, turns: RequestTurns): void {
  let opened = 0
  session.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, ...rest: unknown[]) => {
    if (stream.destroyed) return
    // A stream may be reset while it waits.
    stream.on('error', ignoreError)
    // The next turn of the event loop, whichever clock is in use.
    if (opened++ === 0) systemClock.soon(() => (opened = 0))
    const start = (): void => {
      if (!stream.destroyed && !stream.closed) serve(stream, headers, ...rest)
    }
    if (opened <= startedAtOnce) turns.start(session, headers[':path'], start)
    else turns.defer(session, start)
  })
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

// The HTTP/2 library of Node.js does so after 1,000 resets, each of a request that has been started.
function closeWhenResetTooOften(session: ServerHttp2Session, clock: Clock): void {
  const end = (): void => session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM)
  let left = resetBurst
  let refilledMs = clock.monotonic()
  let open = 0
  session.prependListener('stream', (stream) => {
    if (++open > mostOpen) end()
    stream.once('close', () => {
      open--
      if (stream.rstCode === constants.NGHTTP2_NO_ERROR || session.destroyed) return
      const nowMs = clock.monotonic()
      left = Math.min(resetBurst, left + ((nowMs - refilledMs) / 1_000) * resetsPerSecond)
      refilledMs = nowMs
      left--
      if (left < 0) end()
    })
  })
}
