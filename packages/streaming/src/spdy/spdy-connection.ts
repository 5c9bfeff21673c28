import type { Buffer } from 'node:buffer'
import type { Duplex } from 'node:stream'
import { FrameParser } from './frame-parser.ts'
import {
  controlTypes,
  dataHead,
  flagFin,
  goAwayFrame,
  pingFrame,
  readStreamId,
  resetCodes,
  rstStreamFrame,
  synReplyFrame,
  synStreamFrame,
} from './frames.ts'
import { createHeaderReader, createHeaderWriter, type SpdyHeaders } from './header-block.ts'
import { SpdyError } from './spdy-error.ts'
import { SpdyStream, type StreamTransport } from './spdy-stream.ts'

/** Options for {@link SpdyConnection}. */
export interface SpdyConnectionOptions {
  /** The connection, after its upgrade. */
  readonly transport: Duplex
  readonly role: 'client' | 'server'
  /** A stream of the peer: what to do once it has been accepted; undefined refuses it. @default every stream is refused */
  readonly onStream?: (stream: SpdyStream) => (() => void) | undefined
  /** The most open streams of the peer; further ones are refused. @default 1000 */
  readonly maxStreams?: number
}

/** A peer that sends control frames while more than this waits to be sent is disconnected: most frames are answered. */
const maxUnsentBytes = 64 * 1024 * 1024

const noHeaders: SpdyHeaders = new Map()

/**
 * A connection of SPDY/3.1. Like its other implementations for containers it has no flow control of its own: while a
 * stream is not read, nothing is read from the connection.
 */
export class SpdyConnection {
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>
  readonly #transport: Duplex
  readonly #onStream: (stream: SpdyStream) => (() => void) | undefined
  readonly #maxStreams: number
  readonly #isServer: boolean
  readonly #streams = new Map<number, SpdyStream>()
  readonly #replies = new Map<number, (isAccepted: boolean) => void>()
  /** The streams that have no room. */
  readonly #full = new Set<SpdyStream>()
  readonly #readHeaders = createHeaderReader()
  readonly #writeHeaders = createHeaderWriter()
  readonly #parser: FrameParser
  #nextId: number
  #lastPeerId = 0
  #isGoingAway = false

