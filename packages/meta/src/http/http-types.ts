import type { Buffer } from 'node:buffer'

/** A client certificate as the transport saw it. */
export interface PeerCertificate {
  /** DER bytes of the leaf. */
  readonly raw: Uint8Array
  /** DER bytes of the intermediates the peer sent, leaf first excluded. */
  readonly chain: readonly Uint8Array[]
}

/** One request, as a host adapter hands it to the server. Nothing in it has been decoded or normalised. */
export interface HttpRequest {
  /** Upper case. */
  readonly method: string
  /** The request target as it stood on the wire: path and query, undecoded. */
  readonly target: string
  /** Header lines in wire order, `[name, value, name, value, …]`, names in any case, repeated names kept apart. */
  readonly rawHeaders: readonly string[]
  /** The first line of that name (lower case), or `undefined`. */
  header(name: string): string | undefined
  /**
   * The whole body, read once. Throws a StatusError 413 beyond `maxBytes`, and 400 where the host's own parser has
   * already eaten the body.
   */
  body(maxBytes: number): Promise<Buffer>
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal
  readonly remoteAddress?: string | undefined
  /** Present where TLS was terminated with a client certificate; it is not yet verified. */
  readonly peerCertificate?: () => PeerCertificate | undefined
}

/** Where a streaming reply is written. One sink is one client. */
export interface ReplySink {
  /** Writes one chunk; `false` says the client is behind. Chunks may be shared between sinks and are never changed. */
  write(chunk: Uint8Array): boolean
  /** Bytes written and not yet taken by the client's socket. */
  readonly bufferedBytes: number
  /** Ends the reply normally. */
  end(): void
  /** Breaks the connection: the client sees an unexpected end. */
  abort(): void
  /** Called once, when the client is gone or the reply has ended. */
  onClose(listener: () => void): void
}

/** A reply that goes on: the host calls `start` once the headers are sent. */
export interface ReplyStream {
  start(sink: ReplySink): void
}

/** What a reply carries: nothing, one chunk, chunks written one after the other, or a stream. */
export type ReplyBody = Uint8Array | readonly Uint8Array[] | ReplyStream | undefined

/** The answer to an {@link HttpRequest}. Header names are lower case. */
export interface HttpReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: ReplyBody
}

/** True for a body that is written over time. */
export function isReplyStream(body: ReplyBody): body is ReplyStream {
  return body !== undefined && !Array.isArray(body) && !(body instanceof Uint8Array)
}
