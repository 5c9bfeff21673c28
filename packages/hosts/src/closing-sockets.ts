const closing = new WeakSet<object>()

/**
 * Marks a connection from which no further request is accepted: the parser of Node.js continues with bytes that arrived
 * with a rejected message, and what it makes of them must not be trusted.
 */
export function markClosing(socket: object): void {
  closing.add(socket)
}

/** True for a connection from which no further request is accepted. */
export function isClosing(socket: object): boolean {
  return closing.has(socket)
}
