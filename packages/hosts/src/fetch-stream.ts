import type { ReplySink, ReplyStream } from '@pinnace/meta'

// What a reader may leave unread before writers are told that it is behind; they may go on, it is they who decide.
const highWaterMarkBytes = 64 * 1024

/** A web stream of ready chunks, given out one a read, so that nothing is copied ahead of the reader. */
export function bytesOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> | Uint8Array {
  if (chunks.length === 1) return chunks[0]!
  let next = 0
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (next < chunks.length) controller.enqueue(chunks[next++]!)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** A web stream of a streaming reply. Cancelling it, or aborting the request, closes the reply's sink. */
export function toByteStream(stream: ReplyStream, signal: AbortSignal): ReadableStream<Uint8Array> {
  let close: () => void = () => undefined
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const { sink, closed } = controllerSink(controller)
        close = closed
        // Whoever aborted the request reads no more; an error here would only be logged by the host.
        const onAbort = (): void => sink.end()
        sink.onClose(() => signal.removeEventListener('abort', onAbort))
        signal.addEventListener('abort', onAbort, { once: true })
        stream.start(sink)
        if (signal.aborted) onAbort()
      },
      cancel: () => close(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: highWaterMarkBytes }),
  )
}

function controllerSink(controller: ReadableStreamDefaultController<Uint8Array>): {
  readonly sink: ReplySink
  readonly closed: () => void
} {
  const listeners: (() => void)[] = []
  let open = true
  const closed = (): void => {
    if (!open) return
    open = false
    for (const listener of listeners) listener()
  }
  const sink: ReplySink = {
    write(chunk) {
      if (!open) return false
      controller.enqueue(chunk)
      return controller.desiredSize! > 0
    },
    get bufferedBytes(): number {
      return open ? Math.max(0, highWaterMarkBytes - controller.desiredSize!) : 0
    },
    end() {
      if (!open) return
      controller.close()
      closed()
    },
    abort() {
      if (!open) return
      controller.error(new DOMException('the reply was broken off', 'AbortError'))
      closed()
    },
    onClose(listener) {
      if (open) listeners.push(listener)
      else listener()
    },
  }
  return { sink, closed }
}
