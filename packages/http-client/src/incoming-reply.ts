import { Buffer } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { startTimeLimit, type Clock } from '@pinnace/meta'
import { HttpClientError } from './http-client-error.ts'

/** Limits of {@link IncomingReply.readBody}. */
export interface ReadBodyOptions {
  /** A longer body is an error. */
  readonly maxBytes: number
  /** Until the end of the body, in milliseconds. @default no limit */
  readonly timeoutMs?: number
}

/**
 * A reply whose headers have arrived. Its connection is in use until the body is read to its end or the reply is
 * destroyed: do one of the two.
 */
export interface IncomingReply {
  readonly status: number
  /** The reason phrase of the status line. */
  readonly statusText: string
  readonly headers: IncomingHttpHeaders
  /** Header lines as they arrived: name, value, name, value. */
  readonly rawHeaders: readonly string[]
  /** The body as it arrives; a loop that ends early destroys the reply. Fails as the request would. */
  readonly body: AsyncIterable<Buffer>
  /** The whole body. */
  readBody(limits: ReadBodyOptions): Promise<Buffer>
  /** Ends the exchange and closes its connection. */
  destroy(): void
  /** Resolves when the body has ended or the exchange was broken off. */
  readonly closed: Promise<void>
}

/** The reply of a server that has switched protocols. */
export interface UpgradedReply {
  readonly status: 101
  readonly headers: IncomingHttpHeaders
  /** Header lines as they arrived: name, value, name, value. */
  readonly rawHeaders: readonly string[]
  /** The connection, on which the other protocol is spoken. Destroy it when it is no longer needed. */
  readonly connection: Duplex
}

/** The reply to a request that may switch protocols. */
export type AnyReply = IncomingReply | UpgradedReply

/** What a reply needs of its exchange. */
export interface ReplySource {
  readonly clock: Clock
  readonly host: string
  /** Breaks the exchange off: reading the body throws `error`. */
  readonly fail: (error: Error) => void
  /** The error to throw where the body ends early; `error` is what Node says of that. */
  readonly failureOf: (error: unknown) => unknown
  /** Whether the exchange was broken off. */
  readonly hasFailed: () => boolean
  readonly closed: Promise<void>
}

/** The reply of an exchange. */
export function toIncomingReply(incoming: IncomingMessage, source: ReplySource): IncomingReply {
  const { fail, closed } = source
  let body: AsyncIterable<Buffer> | undefined
  return {
    status: incoming.statusCode ?? 0,
    statusText: incoming.statusMessage ?? '',
    headers: incoming.headers,
    rawHeaders: incoming.rawHeaders,
    get body() {
      return (body ??= chunksOf(incoming, source))
    },
    readBody: (limits) => readBody(incoming, limits, source),
    destroy: () => fail(new HttpClientError('the reply was destroyed', { reason: 'closed' })),
    closed,
  }
}

/** The error of a time limit. */
export function timeoutError(host: string): HttpClientError {
  return new HttpClientError(`no reply from ${host} in time`, { reason: 'timeout', code: 'ETIMEDOUT' })
}

async function* chunksOf(incoming: IncomingMessage, source: ReplySource): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) yield chunk
    assertWhole(incoming, source)
  } catch (error) {
    throw source.failureOf(error)
  }
}

// Not over chunksOf: one iterator less for the replies that are read whole, which are most.
async function readBody(
  incoming: IncomingMessage,
  { maxBytes, timeoutMs }: ReadBodyOptions,
  source: ReplySource,
): Promise<Buffer> {
  const onTimeout = (): void => source.fail(timeoutError(source.host))
  const timer = timeoutMs === undefined ? undefined : startTimeLimit(source.clock, timeoutMs, onTimeout)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) {
        throw new HttpClientError(`the reply is longer than ${maxBytes} bytes`, { reason: 'reply-too-long' })
      }
      chunks.push(chunk)
    }
    assertWhole(incoming, source)
  } catch (error) {
    throw source.failureOf(error)
  } finally {
    timer?.cancel()
  }
  return Buffer.concat(chunks, size)
}

// INVARIANT: half a body is never taken for a whole one. Node ends the loop quietly where the connection broke before
// the loop began.
function assertWhole(incoming: IncomingMessage, { hasFailed }: ReplySource): void {
  if (hasFailed() || !incoming.complete) throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
}
