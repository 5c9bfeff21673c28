import type { ReplySink, ReplyStream } from '@pinnace/meta'

// A stream whose client is already gone is started all the same, so that its owner lets go of what it holds.
const closedSink: ReplySink = Object.freeze({
  write: () => false,
  bufferedBytes: 0,
  end: () => undefined,
  abort: () => undefined,
  onClose: (listener: () => void) => listener(),
})

/** Starts a stream nobody reads: its close listener is called at once. */
export function startClosed(stream: ReplyStream): void {
  stream.start(closedSink)
}
