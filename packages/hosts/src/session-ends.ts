import type { Socket } from 'node:net'
import { paceInTurns, systemClock } from '@pinnace/meta'

/** The sessions that end in one turn of the event loop: each closes up to a hundred streams. */
const endedInTurn = 1

/**
 * Makes the function that begins a session on a connection. Sessions whose connections close at the same moment, as those of
 * a client that is killed, end in turns: Node.js ends a session, with all of its streams, when its connection closes.
 */
export function createSessionEnds(): (socket: Socket, begin: () => void) => void {
  const endInTurn = paceInTurns<() => void>(systemClock, endedInTurn, (end) => end())
  return (socket, begin) => {
    const before = new Set(socket.rawListeners('close'))
    begin()
    for (const listener of socket.rawListeners('close')) {
      if (before.has(listener)) continue
      socket.off('close', listener as () => void)
      socket.once('close', (hadError) => endInTurn(() => listener.call(socket, hadError)))
    }
  }
}
