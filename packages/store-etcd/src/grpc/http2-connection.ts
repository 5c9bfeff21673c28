import type { Socket } from 'node:net'
import type { Clock, Timer } from '@pinnace/meta'
import {
  contentOf,
  encodeFrame,
  encodeNumber,
  encodeSettings,
  errorCode,
  frameFlag,
  FrameReader,
  frameType,
  initialWindowBytes,
  maxFrameBytes,
  maxWindowBytes,
  setting,
  type Frame,
} from './frames.ts'
import { GrpcError, grpcStatus, unavailable } from './grpc-error.ts'
import { GrpcStream, type StreamHandlers } from './grpc-stream.ts'
import { HeaderDecoder, HeaderError } from './hpack.ts'

/** Options of {@link Http2Connection}. */
export interface Http2ConnectionOptions {
  /** Connected; it belongs to the connection from now on. */
  readonly socket: Socket
  readonly clock: Clock
  /** A call is in progress and nothing has arrived for so long: the other side is asked whether it is there. */
  readonly keepAliveMs: number
  /** It has so long to answer that. */
  readonly keepAliveTimeoutMs: number
  /** The other side has said what it accepts: calls may be sent. */
  readonly onReady: () => void
  /** No further calls are accepted; those in progress go on. */
  readonly onDraining: () => void
  /** The connection has ended, and all its calls. */
  readonly onClosed: (error: GrpcError) => void
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
/** What may be on its way to this side; it is consumed as soon as it arrives. */
const receiveWindowBytes = 8 * 1024 * 1024
const maxHeaderFrames = 16
const noBytes = Buffer.alloc(0)

/**
 * The client's side of an HTTP/2 connection that carries calls of gRPC. Frames are written when the turn of the event loop is
 * over, all with one write; calls above the limit of the other side wait for others to end.
 */
export class Http2Connection {
  readonly #options: Http2ConnectionOptions
  readonly #frames = new FrameReader()
  readonly #headers = new HeaderDecoder()
  readonly #streams = new Map<number, GrpcStream>()
  /** Those that the other side does not allow yet, in their order. */
  readonly #queued = new Set<GrpcStream>()
  /** Those that have something to write, in their order; they may wait for a window. */
  readonly #writing = new Set<GrpcStream>()
  #output: Buffer[] = []
  #isFlushPlanned = false
  #lastStream = -1
  #maxStreams = Infinity
  #peerFrameBytes = maxFrameBytes
  #peerStreamWindow = initialWindowBytes
  #sendWindow = initialWindowBytes
  #consumed = 0
  /** The fragments of headers whose last one has not arrived. */
  #headerFrames: Frame[] = []
  #isReady = false
  #isDraining = false
  #closed: GrpcError | undefined
  #readAtMs: number
  #keepAlive: Timer | undefined

  constructor(options: Http2ConnectionOptions) {
    this.#options = options
    const { socket, clock } = options
    this.#readAtMs = clock.monotonic()
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', (cause) => this.#close(unavailable(`the connection failed: ${cause.message}`, { cause })))
    socket.on('close', () => this.#close(unavailable('the connection was closed')))
    const settings = encodeSettings([
      [setting.enablePush, 0],
      [setting.initialWindow, receiveWindowBytes],
    ])
    const window = encodeNumber(frameType.windowUpdate, 0, receiveWindowBytes - initialWindowBytes)
    socket.write(Buffer.concat([preface, settings, window]))
  }

  /** Whether calls can be opened. */
  get isOpen(): boolean {
    return this.#isReady && !this.#isDraining && this.#closed === undefined
  }

  /** Opens a call with its headers, which are encoded. */
  open(headers: Buffer, handlers: StreamHandlers): GrpcStream {
    const stream = new GrpcStream(headers, handlers, {
      onOutput: () => this.#plan(stream),
      onCancel: () => this.#cancel(stream),
    })
    this.#queued.add(stream)
    this.#startQueued()
    return stream
  }

  /** Ends the connection and all its calls. */
  destroy(error: GrpcError): void {
    this.#close(error)
  }

  #startQueued(): void {
    for (const stream of this.#queued) {
      if (!this.isOpen || this.#streams.size >= this.#maxStreams) return
      this.#queued.delete(stream)
      this.#start(stream)
    }
  }

  #start(stream: GrpcStream): void {
    this.#lastStream += 2
    this.#streams.set(this.#lastStream, stream)
    stream.start(this.#lastStream, this.#peerStreamWindow)
    this.#keepAlive ??= this.#watchOver(this.#options.keepAliveMs)
    this.#plan(stream)
    // A number of a stream is never used again.
    if (this.#lastStream > maxWindowBytes - 2) this.#drain()
  }

  #plan(stream: GrpcStream): void {
    if (!stream.isStarted) return
    this.#writing.add(stream)
    this.#planFlush()
  }

  #write(bytes: Buffer): void {
    this.#output.push(bytes)
    this.#planFlush()
  }

