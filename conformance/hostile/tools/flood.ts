import type { Judge } from '../run/judge.ts'
import type { Target } from '../run/target.ts'
import { openRawHttp2 } from './raw-http2.ts'

/** A flood of frames over one connection. */
export interface Flood {
  /** Frames in all. */
  readonly count: number
  /** The frames of an index, which are sent at once with those around it. */
  readonly frame: (index: number) => Uint8Array
  /** Sent once, before the flood. */
  readonly before?: Uint8Array
  /** Whether the server must close the connection. */
  readonly mustClose: boolean
}

const batch = 200

/** Sends a flood, and judges that the connection is closed, and that others are served. */
export async function flood(target: Target, judge: Judge, settings: Flood): Promise<void> {
  const { count, frame, before, mustClose } = settings
  const connection = await openRawHttp2(target)
  if (before !== undefined) await connection.write(before)
  let sent = 0
  while (sent < count && !connection.isClosed) {
    const some = Array.from({ length: Math.min(batch, count - sent) }, (_, index) => frame(sent + index))
    await connection.write(Buffer.concat(some))
    sent += some.length
    // The answers are read, or the server would stop reading.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const isClosed = await connection.closed(mustClose ? 10_000 : 200)
  connection.socket.destroy()
  judge.note(isClosed ? `closed after at most ${sent.toLocaleString('en-US')}` : 'taken')
  judge.expect(isClosed || !mustClose, `the connection is open after ${sent} frames`)
  judge.expect((await target.send({ path: '/livez' })).status === 200, 'the server does not answer after it')
}
