import type { Buffer } from 'node:buffer'
import { constants, type ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { HttpRequest, PeerCertificate } from '@pinnace/meta'
import type { ReadHostUser } from './host-user.ts'
import { peerCertificateOf } from './peer-certificate.ts'
import { firstHeader } from './raw-headers.ts'
import { declaredLength, consumedBody, consumedStream, emptyBody, readBody, streamBody } from './read-body.ts'

/** What a request has beside its stream. */
export interface Http2RequestOptions {
  readonly method: string
  readonly target: string
  /** The raw headers of node:http2, with pseudo-headers. */
  readonly lines: readonly string[]
  readonly hostUser: ReadHostUser | undefined
}

/** A request of the stream API of node:http2. Everything but method and target is computed on demand. */
export class Http2Request implements HttpRequest {
  readonly method: string
  readonly target: string
  readonly hostUser: ReadHostUser | undefined
  readonly #stream: ServerHttp2Stream
  readonly #lines: readonly string[]
  #rawHeaders: readonly string[] | undefined
  #abort: AbortController | undefined

  constructor(stream: ServerHttp2Stream, { method, target, lines, hostUser }: Http2RequestOptions) {
    this.method = method
    this.target = target
    this.hostUser = hostUser
    this.#stream = stream
    this.#lines = lines
  }

  /** The headers without pseudo-headers; `:authority` is `host`, as in HTTP/1.1. */
  get rawHeaders(): readonly string[] {
    this.#rawHeaders ??= withoutPseudoHeaders(this.#lines)
    return this.#rawHeaders
  }

  header(name: string): string | undefined {
    const value = firstHeader(this.#lines, name)
    return value === undefined && name === 'host' ? firstHeader(this.#lines, ':authority') : value
  }

  body(maxBytes: number): Promise<Buffer> {
    const stream = this.#stream
    if (stream.endAfterHeaders) return emptyBody()
    if (stream.readableDidRead) return consumedBody()
    const declared = declaredLength(this.header('content-length'))
    return readBody(stream, declared, maxBytes, () => wasReset(stream))
  }

  openBody(): AsyncIterable<Uint8Array> | undefined {
    const stream = this.#stream
    if (stream.endAfterHeaders) return undefined
    if (stream.readableDidRead) return consumedStream()
    return streamBody(stream, declaredLength(this.header('content-length')), () => wasReset(stream))
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController()
      const stream = this.#stream
      const onClose = (): void => {
        if (wasReset(stream)) abort.abort()
      }
      if (stream.destroyed) onClose()
      else stream.once('close', onClose)
      this.#abort = abort
    }
    return this.#abort.signal
  }

  get remoteAddress(): string | undefined {
    return this.#socket?.remoteAddress
  }

  peerCertificate(): PeerCertificate | undefined {
    return peerCertificateOf(this.#socket)
  }

  // The socket of a session is a proxy; the certificate is among what it allows.
  get #socket(): Socket | undefined {
    const { session } = this.#stream
    return session === undefined || session.destroyed ? undefined : (session.socket as Socket)
  }
}

// A stream that was reset counts as ended and finished too.
function wasReset(stream: ServerHttp2Stream): boolean {
  return stream.aborted || (stream.rstCode ?? constants.NGHTTP2_NO_ERROR) !== constants.NGHTTP2_NO_ERROR
}

function withoutPseudoHeaders(lines: readonly string[]): readonly string[] {
  const headers: string[] = []
  let host: string | undefined
  let authority: string | undefined
  for (let index = 0; index < lines.length; index += 2) {
    const name = lines[index] ?? ''
    const value = lines[index + 1] ?? ''
    if (name === ':authority') authority = value
    if (name.charCodeAt(0) === 0x3a) continue
    if (name === 'host') host = value
    headers.push(name, value)
  }
  if (host === undefined && authority !== undefined) headers.unshift('host', authority)
  return headers
}
