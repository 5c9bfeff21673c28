import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { systemClock, type Clock } from '@pinnace/meta'
import { GrpcChannel, type Metadata } from '../../src/grpc/grpc-channel.ts'
import { encodeMessage } from '../../src/grpc/message-reader.ts'

/** A server of HTTP/2 whose streams a test answers itself, and a channel to it. */
export interface Peer extends AsyncDisposable {
  readonly channel: GrpcChannel
  readonly server: Http2Server
  readonly sessions: ServerHttp2Session[]
  /** The streams that have arrived. */
  readonly streams: ServerHttp2Stream[]
}

/** The metadata of the calls of tests. */
export const metadata: Metadata = [['hasleader', 'true']]

/** Starts a server that calls `answer` with each stream. */
export async function startPeer(
  answer: (stream: ServerHttp2Stream) => void,
  { settings = {}, clock = systemClock }: { readonly settings?: object; readonly clock?: Clock } = {},
): Promise<Peer> {
  const server = createServer({ settings })
  const sessions: ServerHttp2Session[] = []
  const streams: ServerHttp2Stream[] = []
  server.on('session', (session) => {
    sessions.push(session)
    session.on('error', () => undefined)
  })
  server.on('stream', (stream) => {
    streams.push(stream)
    stream.on('error', () => undefined)
    answer(stream)
  })
  const channel = new GrpcChannel({ host: '127.0.0.1', port: await listen(server), tls: undefined, clock })
  return {
    channel,
    server,
    sessions,
    streams,
    async [Symbol.asyncDispose]() {
      channel.close()
      for (const session of sessions) session.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers with the bytes that were sent. */
export function echo(stream: ServerHttp2Stream): void {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.on('end', () => succeed(stream, Buffer.concat(chunks).subarray(5)))
}

/** Answers with a message. */
export function succeed(stream: ServerHttp2Stream, message: Uint8Array): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.end(encodeMessage(message))
}

/** Starts a server of TCP that calls `answer` with each connection, and a channel to it. */
export async function startRawPeer(
  answer: (socket: Socket) => void,
  { clock = systemClock }: { readonly clock?: Clock } = {},
): Promise<{ readonly channel: GrpcChannel } & AsyncDisposable> {
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    answer(socket)
  })
  const channel = new GrpcChannel({ host: '127.0.0.1', port: await listen(server), tls: undefined, clock })
  return {
    channel,
    async [Symbol.asyncDispose]() {
      channel.close()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function listen(server: Server | Http2Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
