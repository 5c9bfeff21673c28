import { Buffer } from 'node:buffer'
import { Readable, Writable, type Duplex } from 'node:stream'
import type { MessagePiece } from './frame-parser.ts'
import { WebSocketConnection } from './websocket-connection.ts'

/** How the messages of channels are written: as bytes, or as texts in base64. */
export type ChannelCodec = 'binary' | 'base64'

/** Options for {@link ChannelConnection}. */
export interface ChannelConnectionOptions {
  /** The connection, after its upgrade. */
  readonly transport: Duplex
  readonly codec: ChannelCodec
  /** The channels that the client sends on; what it sends on others is dropped. */
  readonly readable: readonly number[]
  /** True if a message on channel 255 ends the channel that it names. */
  readonly hasCloseSignal: boolean
}

const closeSignal = 255
/** A longer message in base64 ends the connection; others are passed on in pieces. */
const maxTextBytes = 4 * 1024 * 1024

/** Streams over one WebSocket: each message begins with the number of its channel. */
export class ChannelConnection {
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>
  readonly #codec: ChannelCodec
  readonly #hasCloseSignal: boolean
  readonly #webSocket: WebSocketConnection
  readonly #readers = new Map<number, Readable>()
  readonly #full = new Set<Readable>()
  /** The channel of the message that is arriving; undefined before its first byte. */
  #channel: number | undefined
  #texts: Buffer[] = []
  #textBytes = 0

  constructor({ transport, codec, readable, hasCloseSignal }: ChannelConnectionOptions) {
    this.#codec = codec
    this.#hasCloseSignal = hasCloseSignal
    for (const channel of readable) this.#readers.set(channel, this.#createReader())
    this.#webSocket = new WebSocketConnection({
      transport,
      onData: (chunk, piece) => (codec === 'base64' ? this.#onText(chunk, piece) : this.#onBytes(chunk, piece)),
      onEnd: () => {
        for (const reader of this.#readers.values()) reader.push(null)
        this.#readers.clear()
      },
    })
    this.closed = this.#webSocket.closed
  }

  /** What the client sends on a channel; ended for a channel that it does not send on. */
  reader(channel: number): Readable {
    return this.#readers.get(channel) ?? Readable.from([])
  }

  /** Sends on a channel. */
  writer(channel: number): Writable {
    const writer = new Writable({
      write: (chunk: Buffer, _encoding, callback) => void this.send(channel, chunk, callback),
    })
    // A writer to a client that is gone learns of it from the end of the connection.
    writer.on('error', () => {})
    return writer
  }

  /** Sends one message on a channel. */
  send(channel: number, chunk: Buffer, callback?: (error?: Error | null) => void): void {
    const isText = this.#codec === 'base64'
    const message = isText
      ? Buffer.from(`${channel}${chunk.toString('base64')}`)
      : Buffer.concat([Buffer.of(channel), chunk])
    this.#webSocket.send(message, isText, callback)
  }

  /** Closes the WebSocket, once everything that was sent has been written. */
  close(): void {
    this.#webSocket.close()
  }

  #createReader(): Readable {
    const reader: Readable = new Readable({
      read: () => {
        if (this.#full.delete(reader) && this.#full.size === 0) this.#webSocket.resume()
      },
    })
    return reader
  }

  #onBytes(chunk: Buffer, { isStart }: MessagePiece): boolean {
    if (isStart) this.#channel = undefined
    if (this.#channel !== undefined) return this.#receive(this.#channel, chunk)
    const [channel] = chunk
    if (channel === undefined) return true
    this.#channel = channel
    return chunk.length === 1 || this.#receive(channel, chunk.subarray(1))
  }

  #onText(chunk: Buffer, { isEnd }: MessagePiece): boolean {
    this.#textBytes += chunk.length
    if (this.#textBytes > maxTextBytes) {
      this.#webSocket.close(1009, 'a message is too long')
      return true
    }
    this.#texts.push(chunk)
    if (!isEnd) return true
    const text = Buffer.concat(this.#texts).toString('latin1')
    this.#texts = []
    this.#textBytes = 0
    const bytes = Buffer.from(text.slice(1), 'base64')
    return text === '' || bytes.length === 0 || this.#receive(text.charCodeAt(0) - 0x30, bytes)
  }

  #receive(channel: number, bytes: Buffer): boolean {
    if (channel === closeSignal && this.#hasCloseSignal) {
      const [ended = closeSignal] = bytes
      this.#readers.get(ended)?.push(null)
      this.#readers.delete(ended)
      return true
    }
    const reader = this.#readers.get(channel)
    if (reader === undefined || reader.destroyed || reader.push(bytes)) return true
    this.#full.add(reader)
    return false
  }
}
