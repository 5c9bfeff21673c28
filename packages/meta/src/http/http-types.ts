import type { Buffer } from 'node:buffer'
import type { Awaitable } from '../async/awaitable.ts'
import type { UserInfo } from '../identity/user-info.ts'
import type { Duplex } from 'node:stream'

/** The client certificate of a connection. */
export interface PeerCertificate {
  /** The certificate, DER-encoded. */
  readonly raw: Uint8Array
  /** The intermediate certificates the peer sent, DER-encoded. */
  readonly chain: readonly Uint8Array[]
  /** The time at which its validity is judged, milliseconds since the epoch, for test suites. @default now */
  readonly judgedAtMs?: number
}

/** A request, as host adapters pass it to the server. Nothing in it has been decoded or normalized. */
export interface HttpRequest {
  /** The method in upper case. */
  readonly method: string
  /** The request target: path and query, not decoded. */
  readonly target: string
  /** The header fields in order, as `[name, value, name, value, …]`; names in any case, repeated names not joined. */
  readonly rawHeaders: readonly string[]
  /** The first header field of a lower-case name; undefined without one. */
  header(name: string): string | undefined
  /**
   * Reads the whole body; may be called once. Throws a StatusError 413 above `maxBytes`, and 400 if a parser of the host
   * has already read the body.
   */
  body(maxBytes: number): Promise<Buffer>
  /**
   * The body as it arrives, to be read once and instead of {@link body}; undefined without one. The client is not read
   * from faster than the chunks are taken. Throws a StatusError 400 if the body ends early; the rest of a body that is
   * not read to its end is dropped. Absent if the host gives no stream.
   */
  openBody?(): AsyncIterable<Uint8Array> | undefined
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  readonly remoteAddress?: string | undefined
  /** True if the client asks to upgrade its connection and the host can hand it over. @default false */
  readonly canUpgrade?: boolean
  /** The client certificate of a TLS connection, not verified. */
  readonly peerCertificate?: () => PeerCertificate | undefined
  /**
   * The user that the code around the server has identified, for example by a session; undefined leaves that to the
   * server. It is set by host adapters, and nothing in a request changes it.
   */
  readonly hostUser?: (() => Awaitable<(Pick<UserInfo, 'username'> & Partial<UserInfo>) | undefined>) | undefined
}

/** The receiver of a streaming reply, for one client. */
export interface ReplySink {
  /** Writes a chunk; false if the client is slow. Chunks may be shared between sinks, and must not be changed. */
  write(chunk: Uint8Array): boolean
  /** The number of bytes that are written and not yet sent. */
  readonly bufferedBytes: number
  /** Ends the reply normally. */
  end(): void
  /** Closes the connection without ending the reply. */
  abort(): void
  /** Calls a listener once, when the client has disconnected or the reply has ended. */
  onClose(listener: () => void): void
}

/** A streaming reply: the host calls `start` after the headers are sent. */
export interface ReplyStream {
  start(sink: ReplySink): void
}

/** A large body: its chunks are made when they are written, each time it is iterated. */
export interface ReplyChunks extends Iterable<Uint8Array> {
  /** The bytes of all chunks. */
  readonly byteLength: number
  readonly isMadeInChunks: true
}

/** The body of a reply: none, one chunk, several chunks, which may be made one by one, or a stream. */
export type ReplyBody = Uint8Array | readonly Uint8Array[] | ReplyChunks | ReplyStream | undefined

/** The reply to an {@link HttpRequest}. Header names are lower case. */
export interface HttpReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: ReplyBody
  /**
   * Takes the connection over once the head of the reply has been written: another protocol is spoken on it from then on.
   * Only in a reply with status 101 to a request that {@link HttpRequest.canUpgrade}.
   */
  readonly takeOver?: (connection: Duplex) => void
}

/** Whether a body is a stream. */
export function isReplyStream(body: ReplyBody): body is ReplyStream {
  return body !== undefined && 'start' in body
}

/** Whether the chunks of a body are made when they are written. */
export function isMadeInChunks(body: ReplyBody): body is ReplyChunks {
  return body !== undefined && 'isMadeInChunks' in body
}

/** The chunks of a body that is no stream, and the bytes of all of them. */
export function chunksOf(body: Exclude<ReplyBody, ReplyStream>): {
  readonly chunks: Iterable<Uint8Array>
  readonly byteLength: number
} {
  if (body === undefined) return { chunks: [], byteLength: 0 }
  if (body instanceof Uint8Array) return { chunks: [body], byteLength: body.byteLength }
  if (isMadeInChunks(body)) return { chunks: body, byteLength: body.byteLength }
  return { chunks: body, byteLength: body.reduce((bytes, chunk) => bytes + chunk.byteLength, 0) }
}
