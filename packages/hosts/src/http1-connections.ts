import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { markClosing } from './closing-sockets.ts'

/** The HTTP/1.1 connections of a server and the newest response of each, which is the last one to be sent. */
export class Http1Connections {
  readonly #newest = new Map<Duplex, ServerResponse | undefined>()
  #draining = false

  /** The newest response of a connection. */
  get(socket: Duplex): ServerResponse | undefined {
    return this.#newest.get(socket)
  }

  opened(socket: Duplex): void {
    this.#newest.set(socket, undefined)
    socket.once('close', () => this.#newest.delete(socket))
  }

  answering(socket: Duplex, response: ServerResponse): void {
    if (this.#draining) response.shouldKeepAlive = false
    if (this.#newest.has(socket)) this.#newest.set(socket, response)
  }

  /** A connection that has left Node's parser: its response, or undefined once it has been handed over. */
  replied(socket: Duplex, response: ServerResponse | undefined): void {
    if (this.#newest.has(socket)) this.#newest.set(socket, response)
  }

  /** From now on a reply says `Connection: close`, and its connection ends after it. */
  drain(): void {
    this.#draining = true
    this.endAnswered()
  }

  /** Connections end after the reply that is being sent. */
  endAnswered(): void {
    for (const [socket, response] of this.#newest) {
      if (response === undefined || response.closed) continue
      if (!response.headersSent) response.shouldKeepAlive = false
      else response.once('close', () => endConnection(socket))
    }
  }

  /** Ends the connections on which every reply has been sent to its last byte; their clients see a normal end. */
  endIdle(): void {
    for (const [socket, response] of this.#newest) if (response?.closed !== false) endConnection(socket)
  }
}

function endConnection(socket: Duplex): void {
  // INVARIANT: a request that arrives from now on is not started, as it could not be answered.
  markClosing(socket)
  if (!socket.writableEnded) socket.end()
}