  #planFlush(): void {
    if (this.#isFlushPlanned) return
    this.#isFlushPlanned = true
    this.#options.clock.soon(() => this.#flush())
  }

  /** Writes what is there, as far as the windows allow. */
  #flush(): void {
    this.#isFlushPlanned = false
    if (this.#closed !== undefined) return
    const output = this.#output
    this.#output = []
    for (const stream of this.#writing) {
      this.#sendWindow -= stream.take(this.#sendWindow, this.#peerFrameBytes, output)
      if (!stream.isBlocked) this.#writing.delete(stream)
    }
    const [first = noBytes] = output
    if (output.length > 0) this.#options.socket.write(output.length === 1 ? first : Buffer.concat(output))
  }

  #read(chunk: Buffer): void {
    this.#readAtMs = this.#options.clock.monotonic()
    try {
      const isReadable = this.#frames.push(chunk, (frame) => this.#receive(frame))
      if (!isReadable) this.#violated('a frame is too long', errorCode.frameSize)
    } catch (error) {
      if (!(error instanceof HeaderError)) throw error
      this.#violated(error.message, errorCode.compression)
    }
  }

  #receive(frame: Frame): void {
    if (this.#closed !== undefined) return
    const { type, flags, stream, payload } = frame
    if (this.#headerFrames.length > 0 && type !== frameType.continuation) {
      return this.#violated('headers were interrupted', errorCode.protocol)
    }
    const isAcknowledgement = (flags & frameFlag.acknowledged) !== 0
    if (type === frameType.data) this.#receiveData(frame)
    else if (type === frameType.headers || type === frameType.continuation) this.#receiveHeaders(frame)
    else if (type === frameType.settings && !isAcknowledgement) this.#receiveSettings(payload)
    else if (type === frameType.ping && !isAcknowledgement && payload.length === 8) {
      this.#write(encodeFrame({ ...frame, flags: frameFlag.acknowledged }))
    } else if (type === frameType.windowUpdate && payload.length === 4) {
      this.#receiveWindow(stream, payload.readUInt32BE(0) & maxWindowBytes)
    } else if (type === frameType.reset && payload.length === 4) this.#receiveReset(stream, payload.readUInt32BE(0))
    else if (type === frameType.goAway && payload.length >= 8) this.#receiveGoAway(payload)
    else if (type === frameType.pushPromise) this.#violated('a push was not agreed', errorCode.protocol)
  }

