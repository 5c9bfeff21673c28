import { chunksOf, isReplyStream, type Clock, type HttpReply, type ReplySink, type ReplyStream } from '@pinnace/meta'
import type { Delivery } from '../pipeline/interceptor.ts'

/** A reply with the delivery that an interceptor asks for. */
export function deliverReply(reply: HttpReply, delivery: Delivery, clock: Clock): HttpReply {
  switch (delivery.type) {
    case 'reset':
      return resetReply
    case 'cut':
      return isReplyStream(reply.body) ? { ...reply, body: cutStream(reply.body, delivery.afterChunks) } : resetReply
    case 'slow':
      return { ...reply, body: slowBody(reply, delivery.bytesPerSecond, clock) }
  }
}

/** The reply of a connection that is closed at once. */
export const resetReply: HttpReply = Object.freeze({
  status: 200,
  headers: {},
  body: { start: (sink: ReplySink) => sink.abort() },
})

function cutStream(body: ReplyStream, afterChunks: number): ReplyStream {
  return {
    start(sink) {
      let written = 0
      body.start({
        ...forwarding(sink),
        write(chunk) {
          if (written++ < afterChunks) return sink.write(chunk)
          // Later chunks: the connection is already closed.
          if (written > afterChunks + 1) return false
          sink.write(chunk.subarray(0, Math.ceil(chunk.length / 2)))
          sink.abort()
          return false
        },
      })
    },
  }
}

/** Ten pieces a second. */
const slowIntervalMs = 100

function slowBody({ body }: HttpReply, bytesPerSecond: number, clock: Clock): ReplyStream {
  return {
    start(sink) {
      const queue: Uint8Array[] = []
      let hasEnded = false
      let isSending = false
      const size = Math.max(1, Math.floor((bytesPerSecond * slowIntervalMs) / 1000))
      const send = (): void => {
        const [first] = queue
        if (first === undefined) {
          isSending = false
          if (hasEnded) sink.end()
          return
        }
        isSending = true
        sink.write(first.subarray(0, size))
        queue[0] = first.subarray(size)
        if (first.length <= size) queue.shift()
        clock.after(slowIntervalMs, send)
      }
      const slow: ReplySink = {
        ...forwarding(sink),
        get bufferedBytes() {
          return sink.bufferedBytes + queue.reduce((bytes, chunk) => bytes + chunk.length, 0)
        },
        write(chunk) {
          queue.push(chunk)
          if (!isSending) send()
          return queue.length === 0
        },
        end() {
          hasEnded = true
          if (!isSending) send()
        },
      }
      if (isReplyStream(body)) body.start(slow)
      else {
        for (const chunk of chunksOf(body).chunks) slow.write(chunk)
        slow.end()
      }
    },
  }
}

function forwarding(sink: ReplySink): ReplySink {
  return {
    get bufferedBytes() {
      return sink.bufferedBytes
    },
    write: (chunk) => sink.write(chunk),
    end: () => sink.end(),
    abort: () => sink.abort(),
    onClose: (listener) => sink.onClose(listener),
  }
}
