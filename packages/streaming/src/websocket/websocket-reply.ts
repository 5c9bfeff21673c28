import { Buffer } from 'node:buffer'
import type { Duplex } from 'node:stream'
import { badRequest, type HttpReply, type ReplySink, type ReplyStream } from '@pinnace/meta'
import { acceptHeaders, handshakeProblem, offeredProtocols, type HandshakeRequest } from './handshake.ts'
import { WebSocketConnection } from './websocket-connection.ts'

/** How a stream is sent over a WebSocket. */
export interface WebSocketReplyOptions {
  /** Whether messages are texts. @default false */
  readonly isText?: boolean
  /** Splits what is written at once into messages. @default one message */
  readonly split?: (chunk: Uint8Array) => Iterable<Uint8Array>
  /** Whether a message is sent as text in base64. @default false */
  readonly isBase64?: boolean
}

/** The reply that sends a stream over a WebSocket instead of a body. Throws 400 for a handshake that is not valid. */
export function webSocketReply(
  request: HandshakeRequest,
  stream: ReplyStream,
  options: WebSocketReplyOptions = {},
): HttpReply {
  const problem = handshakeProblem(request)
  if (problem !== undefined) throw badRequest(problem)
  const protocol = offeredProtocols(request).find((name) => !name.startsWith('base64url.bearer.'))
  return {
    status: 101,
    headers: acceptHeaders(request, protocol),
    body: undefined,
    takeOver: (transport) => stream.start(toSink(transport, options)),
  }
}

/** The messages of lines: each line is one. */
export function* splitLines(chunk: Uint8Array): Generator<Uint8Array> {
  let start = 0
  for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
    yield chunk.subarray(start, end + 1)
    start = end + 1
  }
  if (start < chunk.length) yield chunk.subarray(start)
}

/** The messages of frames: each begins with its length in four bytes, which a WebSocket does not need. */
export function* splitFrames(chunk: Uint8Array): Generator<Uint8Array> {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  for (let start = 0; start + 4 <= bytes.length;) {
    const end = start + 4 + bytes.readUInt32BE(start)
    yield bytes.subarray(start + 4, end)
    start = end
  }
}

function toSink(transport: Duplex, options: WebSocketReplyOptions): ReplySink {
  const { isText = false, isBase64 = false, split = (chunk: Uint8Array) => [chunk] } = options
  // What a client sends is dropped.
  const webSocket = new WebSocketConnection({ transport, onData: () => true, onEnd: () => webSocket.close() })
  return {
    write(chunk) {
      let hasRoom = true
      for (const message of split(chunk)) {
        const sent = isBase64 ? Buffer.from(Buffer.from(message).toString('base64')) : message
        hasRoom = webSocket.send(sent, isText || isBase64)
      }
      return hasRoom
    },
    get bufferedBytes() {
      return webSocket.bufferedBytes
    },
    end: () => webSocket.close(),
    abort: () => webSocket.destroy(),
    onClose: (listener) => void webSocket.closed.then(listener),
  }
}
