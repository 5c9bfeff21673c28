import type { Buffer } from 'node:buffer'
import { Duplex } from 'node:stream'
import type { SpdyHeaders } from './header-block.ts'

/** What a stream needs of its connection. */
export interface StreamTransport {
  /** Writes a piece of the stream; calls back when it has been sent. */
  send(streamId: number, chunk: Buffer | undefined, isEnd: boolean, callback: (error?: Error | null) => void): void
  /** The stream has room again. */
  resume(stream: SpdyStream): void
  /** The stream is over, although `left` directions have not ended: ours only, or that of the peer too. */
  release(stream: SpdyStream, left: 'none' | 'own' | 'both'): void
}

/** A stream of a {@link SpdyConnection}: `end` closes its direction only. */
export class SpdyStream extends Duplex {
  readonly id: number
  readonly headers: SpdyHeaders
  readonly #transport: StreamTransport
  #isReset = false

  constructor(id: number, headers: SpdyHeaders, transport: StreamTransport) {
    super({ allowHalfOpen: true })
    this.id = id
    this.headers = headers
    this.#transport = transport
    // A stream that is aborted is closed; listening for the reason is optional.
    this.on('error', () => {})
  }

  /** The peer has sent a chunk; false if the stream has no room for more. */
  receive(chunk: Buffer, isEnd: boolean): boolean {
    if (this.readableEnded || this.destroyed) return true
    const hasRoom = chunk.length === 0 || this.push(chunk)
    if (isEnd) this.push(null)
    return hasRoom || isEnd
  }

  /** The peer has reset the stream: what was received can still be read. */
  reset(): void {
    this.#isReset = true
    if (!this.readableEnded) this.push(null)
    this.end()
  }

  override _read(): void {
    this.#transport.resume(this)
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    if (this.#isReset) callback()
    else this.#transport.send(this.id, chunk, false, callback)
  }

  override _final(callback: (error?: Error | null) => void): void {
    if (this.#isReset) callback()
    else this.#transport.send(this.id, undefined, true, callback)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    const left = !this.readableEnded ? 'both' : this.writableFinished ? 'none' : 'own'
    this.#transport.release(this, this.#isReset ? 'none' : left)
    callback(error)
  }
}