  constructor({ transport, role, onStream = () => undefined, maxStreams = 1000 }: SpdyConnectionOptions) {
    this.#transport = transport
    this.#onStream = onStream
    this.#maxStreams = maxStreams
    this.#isServer = role === 'server'
    this.#nextId = this.#isServer ? 2 : 1
    this.#parser = new FrameParser({
      onControl: (type, flags, payload) => this.#onControl(type, flags, payload),
      onData: (streamId, chunk, isEnd) => this.#onData(streamId, chunk, isEnd),
    })
    this.closed = new Promise((resolve) => {
      transport.once('close', () => {
        this.#onClosed()
        resolve()
      })
    })
    transport.on('error', () => transport.destroy())
    transport.on('end', () => this.#onEnd())
    transport.on('data', (chunk: Buffer) => this.#read(chunk))
  }

  /** Opens a stream. Resolves when the peer has accepted it; rejects if it does not. */
  open(headers: Readonly<Record<string, string>>): Promise<SpdyStream> {
    const id = this.#nextId
    this.#nextId += 2
    const lines: SpdyHeaders = new Map(Object.entries(headers))
    const stream = new SpdyStream(id, lines, this.#streamTransport)
    if (this.#transport.destroyed) return Promise.reject(new SpdyError('the connection is closed'))
    this.#streams.set(id, stream)
    return new Promise((resolve, reject) => {
      this.#replies.set(id, (isAccepted) => {
        this.#replies.delete(id)
        if (isAccepted) resolve(stream)
        else reject(new SpdyError('the stream was refused'))
      })
      this.#transport.write(synStreamFrame(id, this.#writeHeaders(lines)))
    })
  }

  /** Ends the connection, once everything that was written has been sent. */
  close(): void {
    if (this.#isGoingAway || this.#transport.destroyed) return
    this.#isGoingAway = true
    if (this.#transport.writable) this.#transport.end(goAwayFrame(this.#lastPeerId))
    this.#full.clear()
    this.#transport.resume()
  }

  /** Closes the connection at once. */
  destroy(): void {
    this.#transport.destroy()
  }

  readonly #streamTransport: StreamTransport = {
    send: (streamId, chunk, isEnd, callback) => {
      const transport = this.#transport
      if (!transport.writable) {
        callback(new SpdyError('the connection is closed'))
        return
      }
      const head = dataHead(streamId, isEnd ? flagFin : 0, chunk?.length ?? 0)
      if (chunk === undefined) {
        transport.write(head, callback)
        return
      }
      transport.write(head)
      transport.write(chunk, callback)
    },
    resume: (stream) => {
      if (this.#full.delete(stream) && this.#full.size === 0) this.#transport.resume()
    },
    release: (stream, left) => {
      if (!this.#streams.delete(stream.id)) return
      if (left === 'both') this.#send(rstStreamFrame(stream.id, resetCodes.cancel))
      else if (left === 'own') this.#send(dataHead(stream.id, flagFin, 0))
      this.#streamTransport.resume(stream)
    },
  }

  #send(frame: Buffer): void {
    if (this.#transport.writable) this.#transport.write(frame)
  }

  #read(chunk: Buffer): void {
    try {
      this.#parser.push(chunk)
    } catch (error) {
      this.#transport.destroy(error instanceof SpdyError ? undefined : (error as Error))
    }
  }

  #onControl(type: number, flags: number, payload: Buffer): void {
    if (this.#transport.writableLength > maxUnsentBytes) throw new SpdyError('the peer does not read')
    switch (type) {
      case controlTypes.synStream:
        this.#onSynStream(flags, payload)
        break
      case controlTypes.synReply:
        assertLength(payload, 4)
        this.#readHeaders(payload.subarray(4))
        this.#replies.get(readStreamId(payload, 0))?.(true)
        if ((flags & flagFin) !== 0) this.#onData(readStreamId(payload, 0), payload.subarray(0, 0), true)
        break
      case controlTypes.rstStream:
        assertLength(payload, 8)
        this.#replies.get(readStreamId(payload, 0))?.(false)
        this.#streams.get(readStreamId(payload, 0))?.reset()
        break
      case controlTypes.ping:
        assertLength(payload, 4)
        this.#onPing(payload.readUInt32BE(0))
        break
      case controlTypes.headers:
        assertLength(payload, 4)
        // INVARIANT: every block is decompressed, as later ones refer to it.
        this.#readHeaders(payload.subarray(4))
        if ((flags & flagFin) !== 0) this.#onData(readStreamId(payload, 0), payload.subarray(0, 0), true)
        break
      default:
        // SETTINGS, GOAWAY, WINDOW_UPDATE and unknown frames change nothing.
        break
    }
  }

  #onSynStream(flags: number, payload: Buffer): void {
    assertLength(payload, 10)
    const id = readStreamId(payload, 0)
    const headers = this.#readHeaders(payload.subarray(10))
    const isOfPeer = (id % 2 === 1) === this.#isServer
    if (!isOfPeer || id <= this.#lastPeerId) throw new SpdyError('the number of a stream is not valid')
    this.#lastPeerId = id
    const stream = new SpdyStream(id, headers, this.#streamTransport)
    this.#streams.set(id, stream)
    const hasRoom = this.#streams.size <= this.#maxStreams && !this.#isGoingAway
    const use = hasRoom ? this.#onStream(stream) : undefined
    if (use === undefined) {
      this.#streams.delete(id)
      stream.destroy()
      this.#transport.write(rstStreamFrame(id, resetCodes.refusedStream))
      return
    }
    this.#transport.write(synReplyFrame(id, this.#writeHeaders(noHeaders)))
    if ((flags & flagFin) !== 0) stream.receive(payload.subarray(0, 0), true)
    use()
  }

  #onData(streamId: number, chunk: Buffer, isEnd: boolean): void {
    // Data of a stream that was reset meanwhile is dropped.
    const stream = this.#streams.get(streamId)
    if (stream === undefined || stream.receive(chunk, isEnd)) return
    this.#full.add(stream)
    this.#transport.pause()
  }

  // INVARIANT: a ping of our own number is an answer, which is not answered.
  #onPing(id: number): void {
    if ((id % 2 === 1) === this.#isServer) this.#transport.write(pingFrame(id))
  }

  #onEnd(): void {
    for (const stream of this.#streams.values()) stream.reset()
    this.#transport.end()
  }

  #onClosed(): void {
    for (const reply of this.#replies.values()) reply(false)
    // What had arrived can still be read.
    for (const stream of this.#streams.values()) stream.reset()
    this.#streams.clear()
  }
}

function assertLength(payload: Buffer, bytes: number): void {
  if (payload.length < bytes) throw new SpdyError('a control frame is too short')
}
