import type { ServerResponse } from 'node:http'

/**
 * A listener for `prefinish` of a response over TLS: the next request is read when this response has left the socket.
 * INVARIANT: Node.js pauses its parser at a request that arrives while a large response counts as unsent, and refuses
 * with 400 the rest of its body, which TLS has decrypted by then. A response that is written in the check phase of the
 * event loop counts as sent one turn later.
 */
export function readAfterReply(this: ServerResponse): void {
  const { socket } = this
  // Before its own body has been read, the client might send it first and read later.
  if (socket?.writableNeedDrain !== true || !this.req.complete) return
  socket.pause()
  socket.once('drain', () => socket.resume())
}
