import type { ReplySink, ReplyStream } from '@pinnace/meta'

// Unread bytes above which `write` returns false.
const highWaterMarkBytes = 64 * 1024

/** A web stream of chunks, one for each read; a single chunk is returned as it is. */
export function bytesOf(chunks: Iterable<Uint8Array>): ReadableStream<Uint8Array> | Uint8Array {
  if (Array.isArray(chunks) && chunks.length === 1) return chunks[0] as Uint8Array
  const remaining = chunks[Symbol.iterator]()
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = remaining.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
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
        // The client is gone: an error would only be logged by the host.
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
      return (controller.desiredSize ?? 0) > 0
    },
    get bufferedBytes(): number {
      return open ? Math.max(0, highWaterMarkBytes - (controller.desiredSize ?? 0)) : 0
    },
    end() {
      if (!open) return
      controller.close()
      closed()
    },
    abort() {
      if (!open) return
      controller.error(new DOMException('the reply was aborted', 'AbortError'))
      closed()
    },
    onClose(listener) {
      if (open) listeners.push(listener)
      else listener()
    },
  }
  return { sink, closed }
}
