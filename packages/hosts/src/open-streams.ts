import type { ReplySink, ReplyStream } from '@pinnace/meta'

/** The streaming replies in progress, which a server ends when it stops. */
export interface OpenStreams {
  /** Starts a stream and tracks it until it closes. One started after {@link endAll} ends at once. */
  start(stream: ReplyStream, sink: ReplySink): void
  /** Ends every stream; clients see a normal end. */
  endAll(): void
}

/** Creates an {@link OpenStreams}. It has one entry for each streaming client, bounded by the number of connections. */
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
