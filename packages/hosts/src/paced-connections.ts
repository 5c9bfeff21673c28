import type { Duplex } from 'node:stream'
import { systemClock } from '@pinnace/meta'

/**
 * Begins what new connections need, such as TLS handshakes: that of so many in a turn of the event loop, in the order in
 * which they came. As many wait as there are open connections.
 */
export function paceConnections<S extends Duplex>(
  begunInTurn: number,
  begin: (socket: S) => void,
): (socket: S) => void {
  let waiting: S[] = []
  let begun = 0
  const beginSome = (): void => {
    begun = 0
    const some = waiting.slice(0, begunInTurn)
    waiting = waiting.slice(begunInTurn)
    if (some.length === 0) return
    systemClock.soon(beginSome)
    for (const socket of some) {
      begun++
      if (!socket.destroyed) begin(socket)
    }
  }
  return (socket) => {
    // The next turn, whichever clock is in use.
    if (begun === 0) systemClock.soon(beginSome)
    if (begun < begunInTurn) {
      begun++
      begin(socket)
    } else waiting.push(socket)
  }
}
