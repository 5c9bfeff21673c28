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
  return (response) => new NodeSink(response, frame)
}

/** A class, because an object with functions of its own takes several hundred bytes more, for each watch. */
class NodeSink implements ReplySink {
  readonly #response: ServerResponse
  readonly #frame: (chunk: Uint8Array) => Buffer
  /** The socket of a response whose chunks are framed here. */
  readonly #socket: Socket | undefined
  #isCorked = false

  constructor(response: ServerResponse, frame: (chunk: Uint8Array) => Buffer) {
    this.#response = response
    this.#frame = frame
    this.#socket = writableSocket(response)
  }

  get bufferedBytes(): number {
    return this.#response.writableLength
  }

  write(chunk: Uint8Array): boolean {
    const response = this.#response
    if (response.destroyed || response.writableEnded) return false
    // An empty chunk would end a chunked body.
    if (chunk.byteLength === 0) return true
    const socket = this.#socket
    return socket === undefined ? response.write(chunk) : this.#writeFramed(socket, chunk)
  }

  #writeFramed(socket: Socket, chunk: Uint8Array): boolean {
    if (!this.#isCorked) {
      this.#isCorked = true
      socket.cork()
      process.nextTick(() => {
        this.#isCorked = false
        socket.uncork()
      })
    }
    if (chunk.byteLength <= maxFramedBytes) return socket.write(this.#frame(chunk))
    socket.write(chunkHead(chunk))
    socket.write(chunk)
    return socket.write(lineEnd)
  }

  end(): void {
    this.#response.end()
  }

  abort(): void {
    this.#response.destroy()
  }

  onClose(listener: () => void): void {
    const response = this.#response
    if (response.closed) listener()
    // Not `once`, which takes more memory: it is emitted once.
    else response.on('close', listener)
  }
}

/** The socket of a response whose body is only chunked; undefined if it is processed in another way. */
function writableSocket(response: ServerResponse): Socket | undefined {
  // A middleware that compresses replies replaces `write`.
  const plain = response.chunkedEncoding && response.write === ServerResponse.prototype.write
  return plain ? (response.socket ?? undefined) : undefined
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
