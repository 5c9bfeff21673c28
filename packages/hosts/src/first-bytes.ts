import { constants, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'

/** Some 40 requests. */
const pieceBytes = 4_096

/**
 * Lets a session read what its connection sent before it began in pieces, and ends one that has opened more streams with
 * it than `maxOpened`. Node.js reads all of it in one piece, up to 64 KiB, before it says that a stream was opened: six
 * hundred streams that are opened and reset would stop the event loop for a tenth of a second.
 */
export function readFirstBytesInPieces(socket: Socket, session: ServerHttp2Session, maxOpened: number): void {
  const read = socket.read.bind(socket)
  socket.read = () => {
    // Streams of clients have odd numbers.
    if ((session.state.lastProcStreamID ?? 0) / 2 > maxOpened) {
      session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM)
    }
    return session.destroyed ? null : (read(Math.min(pieceBytes, socket.readableLength)) as unknown)
  }
  // The session, which was made before, reads in the tick before this one.
  process.nextTick(() => Reflect.deleteProperty(socket, 'read'))
}
