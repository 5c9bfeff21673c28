import type { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpRequest, PeerCertificate } from '@pinnace/meta'
import type { ReadHostUser } from './host-user.ts'
import { peerCertificateOf } from './peer-certificate.ts'
import { firstHeader } from './raw-headers.ts'
import { declaredLength, consumedBody, consumedStream, emptyBody, readBody, streamBody } from './read-body.ts'

/** What a request has beside the objects of Node.js. */
export interface NodeRequestOptions {
  readonly target: string
  /** The client waits for "100 Continue". */
  readonly continues: boolean
  readonly hostUser: ReadHostUser | undefined
}

/** An HTTP/1.1 request of node:http. Everything but method, target and headers is computed on demand. */
export class NodeRequest implements HttpRequest {
  readonly method: string
  readonly target: string
  readonly rawHeaders: readonly string[]
  readonly hostUser: ReadHostUser | undefined
  readonly #incoming: IncomingMessage
  readonly #response: ServerResponse
  readonly #continues: boolean
  #abort: AbortController | undefined

  constructor(
    incoming: IncomingMessage,
    response: ServerResponse,
    { target, continues, hostUser }: NodeRequestOptions,
  ) {
    this.method = incoming.method ?? ''
    this.target = target
    this.rawHeaders = incoming.rawHeaders
    this.hostUser = hostUser
    this.#incoming = incoming
    this.#response = response
    this.#continues = continues
  }

  header(name: string): string | undefined {
    return firstHeader(this.rawHeaders, name)
  }

  body(maxBytes: number): Promise<Buffer> {
    const declared = declaredLength(this.header('content-length'))
    if (declared === 0 || (declared === undefined && this.header('transfer-encoding') === undefined)) return emptyBody()
    if (this.#incoming.readableDidRead) return consumedBody()
    // A client that waits need not send a body that is too large.
    if (this.#continues && !(declared !== undefined && declared > maxBytes)) this.#response.writeContinue()
    return readBody(this.#incoming, declared, maxBytes)
  }

  openBody(): AsyncIterable<Uint8Array> | undefined {
    const declared = declaredLength(this.header('content-length'))
    if (declared === 0 || (declared === undefined && this.header('transfer-encoding') === undefined)) return undefined
    if (this.#incoming.readableDidRead) return consumedStream()
    if (this.#continues) this.#response.writeContinue()
    return streamBody(this.#incoming, declared)
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController()
      const response = this.#response
      const onClose = (): void => {
        if (!response.writableFinished) abort.abort()
      }
      if (response.destroyed || this.#incoming.socket.destroyed) onClose()
      else response.once('close', onClose)
      this.#abort = abort
    }
    return this.#abort.signal
  }

  get remoteAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress
  }

  peerCertificate(): PeerCertificate | undefined {
    return peerCertificateOf(this.#incoming.socket)
  }
}
