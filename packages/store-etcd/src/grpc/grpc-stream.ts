import { frameFlag, frameHeaderBytes, frameType, writeFrameHeader } from './frames.ts'
import { GrpcError, grpcStatus, readTrailers, unavailable } from './grpc-error.ts'
import { encodeMessage, MessageReader } from './message-reader.ts'

/** What happens to a call. */
export interface StreamHandlers {
  readonly onMessage: (message: Buffer) => void
  /** The end of the call: undefined if it has succeeded. Called once, and nothing after it. */
  readonly onEnd: (error: GrpcError | undefined) => void
}

/** How a call reaches its connection. */
export interface StreamOwner {
  readonly onOutput: () => void
  readonly onCancel: () => void
}

/** A call of gRPC: a stream of HTTP/2. */
export class GrpcStream {
  readonly #handlers: StreamHandlers
  readonly #owner: StreamOwner
  readonly #messages = new MessageReader()
  #headers: Buffer | undefined
  #output: Buffer[] = []
  #isLastWritten = false
  #hasSentAll = false
  #number = 0
  #window = 0
  #consumed = 0
  #isEnded = false
  /** The answer did not begin as one of gRPC. */
  #refusal: GrpcError | undefined

  constructor(headers: Buffer, handlers: StreamHandlers, owner: StreamOwner) {
    this.#headers = headers
    this.#handlers = handlers
    this.#owner = owner
  }

  /** 0 before it is started. */
  get number(): number {
    return this.#number
  }

  get isStarted(): boolean {
    return this.#number > 0
  }

  /** Whether messages wait for a window. */
  get isBlocked(): boolean {
    return this.#output.length > 0
  }

  get hasSentHeaders(): boolean {
    return this.#headers === undefined
  }

  get hasSentAll(): boolean {
    return this.#hasSentAll
  }

  /** Sends a message. `isLast` says that none follows. */
  write(message: Uint8Array, isLast = false): void {
    if (this.#isEnded || this.#isLastWritten) return
    this.#output.push(encodeMessage(message))
    this.#isLastWritten = isLast
    this.#owner.onOutput()
  }

  /** Ends the call, here and at the server. */
  cancel(): void {
    if (!this.#isEnded) this.#owner.onCancel()
  }

  start(number: number, window: number): void {
    this.#number = number
    this.#window = window
  }

  /** The window has changed by so many bytes. */
  widen(bytes: number): void {
    this.#window += bytes
  }

  /** Adds the frames of what is there, and returns the bytes of the windows that they take. */
  take(connectionWindow: number, maxFrame: number, frames: Buffer[]): number {
    let allowed = Math.min(connectionWindow, this.#window)
    const before = allowed
    let headers = this.#headers
    this.#headers = undefined
    for (let next = this.#output[0]; next !== undefined && allowed > 0; next = this.#output[0]) {
      const piece = next.subarray(0, Math.min(next.length, allowed, maxFrame))
      if (piece.length === next.length) this.#output.shift()
      else this.#output[0] = next.subarray(piece.length)
      allowed -= piece.length
      const isEnd = this.#isLastWritten && this.#output.length === 0
      if (isEnd) this.#hasSentAll = true
      frames.push(this.#encode(headers, piece, isEnd ? frameFlag.endStream : 0))
      headers = undefined
    }
    if (headers !== undefined) frames.push(this.#encode(headers, undefined, 0))
    this.#window -= before - allowed
    return before - allowed
  }

  /** The content of a DATA frame. Returns why the call has failed, if it has. */
  receive(content: Buffer): GrpcError | undefined {
    if (this.#refusal !== undefined) return undefined
    const isReadable = this.#messages.push(content, (message) => {
      if (!this.#isEnded) this.#handlers.onMessage(message)
    })
    return isReadable ? undefined : new GrpcError(grpcStatus.internal, 'a message is compressed')
  }

  /** The bytes that the other side may send in addition; 0 for not yet. */
  consume(bytes: number, windowBytes: number): number {
    this.#consumed += bytes
    if (2 * this.#consumed < windowBytes) return 0
    const update = this.#consumed
    this.#consumed = 0
    return update
  }

  readHeaders(headers: ReadonlyMap<string, string>): void {
    const isAnswer = headers.get(':status') === '200' || headers.get(':status')?.startsWith('1')
    if (!isAnswer) this.#refusal = readTrailers(headers)
  }

  /** What the end of the answer says; undefined if the call has succeeded. */
  readTrailers(headers: ReadonlyMap<string, string> | undefined): GrpcError | undefined {
    if (this.#refusal !== undefined) return this.#refusal
    return headers === undefined ? unavailable('the answer has no status') : readTrailers(headers)
  }

  end(error: GrpcError | undefined): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#output = []
    this.#handlers.onEnd(error)
  }

  /** One or two frames in one buffer. */
  #encode(headers: Buffer | undefined, data: Buffer | undefined, flags: number): Buffer {
    const size = (bytes: Buffer | undefined): number => (bytes === undefined ? 0 : frameHeaderBytes + bytes.length)
    const encoded = Buffer.allocUnsafe(size(headers) + size(data))
    const stream = this.#number
    let at = 0
    if (headers !== undefined) {
      at = writeFrameHeader(encoded, at, {
        length: headers.length,
        type: frameType.headers,
        flags: frameFlag.endHeaders,
        stream,
      })
      encoded.set(headers, at)
      at += headers.length
    }
    if (data !== undefined) {
      at = writeFrameHeader(encoded, at, { length: data.length, type: frameType.data, flags, stream })
      encoded.set(data, at)
    }
    return encoded
  }
}
