import type { ReplySink, ReplyStream } from '@pinnace/meta'

// A stream is started even if its client is gone, so that its owner releases what it holds.
const closedSink: ReplySink = Object.freeze({
  write: () => false,
  bufferedBytes: 0,
  end: () => undefined,
  abort: () => undefined,
  onClose: (listener: () => void) => listener(),
})

/** Starts a stream without a client: its close listener is called at once. */
export function startClosed(stream: ReplyStream): void {
  stream.start(closedSink)
}
