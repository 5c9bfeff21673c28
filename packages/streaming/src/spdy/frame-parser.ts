import { Buffer } from 'node:buffer'
import { readStreamId } from './frames.ts'
import { SpdyError } from './spdy-error.ts'

/** Receives the frames of a connection. */
export interface FrameHandler {
  onControl(type: number, flags: number, payload: Buffer): void
  /** A piece of a data frame. `isEnd`: the last piece of the last frame of the stream. */
  onData(streamId: number, chunk: Buffer, isEnd: boolean): void
}

/** A longer control frame ends the connection; data frames are passed on in pieces, as they arrive. */
const maxControlBytes = 64 * 1024
const headBytes = 8
const version = 3

/** Reads the frames of one direction of a connection; at most one control frame is buffered. */
export class FrameParser {
  readonly #handler: FrameHandler
  #buffered: Buffer = Buffer.alloc(0)
  #data: { readonly streamId: number; readonly isFin: boolean; left: number } | undefined

  constructor(handler: FrameHandler) {
    this.#handler = handler
  }

  /** Throws a SpdyError for a frame that is not valid. */
  push(chunk: Buffer): void {
    let rest = this.#buffered.length === 0 ? chunk : Buffer.concat([this.#buffered, chunk])
    for (;;) {
      const read = this.#data === undefined ? this.#readFrame(rest) : this.#readData(this.#data, rest)
      if (read === 0) break
      rest = rest.subarray(read)
    }
    this.#buffered = rest
  }

  /** The number of bytes that were read; 0 if more are needed. */
  #readFrame(bytes: Buffer): number {
    if (bytes.length < headBytes) return 0
    const flags = bytes.readUInt8(4)
    const length = bytes.readUIntBE(5, 3)
    const isControl = (bytes.readUInt8(0) & 0x80) !== 0
    if (!isControl) {
      this.#data = { streamId: readStreamId(bytes, 0), isFin: (flags & 1) !== 0, left: length }
      if (length === 0) this.#readData(this.#data, bytes.subarray(0, 0))
      return headBytes
    }
    if ((bytes.readUInt16BE(0) & 0x7fff) !== version) throw new SpdyError('a frame is not of SPDY/3')
    if (length > maxControlBytes) throw new SpdyError('a control frame is too long')
    if (bytes.length < headBytes + length) return 0
    this.#handler.onControl(bytes.readUInt16BE(2), flags, bytes.subarray(headBytes, headBytes + length))
    return headBytes + length
  }

  #readData(data: { readonly streamId: number; readonly isFin: boolean; left: number }, bytes: Buffer): number {
    const chunk = bytes.subarray(0, data.left)
    if (chunk.length === 0 && data.left > 0) return 0
    data.left -= chunk.length
    if (data.left === 0) this.#data = undefined
    this.#handler.onData(data.streamId, chunk, data.isFin && data.left === 0)
    return chunk.length
  }
}
