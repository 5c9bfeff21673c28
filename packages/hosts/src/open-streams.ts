import type { ReplySink, ReplyStream } from '@pinnace/meta'

/** The streaming replies that are going on, so that a server that stops can end them. */
export interface OpenStreams {
  /** Starts a stream and keeps it in mind until it closes. One started after {@link endAll} ends at once. */
  start(stream: ReplyStream, sink: ReplySink): void
  /** Ends every stream as if its owner had: clients see a normal end and come back elsewhere. */
  endAll(): void
}

/** An empty {@link OpenStreams}. It holds one entry a streaming client; connections bound their number. */
export function createOpenStreams(): OpenStreams {
  const open = new Set<ReplySink>()
  let ended = false
  return {
    start(stream, sink) {
      open.add(sink)
      sink.onClose(() => open.delete(sink))
      stream.start(sink)
      if (ended) sink.end()
    },
    endAll() {
      ended = true
      for (const sink of open) sink.end()
    },
  }
}