  #receiveData(frame: Frame): void {
    const content = contentOf(frame)
    if (content === undefined) return this.#violated('the padding of a frame is not valid', errorCode.protocol)
    const size = frame.payload.length
    this.#consumed += size
    if (2 * this.#consumed >= receiveWindowBytes) {
      this.#write(encodeNumber(frameType.windowUpdate, 0, this.#consumed))
      this.#consumed = 0
    }
    const stream = this.#streams.get(frame.stream)
    // What comes for a call that was canceled is dropped.
    if (stream === undefined) return
    const isLast = (frame.flags & frameFlag.endStream) !== 0
    const failure = stream.receive(content)
    if (failure !== undefined) return this.#fail(stream, failure)
    if (isLast) return this.#end(stream, stream.readTrailers(undefined))
    const update = stream.consume(size, receiveWindowBytes)
    if (update > 0) this.#write(encodeNumber(frameType.windowUpdate, frame.stream, update))
  }

  #receiveHeaders(frame: Frame): void {
    const first = this.#headerFrames[0] ?? frame
    if ((frame.type === frameType.continuation) !== (first !== frame) || frame.stream !== first.stream) {
      return this.#violated('headers were interrupted', errorCode.protocol)
    }
    this.#headerFrames.push(frame)
    if (this.#headerFrames.length > maxHeaderFrames) return this.#violated('headers are too long', errorCode.protocol)
    if ((frame.flags & frameFlag.endHeaders) === 0) return
    const [content = noBytes, ...more] = this.#headerFrames.map((each) =>
      each === first ? contentOf(each) : each.payload,
    )
    const block = more.length === 0 ? content : Buffer.concat([content, ...more.map((each) => each ?? noBytes)])
    this.#headerFrames = []
    // Decoded also for calls that were canceled: later headers refer to these.
    const headers = this.#headers.decode(block)
    const stream = this.#streams.get(first.stream)
    if (stream === undefined) return
    const isLast = (first.flags & frameFlag.endStream) !== 0
    if (!isLast) return stream.readHeaders(headers)
    // The other side does not wait for the rest of a call that it has answered.
    if (!stream.hasSentAll) this.#reset(stream)
    this.#end(stream, stream.readTrailers(headers))
  }

  #receiveSettings(payload: Buffer): void {
    for (let at = 0; at + 6 <= payload.length; at += 6) {
      const value = payload.readUInt32BE(at + 2)
      const id = payload.readUInt16BE(at)
      if (id === setting.maxConcurrentStreams) this.#maxStreams = value
      else if (id === setting.maxFrameBytes) this.#peerFrameBytes = value
      else if (id === setting.initialWindow) {
        if (value > maxWindowBytes) return this.#violated('a window is too large', errorCode.flowControl)
        for (const stream of this.#streams.values()) stream.widen(value - this.#peerStreamWindow)
        this.#peerStreamWindow = value
      }
    }
    this.#write(encodeFrame({ type: frameType.settings, flags: frameFlag.acknowledged, stream: 0, payload: noBytes }))
    if (!this.#isReady) {
      this.#isReady = true
      this.#options.onReady()
    }
    this.#startQueued()
  }

  #receiveWindow(number: number, bytes: number): void {
    if (number === 0) {
      this.#sendWindow += bytes
      if (this.#sendWindow > maxWindowBytes) return this.#violated('a window is too large', errorCode.flowControl)
    } else this.#streams.get(number)?.widen(bytes)
    if (this.#writing.size > 0) this.#planFlush()
  }

  #receiveReset(number: number, code: number): void {
    const stream = this.#streams.get(number)
    if (stream === undefined) return
    const isSent = code !== errorCode.refused
    this.#end(stream, unavailable(`the call was reset with code ${code}`, { isSent }))
  }

  #receiveGoAway(payload: Buffer): void {
    const last = payload.readUInt32BE(0) & maxWindowBytes
    const error = unavailable('the connection is going away', { isSent: false })
    this.#drain()
    for (const [number, stream] of this.#streams) if (number > last) this.#end(stream, error)
    for (const stream of this.#queued) this.#end(stream, error)
  }

  #drain(): void {
    if (this.#isDraining) return
    this.#isDraining = true
    this.#options.onDraining()
    this.#closeIfDone()
  }

  /** Ends a call at both sides. */
  #fail(stream: GrpcStream, error: GrpcError): void {
    this.#reset(stream)
    this.#end(stream, error)
  }

  #reset(stream: GrpcStream): void {
    if (stream.hasSentHeaders) this.#write(encodeNumber(frameType.reset, stream.number, errorCode.cancel))
  }

  #cancel(stream: GrpcStream): void {
    this.#fail(stream, new GrpcError(grpcStatus.cancelled, 'the call was canceled', { isSent: stream.hasSentHeaders }))
  }

  #end(stream: GrpcStream, error: GrpcError | undefined): void {
    this.#queued.delete(stream)
    this.#writing.delete(stream)
    this.#streams.delete(stream.number)
    stream.end(error)
    this.#startQueued()
    this.#closeIfDone()
  }

  #closeIfDone(): void {
    if (this.#isDraining && this.#streams.size === 0) this.#options.socket.destroySoon()
  }

  #violated(message: string, code: number): void {
    const payload = Buffer.alloc(8)
    payload.writeUInt32BE(code, 4)
    this.#options.socket.write(encodeFrame({ type: frameType.goAway, flags: 0, stream: 0, payload }))
    this.#close(unavailable(`the other side does not follow HTTP/2: ${message}`))
  }

  #close(error: GrpcError): void {
    if (this.#closed !== undefined) return
    this.#closed = error
    this.#keepAlive?.cancel()
    this.#options.socket.destroy()
    const unsent = unavailable(error.message, { isSent: false, cause: error })
    const queued = [...this.#queued]
    const started = [...this.#streams.values()]
    this.#queued.clear()
    this.#streams.clear()
    this.#writing.clear()
    this.#options.onClosed(error)
    for (const stream of [...started, ...queued]) stream.end(stream.hasSentHeaders ? error : unsent)
  }

  /** Asks after a silence whether the other side is there, while calls are in progress. */
  #watchOver(delayMs: number): Timer {
    const { clock, keepAliveMs, keepAliveTimeoutMs } = this.#options
    return clock.after(delayMs, () => {
      this.#keepAlive = undefined
      if (this.#streams.size === 0) return
      const silentMs = clock.monotonic() - this.#readAtMs
      if (silentMs < keepAliveMs) {
        this.#keepAlive = this.#watchOver(keepAliveMs - silentMs)
        return
      }
      const askedMs = clock.monotonic()
      this.#write(encodeFrame({ type: frameType.ping, flags: 0, stream: 0, payload: Buffer.alloc(8) }))
      this.#keepAlive = clock.after(keepAliveTimeoutMs, () => {
        if (this.#readAtMs < askedMs) this.#close(unavailable('the other side does not answer'))
        else this.#keepAlive = this.#watchOver(keepAliveMs)
      })
    })
  }
}
