import { Buffer } from 'node:buffer'
import { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ReplySink } from '@pinnace/meta'

// Larger chunks are not copied into one write.
const maxFramedBytes = 64 * 1024
const lineEnd = Buffer.from('\r\n')

/**
 * Creates sinks of node:http responses. A chunk for many clients is framed once, and the chunks of one client in one
 * turn of the event loop are sent in one write, at half of the cost of `response.write`.
 */
export function createNodeSinks(): (response: ServerResponse) => ReplySink {
  const frame = createFramer()
  return (response) => {
    const socket = writableSocket(response)
    const write = socket === undefined ? (chunk: Uint8Array) => response.write(chunk) : turnWriter(socket, frame)
    return {
      // An empty chunk would end a chunked body.
      write: (chunk) => !response.destroyed && !response.writableEnded && (chunk.byteLength === 0 || write(chunk)),
      get bufferedBytes(): number {
        return response.writableLength
      },
      end: () => void response.end(),
      abort: () => void response.destroy(),
      onClose: (listener) => {
        if (response.closed) listener()
        // Not `once`, which takes more memory: it is emitted once.
        else response.on('close', listener)
      },
    }
  }
}

/** The socket of a response whose body is only chunked; undefined if it is processed in another way. */
function writableSocket(response: ServerResponse): Socket | undefined {
  // A middleware that compresses replies replaces `write`.
  const plain = response.chunkedEncoding && response.write === ServerResponse.prototype.write
  return plain ? (response.socket ?? undefined) : undefined
}

function turnWriter(socket: Socket, frame: (chunk: Uint8Array) => Buffer): (chunk: Uint8Array) => boolean {
  let corked = false
  const uncork = (): void => {
    corked = false
    socket.uncork()
  }
  return (chunk) => {
    if (!corked) {
      corked = true
      socket.cork()
      process.nextTick(uncork)
    }
    if (chunk.byteLength <= maxFramedBytes) return socket.write(frame(chunk))
    socket.write(chunkHead(chunk))
    socket.write(chunk)
    return socket.write(lineEnd)
  }
}

/** Frames chunks and keeps the newest one: an event is written to all of its watchers in turn. */
function createFramer(): (chunk: Uint8Array) => Buffer {
  let newest: Uint8Array | undefined
  let framed = lineEnd
  return (chunk) => {
    if (chunk !== newest) {
      newest = chunk
      framed = Buffer.concat([chunkHead(chunk), chunk, lineEnd])
    }
    return framed
  }
}

// upstream: RFC 9112, 7.1 – the size in hexadecimal, then the bytes, each with a line end.
function chunkHead(chunk: Uint8Array): Buffer {
  return Buffer.from(`${chunk.byteLength.toString(16)}\r\n`, 'latin1')
}
