import { toReplyStream, type IncomingReply } from '@pinnace/http-client'
import type { Clock, HttpReply } from '@pinnace/meta'
import { proxiedHeaders } from './proxy-headers.ts'

/** Options for {@link toReply}. */
export interface BackendReplyOptions {
  readonly clock: Clock
  readonly auditId: string
  /** True for long-running requests: the reply is not buffered. */
  readonly isStream: boolean
}

/** Longer replies are streamed. */
const maxBufferedBytes = 1024 * 1024

/** The reply of another server as a reply of this one: buffered if it is short, else a stream. */
export async function toReply(
  reply: IncomingReply,
  { clock, auditId, isStream }: BackendReplyOptions,
): Promise<HttpReply> {
  const { status } = reply
  const headers = { 'audit-id': auditId, ...proxiedHeaders(reply.rawHeaders) }
  const chunks = reply.body[Symbol.asyncIterator]()
  const buffered: Buffer[] = []
  const stream = toReplyStream({ buffered, chunks, onClose: () => reply.destroy(), clock })
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
