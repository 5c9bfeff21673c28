import { Buffer } from 'node:buffer'
import { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ReplySink } from '@pinnace/meta'

// Beyond this size a chunk is not copied for the sake of one write.
const maxFramedBytes = 64 * 1024
const lineEnd = Buffer.from('\r\n')

/**
 * Makes sinks of node:http responses. A chunk that many clients get is framed once for all of them, and what one client
 * gets in one turn goes out as one write: half of the cost of `response.write`.
 */
export function createNodeSinks(): (response: ServerResponse) => ReplySink {
  const frame = createFramer()
  return (response) => {
    const socket = writableSocket(response)
    const write = socket === undefined ? (chunk: Uint8Array) => response.write(chunk) : turnWriter(socket, frame)
    return {
      // A chunk without bytes would be the end of a chunked body.
      write: (chunk) => !response.destroyed && !response.writableEnded && (chunk.byteLength === 0 || write(chunk)),
      get bufferedBytes(): number {
        return response.writableLength
      },
      end: () => void response.end(),
      abort: () => void response.destroy(),
      onClose: (listener) => {
        if (response.closed) listener()
        else response.once('close', listener)
      },
    }
  }
}

/** The socket under a response whose body node would only cut into chunks, or `undefined` where more happens to it. */
function writableSocket(response: ServerResponse): Socket | undefined {
  // A middleware that compresses replies puts its own `write` in the place of node's.
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

/** Remembers the newest chunk: an event goes to its watchers one after the other. */
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
