import type { IncomingReply } from '@pinnace/http-client'
import { delay, type Clock, type HttpReply, type ReplySink, type ReplyStream } from '@pinnace/meta'
import { replyHeaders } from './proxy-headers.ts'

/** How a reply is passed back. */
export interface PassedBack {
  readonly clock: Clock
  readonly auditId: string
  /** It goes on: nothing of it is waited for. */
  readonly isStream: boolean
}

/** Longer replies are passed back as they come. */
const maxHeldBytes = 1024 * 1024
/** Where more than this waits for a client, the other server is not read from until less does. */
const maxBehindBytes = 1024 * 1024
const pollMs = 20

/** The reply of a registered server as one of this server: whole where it is short, else as it comes. */
export async function toReply(reply: IncomingReply, { clock, auditId, isStream }: PassedBack): Promise<HttpReply> {
  const { status } = reply
  const headers = { 'audit-id': auditId, ...replyHeaders(reply.rawHeaders) }
  const chunks = reply.body[Symbol.asyncIterator]()
  if (isStream && status === 200) return { status, headers, body: passOn(reply, chunks, [], clock) }
  const held: Buffer[] = []
  let size = 0
  for (;;) {
    const { done, value } = await chunks.next()
    if (done === true) break
    held.push(value)
    size += value.byteLength
    if (size > maxHeldBytes) return { status, headers, body: passOn(reply, chunks, held, clock) }
  }
  return { status, headers, body: held.length === 0 ? undefined : Buffer.concat(held, size) }
}

function passOn(
  reply: IncomingReply,
  chunks: AsyncIterator<Buffer>,
  held: readonly Buffer[],
  clock: Clock,
): ReplyStream {
  return {
    start(sink) {
      sink.onClose(() => reply.destroy())
      void copy(chunks, held, sink, clock)
    },
  }
}

async function copy(
  chunks: AsyncIterator<Buffer>,
  held: readonly Buffer[],
  sink: ReplySink,
  clock: Clock,
): Promise<void> {
  const client = { isGone: false }
  sink.onClose(() => {
    client.isGone = true
  })
  try {
    for (const chunk of held) sink.write(chunk)
    for (;;) {
      // A sink says how much waits, and not when it has gone.
      while (!client.isGone && sink.bufferedBytes > maxBehindBytes) await delay(clock, pollMs)
      const { done, value } = await chunks.next()
      if (client.isGone) return
      if (done === true) break
      sink.write(value)
    }
    sink.end()
  } catch {
    // Broken off by the other server, or for its time: the client must not take what it has for the whole.
    if (!client.isGone) sink.abort()
  }
}
