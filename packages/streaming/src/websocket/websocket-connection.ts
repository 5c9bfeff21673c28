import { Buffer } from 'node:buffer'
import type { Duplex } from 'node:stream'
import { opcodes, WebSocketError, WebSocketFrameParser, type MessagePiece } from './frame-parser.ts'

/** Options for {@link WebSocketConnection}. */
export interface WebSocketConnectionOptions {
  /** The connection, after its upgrade. */
  readonly transport: Duplex
  /** A piece of a message. False if there is no room for more: nothing is read until `resume`. */
  readonly onData: (chunk: Buffer, piece: MessagePiece) => boolean
  /** The client sends no more: it has closed the WebSocket or its connection. */
  readonly onEnd?: () => void
}

/** The server's end of a WebSocket: no extensions, messages in pieces. */
export class WebSocketConnection {
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>
  readonly #transport: Duplex
  readonly #onEnd: () => void
  #hasEnded = false
  #isClosing = false

  constructor({ transport, onData, onEnd = () => {} }: WebSocketConnectionOptions) {
    this.#transport = transport
    this.#onEnd = onEnd
    const parser = new WebSocketFrameParser({
      onData: (chunk, piece) => {
        if (!this.#hasEnded && !onData(chunk, piece)) transport.pause()
      },
      onControl: (opcode, payload) => this.#onControl(opcode, payload),
    })
    this.closed = new Promise((resolve) => {
      transport.once('close', () => {
        this.#end()
        resolve()
      })
    })
    transport.on('error', () => transport.destroy())
    transport.on('end', () => {
      this.#end()
      transport.end()
    })
    transport.on('data', (chunk: Buffer) => {
      try {
        parser.push(chunk)
      } catch (error) {
        if (!(error instanceof WebSocketError)) throw error
        this.close(error.code, error.message)
        this.#end()
      }
    })
  }

  /** The bytes that have been written and not been sent. */
  get bufferedBytes(): number {
    return this.#transport.writableLength
  }

  /** Sends a message; calls back when it has been sent. False if the client is slow. */
  send(message: Uint8Array, isText = false, callback?: (error?: Error | null) => void): boolean {
    if (this.#isClosing || !this.#transport.writable) {
      callback?.(new Error('the websocket is closed'))
      return false
    }
    this.#transport.write(frameHead(isText ? opcodes.text : opcodes.binary, message.length))
    return this.#transport.write(message, callback)
  }

  /** Messages are read again. */
  resume(): void {
    this.#transport.resume()
  }

  /** Closes the WebSocket, once everything that was sent has been written. */
  close(code = 1000, reason = ''): void {
    if (this.#isClosing || !this.#transport.writable) return
    this.#isClosing = true
    const payload = Buffer.alloc(2)
    payload.writeUInt16BE(code)
    this.#control(opcodes.close, Buffer.concat([payload, Buffer.from(reason).subarray(0, 123)]))
    this.#transport.end()
    // What the client still sends is read, so that the connection can close, and dropped.
    this.#transport.resume()
  }

  /** Closes the connection without a closing handshake. */
  destroy(): void {
    this.#transport.destroy()
  }

  #onControl(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.ping) this.#onPing(payload)
    if (opcode !== opcodes.close) return
    this.close(closeCode(payload))
    this.#end()
  }

  // A client that does not read gets no more answers.
  #onPing(payload: Buffer): void {
    const canAnswer = !this.#isClosing && this.#transport.writable && this.bufferedBytes < maxUnsentPongBytes
    if (canAnswer) this.#control(opcodes.pong, payload)
  }

  #control(opcode: number, payload: Buffer): void {
    this.#transport.write(Buffer.concat([frameHead(opcode, payload.length), payload]))
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#onEnd()
  }
}

const maxUnsentPongBytes = 1024 * 1024

// upstream: RFC 6455, 7.4 – codes that a client must not send are answered as an error of protocol.
function closeCode(payload: Buffer): number {
  if (payload.length < 2) return 1000
  const code = payload.readUInt16BE(0)
  const isValid = code >= 1000 && code < 5000 && !(code >= 1004 && code <= 1006) && code !== 1015
  return isValid ? code : 1002
}

// upstream: RFC 6455, 5.2 – a server does not mask.
function frameHead(opcode: number, length: number): Buffer {
  const first = 0x80 | opcode
  if (length < 126) return Buffer.of(first, length)
  const head = Buffer.alloc(length < 65_536 ? 4 : 10)
  head[0] = first
  if (length < 65_536) {
    head[1] = 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  return head
}
