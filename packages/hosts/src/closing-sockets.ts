// A mark on sockets; it goes when they go.
const closing = new WeakSet<object>()

/**
 * Says that nothing more is taken from this connection: node's parser goes on with bytes that arrived together with
 * a refused message, and what it makes of them must not be believed.
 */
export function markClosing(socket: object): void {
  closing.add(socket)
}

/** True for a connection nothing more is taken from. */
export function isClosing(socket: object): boolean {
  return closing.has(socket)
}
