import { connect, type Socket } from 'node:net'

/** One reply as it came over the wire. */
export interface RawReply {
  readonly status: number
  readonly head: string
  readonly body: string
  readonly text: string
}

/** Sends `text` (latin1) on a new connection and reads until the server closes it or `quietMs` pass without a byte. */
export async function exchange(port: number, text: string | Buffer, quietMs = 300): Promise<RawReply> {
  return toRawReply(await exchangeText(port, text, quietMs))
}

export function exchangeText(port: number, text: string | Buffer, quietMs = 300): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setTimeout(quietMs, () => socket.destroy())
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => resolve(received))
    socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text)
  })
}

function toRawReply(text: string): RawReply {
  const end = text.indexOf('\r\n\r\n')
  const head = end < 0 ? text : text.slice(0, end)
  return { status: Number(head.slice(9, 12)), head, body: end < 0 ? '' : text.slice(end + 4), text }
}
