import type { ServerHttp2Stream } from 'node:http2'
import type { ReplySink } from '@pinnace/meta'

/**
 * The sink of a stream of node:http2. Chunks written while an earlier write is in progress are sent together. A class,
 * because an object with functions of its own takes several hundred bytes more, for each watch.
 */
export class Http2Sink implements ReplySink {
  readonly #stream: ServerHttp2Stream

  constructor(stream: ServerHttp2Stream) {
    this.#stream = stream
  }

  get bufferedBytes(): number {
    return this.#stream.writableLength
  }

  write(chunk: Uint8Array): boolean {
    const stream = this.#stream
    return stream.destroyed || stream.writableEnded ? false : stream.write(chunk)
  }

  end(): void {
    this.#stream.end()
  }

  abort(): void {
    abortStream(this.#stream)
  }

  onClose(listener: () => void): void {
    const stream = this.#stream
    if (stream.closed || stream.destroyed) listener()
    // Not `once`, which takes more memory: it is emitted once.
    else stream.on('close', listener)
  }
}

/** Resets a stream: closing it would end it, which a client takes for a complete reply. */
export function abortStream(stream: ServerHttp2Stream): void {
  stream.destroy(new Error('the reply was aborted'))
}
