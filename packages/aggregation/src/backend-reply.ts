import type { IncomingReply } from '@pinnace/http-client'
import { delay, type Clock, type HttpReply, type ReplySink, type ReplyStream } from '@pinnace/meta'
import { replyHeaders } from './proxy-headers.ts'

/** Options for {@link toReply}. */
export interface BackendReplyOptions {
  readonly clock: Clock
  readonly auditId: string
  /** True for long-running requests: the reply is not buffered. */
  readonly isStream: boolean
}

/** Longer replies are streamed. */
const maxBufferedBytes = 1024 * 1024
/** Reading from the other server pauses while more bytes than this wait for the client. */
const maxPendingBytes = 1024 * 1024
const pollMs = 20

/** The reply of another server as a reply of this one: buffered if it is short, else a stream. */
export async function toReply(
  reply: IncomingReply,
  { clock, auditId, isStream }: BackendReplyOptions,
): Promise<HttpReply> {
  const { status } = reply
  const headers = { 'audit-id': auditId, ...replyHeaders(reply.rawHeaders) }
  const chunks = reply.body[Symbol.asyncIterator]()
  const buffered: Buffer[] = []
  const stream: ReplyStream = {
    start(sink) {
      sink.onClose(() => reply.destroy())
      void copy(chunks, { buffered, sink, clock })
    },
  }
  if (isStream && status === 200) return { status, headers, body: stream }
  let size = 0
  for (;;) {
    const { done, value } = await chunks.next()
    if (done === true) break
    buffered.push(value)
    size += value.byteLength
    if (size > maxBufferedBytes) return { status, headers, body: stream }
  }
  return { status, headers, body: buffered.length === 0 ? undefined : Buffer.concat(buffered, size) }
}

interface Copy {
  /** Chunks that have been read already. */
  readonly buffered: readonly Buffer[]
  readonly sink: ReplySink
  readonly clock: Clock
}

async function copy(chunks: AsyncIterator<Buffer>, { buffered, sink, clock }: Copy): Promise<void> {
  const client = { isGone: false }
  sink.onClose(() => {
    client.isGone = true
  })
  try {
    for (const chunk of buffered) sink.write(chunk)
    for (;;) {
      // A sink does not notify when it has been drained.
      while (!client.isGone && sink.bufferedBytes > maxPendingBytes) await delay(clock, pollMs)
      const { done, value } = await chunks.next()
      if (client.isGone) return
      if (done === true) break
      sink.write(value)
    }
    sink.end()
  } catch {
    // The other server aborted the reply: the client must not take it for complete.
    if (!client.isGone) sink.abort()
  }
}
