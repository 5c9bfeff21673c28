import { Buffer } from 'node:buffer'

// upstream: RFC 6455, 5.2
/** The meanings of frames. */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** A violation of WebSocket by the client; its connection is closed with the code. */
export class WebSocketError extends Error {
  override readonly name = 'WebSocketError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Receives the frames of a connection. */
export interface WebSocketFrameHandler {
  /** A piece of a message. */
  onData(chunk: Buffer, piece: MessagePiece): void
  onControl(opcode: number, payload: Buffer): void
}

/** Where a piece stands in its message. */
export interface MessagePiece {
  readonly isText: boolean
  readonly isStart: boolean
  readonly isEnd: boolean
}

interface OpenFrame {
  readonly isFinal: boolean
  readonly mask: Buffer
  left: number
  position: number
}

const maxControlBytes = 125

/**
 * Reads what a client sends. The payload of messages is passed on in pieces, as it arrives; only the head of a frame and
 * one control frame are buffered. Throws a {@link WebSocketError} for a frame that is not valid.
 */
export class WebSocketFrameParser {
  readonly #handler: WebSocketFrameHandler
  #buffered: Buffer = Buffer.alloc(0)
  #frame: OpenFrame | undefined
  /** The message whose frames are arriving. */
  #message: { readonly isText: boolean; isStart: boolean } | undefined

  constructor(handler: WebSocketFrameHandler) {
    this.#handler = handler
  }

  push(chunk: Buffer): void {
    let rest = this.#buffered.length === 0 ? chunk : Buffer.concat([this.#buffered, chunk])
    for (;;) {
      const read = this.#frame === undefined ? this.#readHead(rest) : this.#readPayload(this.#frame, rest)
      if (read === 0) break
      rest = rest.subarray(read)
    }
    this.#buffered = rest
  }

  /** The number of bytes that were read; 0 if more are needed. */
  #readHead(bytes: Buffer): number {
    const head = readHead(bytes)
    if (head === undefined) return 0
    const { opcode, isFinal, length, mask, headBytes } = head
    if (opcode >= opcodes.close) {
      if (!isFinal || length > maxControlBytes) throw new WebSocketError(1002, 'a control frame is too long')
      if (bytes.length < headBytes + length) return 0
      const payload = unmask(bytes.subarray(headBytes, headBytes + length), mask, 0)
      this.#handler.onControl(opcode, payload)
      return headBytes + length
    }
    const isContinuation = opcode === opcodes.continuation
    if (isContinuation === (this.#message === undefined)) throw new WebSocketError(1002, 'messages are interleaved')
    this.#message ??= { isText: opcode === opcodes.text, isStart: true }
    this.#frame = { isFinal, mask, left: length, position: 0 }
    if (length === 0) this.#readPayload(this.#frame, bytes.subarray(0, 0))
    return headBytes
  }

  #readPayload(frame: OpenFrame, bytes: Buffer): number {
    const masked = bytes.subarray(0, frame.left)
    if (masked.length === 0 && frame.left > 0) return 0
    const chunk = unmask(masked, frame.mask, frame.position)
    frame.left -= chunk.length
    frame.position += chunk.length
    const isFrameEnd = frame.left === 0
    if (isFrameEnd) this.#frame = undefined
    const message = this.#message
    if (message === undefined) return chunk.length
    const { isText, isStart } = message
    message.isStart = false
    const isEnd = isFrameEnd && frame.isFinal
    if (isEnd) this.#message = undefined
    this.#handler.onData(chunk, { isText, isStart, isEnd })
    return chunk.length
  }
}

interface FrameHead {
  readonly opcode: number
  readonly isFinal: boolean
  readonly length: number
  readonly mask: Buffer
  readonly headBytes: number
}

function readHead(bytes: Buffer): FrameHead | undefined {
  if (bytes.length < 2) return undefined
  const [first = 0, second = 0] = bytes
  const opcode = first & 0x0f
  if ((first & 0x70) !== 0) throw new WebSocketError(1002, 'an extension was not negotiated')
  if (opcode > opcodes.pong || (opcode > opcodes.binary && opcode < opcodes.close))
    throw new WebSocketError(1002, 'a frame is of an unknown type')
  if ((second & 0x80) === 0) throw new WebSocketError(1002, 'a frame of the client is not masked')
  const short = second & 0x7f
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
  const headBytes = 2 + lengthBytes + 4
  if (bytes.length < headBytes) return undefined
  const length = lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(2) : readLong(bytes)
  return { opcode, isFinal: (first & 0x80) !== 0, length, mask: bytes.subarray(headBytes - 4, headBytes), headBytes }
}

function readLong(bytes: Buffer): number {
  const length = bytes.readBigUInt64BE(2)
  if (length > BigInt(Number.MAX_SAFE_INTEGER)) throw new WebSocketError(1009, 'a frame is too long')
  return Number(length)
}

function unmask(bytes: Buffer, mask: Buffer, position: number): Buffer {
  const clear = Buffer.allocUnsafe(bytes.length)
  for (let index = 0; index < bytes.length; index++) {
    clear[index] = (bytes[index] ?? 0) ^ (mask[(position + index) & 3] ?? 0)
  }
  return clear
}
