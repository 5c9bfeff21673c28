import { delay, type Clock, type ReplySink, type ReplyStream } from '@pinnace/meta'

/** A body that is copied to a client. */
export interface CopiedBody {
  /** Chunks that have been read already. */
  readonly buffered?: readonly Uint8Array[]
  readonly chunks: AsyncIterator<Uint8Array>
  /** Called when the client is gone or the reply has ended. */
  readonly onClose: () => void
  readonly clock: Clock
}

/** Reading pauses while more bytes than this wait for the client. */
const maxPendingBytes = 1024 * 1024
const pollMs = 20

/** A body that arrives in chunks as a stream of a reply; the client is disconnected if it breaks off. */
export function toReplyStream(body: CopiedBody): ReplyStream {
  return {
    start(sink) {
      void copy(body, sink)
    },
  }
}

async function copy({ buffered = [], chunks, onClose, clock }: CopiedBody, sink: ReplySink): Promise<void> {
  const client = { isGone: false }
  sink.onClose(() => {
    client.isGone = true
    onClose()
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
    // The source broke off: the client must not take the reply for complete.
    if (!client.isGone) sink.abort()
  }
}
